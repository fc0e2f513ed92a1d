import { maxJsonUnitBytes } from "../../core/text/byte-length.ts";
import { hugeMetadataBytes } from "../../rules/shared/far-limits.ts";

/**
 * The maximum size in bytes of a review that lease-guard reads whole, as in controller-runtime.
 * kube-apiserver accepts at most 3 MiB in one request. A review of two usual objects of 3 MiB
 * contains less than 1 MiB of other data.
 */
export const maxBodyBytes: number = 7 * 1024 * 1024;

/**
 * The maximum size of a review in bytes. Go encodes some characters, such as `<`, in 6 bytes, so
 * two objects of 3 MiB can need 36 MiB. Of a review of more than `maxBodyBytes`, the server keeps
 * only what selects the write.
 */
export const maxOversizedBytes: number = 40 * 1024 * 1024;

/**
 * The maximum size of a record of a review in bytes, which is a line of a recording. The largest
 * review and 1 MiB of other data fit.
 */
export const maxRecordBytes: number = maxBodyBytes + 1024 * 1024;

/**
 * The maximum number of values in a review, without the values that `emptyFieldsV1` removes. An
 * update of a Lease with 200,000 labels has 400,000 values, and a Lease of 3 MiB has fewer labels
 * of a usual length. In a hostile review, each value takes up to 200 bytes of memory.
 */
export const maxReviewValues = 450_000;

/**
 * The maximum number of keys of a JSON object in a review. The labels of a Lease of 3 MiB have
 * fewer than 341,000 keys, even if all keys have at most four characters and all values are empty.
 * With more than 349,525 keys, V8 reserves twice the memory for an object.
 */
export const maxReviewKeys = 345_000;

/**
 * The maximum nesting depth of a review, which is the limit of Go's JSON decoder. No API server can
 * read or send a deeper review.
 */
export const maxReviewDepth = 10_000;

/**
 * The maximum length of a review in which the size of `fieldsV1` does not matter, in UTF-16 code
 * units. No metadata in such a review can exceed the limit of `metadata/size-at-most-512-kib`.
 */
export const maxUnsizedLength: number = Math.floor(hugeMetadataBytes / maxJsonUnitBytes);
