/**
 * Largest body of a review, in bytes, as in controller-runtime: a review holds at most two objects
 * of 3 MiB, which is what kube-apiserver accepts in one request, and less than 1 MiB of other data.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;
