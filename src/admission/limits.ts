/**
 * The maximum size of a review in bytes, as in controller-runtime. A review contains at most two
 * objects of 3 MiB and less than 1 MiB of other data. kube-apiserver accepts at most 3 MiB in one
 * request.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;

/**
 * The maximum number of values in a review, without the content of `fieldsV1`. An update of a Lease
 * with 200,000 labels has 400,000 values. Labels have shorter values than other legal fields, and
 * an object of 3 MiB with labels of usual length has fewer values. Each value of a hostile review
 * takes up to 200 bytes of memory.
 */
export const maxReviewValues = 450_000;

/**
 * The maximum depth of Go's JSON decoder. Therefore, no API server reads or sends a deeper review.
 */
export const maxReviewDepth = 10_000;
