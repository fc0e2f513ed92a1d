/**
 * The maximum size of a review in bytes, as in controller-runtime. A review contains at most two
 * objects of 3 MiB and less than 1 MiB of other data. kube-apiserver accepts at most 3 MiB in one
 * request.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;
