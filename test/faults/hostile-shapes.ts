const maxBytes = 7 * 1024 * 1024;

/**
 * A review may contain at most 450,000 JSON values. Some of these values are outside of the part
 * that a test generates.
 */
const nearlyAllValues = 449_000;
/** An object of a review may contain at most 345,000 keys, and `metadata` has two further keys. */
const nearlyAllKeys = 344_000;

/** The parts of a review that a test generates. Each string is JSON. */
interface Parts {
  /** Members of `metadata`. Each member follows a comma. */
  readonly metadata?: string;
  readonly spec?: string;
  readonly user?: string;
  readonly update?: boolean;
  readonly candidate?: boolean;
}

/**
 * Returns the JSON of a review with the given parts. Concatenates strings, because the objects
 * could need too much memory.
 */
export function reviewText({ user, ...parts }: Parts): string {
  const object = objectText(parts);
  const objects = parts.update
    ? `"operation":"UPDATE","object":${object},"oldObject":${object}`
    : `"operation":"CREATE","object":${object}`;
  return requestText(objects, { candidate: parts.candidate ?? false, ...(user !== undefined && { user }) });
}

interface TypeNames {
  readonly kind: string;
  readonly resource: string;
  readonly version: string;
}

function typeNames(candidate = false): TypeNames {
  return candidate
    ? { kind: "LeaseCandidate", resource: "leasecandidates", version: "v1alpha1" }
    : { kind: "Lease", resource: "leases", version: "v1" };
}

function objectText({
  metadata = "",
  spec = '{"holderIdentity":"a","leaseDurationSeconds":15}',
  candidate,
}: Parts): string {
  const { kind, version } = typeNames(candidate);
  return `{"apiVersion":"coordination.k8s.io/${version}","kind":"${kind}","metadata":{"name":"x","namespace":"team-a"${metadata}},"spec":${spec}}`;
}

function requestText(
  objects: string,
  { user = '{"username":"jane","groups":[]}', candidate }: Pick<Parts, "user" | "candidate">,
): string {
  const { kind, resource, version } = typeNames(candidate);
  const group = `"group":"coordination.k8s.io","version":"${version}"`;
  return `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u1","kind":{${group},"kind":"${kind}"},"resource":{${group},"resource":"${resource}"},"namespace":"team-a","name":"x","userInfo":${user},${objects}}}`;
}

/** Joins up to `count` items. Returns fewer items if their total size would exceed `bytes`. */
export function many(count: number, item: (index: number) => string, bytes: number = maxBytes - 4096): string {
  const items: string[] = [];
  for (let index = 0, size = 0; index < count; index++) {
    const next = item(index);
    size += Buffer.byteLength(next) + 1;
    if (size > bytes) break;
    items.push(next);
  }
  return items.join(",");
}

const short = (index: number): string => index.toString(36);
const pair = (value: string) => (index: number) => `"k${short(index)}":"${value}"`;
const badPair = (index: number): string => `"-k${short(index)}":"-v"`;
const brackets = "[".repeat(9_980) + "]".repeat(9_980);

const list = (field: string, count: number, item: string): Parts => ({
  metadata: `,"${field}":[${many(count, () => item)}]`,
});
const map = (field: string, count: number, item: (index: number) => string): Parts => ({
  metadata: `,"${field}":{${many(count, item)}}`,
});

/** A write of an object after an attack. */
export interface AttackedWrite {
  readonly user?: string;
  readonly spec?: string;
  readonly operation?: "UPDATE" | "DELETE";
  /** The number of entries that an update removes. The default is none. */
  readonly fewer?: number;
}

const owner = '{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"}';

const escapedOwner = owner.replace('"p"', `"${"\\u003c".repeat(10_000)}"`);

/**
 * Returns reviews of writes of an object that a client has filled with entries until the updates of
 * the object exceed a limit. kube-apiserver stores such an object.
 */
export const attackedReviews: Readonly<Record<string, (write: AttackedWrite) => string>> = {
  "230,000 finalizers": (write) => attackedReview("finalizers", 230_000, '"a"', write),
  "45,000 ownerReferences": (write) => attackedReview("ownerReferences", 45_000, owner, write),
  // kube-apiserver stores each of these characters as one byte.
  "1,200,000 characters that Go escapes": (write) => attackedReview("ownerReferences", 120, escapedOwner, write),
};

const heldSpec = '{"holderIdentity":"a","leaseDurationSeconds":15}';

function attackedReview(
  field: string,
  count: number,
  item: string,
  { user, spec = heldSpec, operation, fewer = 0 }: AttackedWrite,
): string {
  const metadata = (entries: number) => `,"resourceVersion":"5","${field}":[${many(entries, () => item)}]`;
  const [object, oldObject] = [
    objectText({ metadata: metadata(count - fewer), spec }),
    objectText({ metadata: metadata(count), spec: heldSpec }),
  ];
  const objects =
    operation === "DELETE"
      ? `"operation":"DELETE","oldObject":${oldObject}`
      : `"operation":"UPDATE","object":${object},"oldObject":${oldObject}`;
  return requestText(objects, { ...(user !== undefined && { user }) });
}

/**
 * Reviews whose objects have more values than a review may have, or more keys than an object may
 * have. Without the limits, lease-guard would crash, or would need much more memory.
 */
export const cutShapes: Readonly<Record<string, () => string>> = {
  "a theft after 230,000 finalizers": () =>
    attackedReviews["230,000 finalizers"]?.({ spec: '{"holderIdentity":"b"}' }) ?? "",
  "a theft after 45,000 ownerReferences": () =>
    attackedReviews["45,000 ownerReferences"]?.({ spec: '{"holderIdentity":"b"}' }) ?? "",
  "900,000 owners": () => reviewText(list("ownerReferences", 900_000, "{}")),
  "1,000,000 managedFields": () => reviewText(list("managedFields", 1_000_000, "{}")),
  "2,200,000 objects in an unknown field": () => reviewText(list("x", 2_200_000, "{}")),
  "300 lists of depth 9,980": () => reviewText(list("x", 300, brackets)),
  "1,200,000 strategies": () =>
    reviewText({ candidate: true, spec: `{"leaseName":"x","preferredStrategies":[${many(1_200_000, () => '"a"')}]}` }),
  "6.9 MiB of bad labels": () => reviewText(map("labels", 600_000, badPair)),
  "350,000 labels with emojis": () => reviewText(map("labels", 350_000, (index) => `"\u{1f600}${short(index)}":""`)),
  "10,000 levels": () => reviewText({ metadata: `,"x":${"[".repeat(10_000)}${"]".repeat(10_000)}` }),
  "3,600,000 levels": () => reviewText({ metadata: `,"x":${"[".repeat(3_600_000)}${"]".repeat(3_600_000)}` }),
  "199,000 labels and many values in both objects": () =>
    reviewText({
      update: true,
      metadata: `,"labels":{${many(199_000, pair(""))}},"x":[${many(700_000, () => "0", maxBytes / 2 - 3_000_000)}]`,
    }),
};

/** Reviews that exceed a limit outside of the objects, so that no part of a policy decides. */
export const refusedShapes: Readonly<Record<string, () => string>> = {
  "1,700,000 groups": () => reviewText({ user: `{"username":"j","groups":[${many(1_700_000, () => '""')}]}` }),
};

/**
 * Expensive reviews that do not exceed the limits. Each review has many values of one type, or one
 * long string.
 */
export const judgedShapes: Readonly<Record<string, () => string>> = {
  "a key of 3.4 MiB that Go lowers": () => reviewText({ metadata: `,"annotations":{"${"İ".repeat(1_700_000)}":"a"}` }),
  "224,000 owners": () => reviewText(list("ownerReferences", nearlyAllValues / 2, "{}")),
  "224,000 managedFields": () => reviewText(list("managedFields", nearlyAllValues / 2, "{}")),
  "fieldsV1 with 400,000 fields": () =>
    reviewText({ metadata: `,"managedFields":[{"fieldsV1":{${many(400_000, (index) => `"f:${short(index)}":{}`)}}}]` }),
  "224,000 objects in an unknown field": () => reviewText(list("x", nearlyAllValues / 2, "{}")),
  "44 lists of depth 9,980": () => reviewText(list("x", 44, brackets)),
  "449,000 finalizers": () => reviewText(list("finalizers", nearlyAllValues, '"-"')),
  "449,000 strategies": () =>
    reviewText({
      candidate: true,
      spec: `{"leaseName":"x","preferredStrategies":[${many(nearlyAllValues, () => '"a"')}]}`,
    }),
  "449,000 groups": () => reviewText({ user: `{"username":"j","groups":[${many(nearlyAllValues, () => '""')}]}` }),
  "224,000 keys of extra": () =>
    reviewText({ user: `{"username":"j","extra":{${many(nearlyAllValues / 2, (index) => `"k${index}":[]`)}}}` }),
  "344,000 unknown fields": () =>
    reviewText({ metadata: `,${many(nearlyAllKeys, (index) => `"k${short(index)}":1`)}` }),
  "344,000 bad labels": () => reviewText(map("labels", nearlyAllKeys, badPair)),
  "449,000 bad labels of an update": () =>
    reviewText({ update: true, metadata: `,"labels":{${many(nearlyAllValues / 2, badPair, maxBytes / 2 - 4096)}}` }),
  "344,000 annotations of two-byte letters": () =>
    reviewText(map("annotations", nearlyAllKeys, (index) => `"${short(index)}İ":""`)),
  "a label value of 6.9 MiB": () => reviewText({ metadata: `,"labels":{"a":"${"-".repeat(7_200_000)}"}` }),
};

/** A pattern for which a matcher that steps back needs the square of the length of a string. */
export const slowPattern: string = `*${"a".repeat(1_000)}b${"a".repeat(1_000)}*`;

/**
 * Reviews whose user a policy with `slowPattern` or with many patterns compares at great length.
 */
export const patternShapes: Readonly<Record<string, () => string>> = {
  "a user name of 7 MB": () => reviewText({ user: `{"username":"${"a".repeat(7_000_000)}","groups":[]}` }),
  "449,000 groups": () =>
    reviewText({ user: `{"username":"j","groups":[${many(nearlyAllValues, () => '"aaaaaaaaaaaa"')}]}` }),
};

const legal = (members: string): string => reviewText({ update: true, metadata: `,"resourceVersion":"5",${members}` });

/** Updates of objects that have at most 3 MiB each. lease-guard must return a decision. */
export const legalShapes: Readonly<Record<string, () => string>> = {
  "200,000 labels": () => legal(`"labels":{${many(200_000, pair("v"))}}`),
  "2,500 annotations of 100 bytes": () => legal(`"annotations":{${many(2_500, pair("v".repeat(85)))}}`),
  "30,000 annotations of 104 bytes": () => legal(`"annotations":{${many(30_000, pair("v".repeat(94)))}}`),
};

/** Returns a review of many opening brackets. A JSON parser would need a second to read them. */
export const openLists = (): string => reviewText({ metadata: `,"x":${"[".repeat(7_000_000)}` });
