import type { AdmissionRequest, ReviewVersion } from "../api/admission.ts";
import { property } from "../api/json-object.ts";
import { errorText } from "../field/error.ts";
import { checkSchema } from "../schema/check.ts";
import { isReviewUid } from "../schema/formats.ts";
import type { SchemaFinding } from "../schema/to-field-error.ts";
import { emptyFieldsV1 } from "./empty-fields-v1.ts";
import { exceedsDepth } from "./exceeds-depth.ts";

/** A request that can be judged, or why a body cannot; `uid` is undefined where none could be read. */
export type Decoded =
  | { readonly version: ReviewVersion; readonly request: AdmissionRequest }
  | { readonly version: ReviewVersion; readonly uid: string | undefined; readonly refusal: string };

/** Where Go's JSON decoder stops, so that no API server can have read, or can send, a deeper review. */
const maxDepth = 10_000;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the bytes of an AdmissionReview. Refuses by value; never throws, and never quotes what is not JSON. */
export function decodeReview(body: Uint8Array): Decoded {
  if (exceedsDepth(body, maxDepth)) return unreadable(`must not nest deeper than ${maxDepth} levels`);
  let review: unknown;
  try {
    review = JSON.parse(emptyFieldsV1(utf8.decode(body)));
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? "must be JSON, without a byte order mark" : "must be UTF-8");
  }
  const version = readVersion(review);
  const faults = checkSchema("admission.k8s.io/admission-review.json", review);
  if (faults.length > 0)
    return { version, uid: readUid(review), refusal: `AdmissionReview is invalid: ${faults.map(faultText).join(", ")}` };
  return { version, request: (review as { readonly request: AdmissionRequest }).request };
}

function unreadable(demand: string): Decoded {
  return { version: "admission.k8s.io/v1", uid: undefined, refusal: `the body ${demand}` };
}

/** v1 unless the review asks for v1beta1: a refusal too must have a version. */
function readVersion(review: unknown): ReviewVersion {
  return property(review, "apiVersion") === "admission.k8s.io/v1beta1" ? "admission.k8s.io/v1beta1" : "admission.k8s.io/v1";
}

function readUid(review: unknown): string | undefined {
  const uid = property(property(review, "request"), "uid");
  return typeof uid === "string" && isReviewUid(uid) ? uid : undefined;
}

/** Without the value: this goes into the log too, where no content of an object may be. */
function faultText(fault: SchemaFinding): string {
  return errorText({ ...fault, badValue: undefined });
}
