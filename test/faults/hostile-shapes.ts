const maxBytes = 7 * 1024 * 1024;

/** The maximum number of values is 450,000, and a review has some values besides those of a shape. */
const nearlyAllValues = 449_000;

/** What a shape sets of a review. Each is JSON. */
interface Parts {
  /** Members of metadata, each with a comma before it. */
  readonly metadata?: string;
  readonly spec?: string;
  readonly user?: string;
  readonly update?: boolean;
  readonly candidate?: boolean;
}

/** The JSON of a review with the parts of a shape. Built as text, because the parts need not fit in memory as objects. */
export function reviewText({ metadata = "", spec = '{"holderIdentity":"a","leaseDurationSeconds":15}', ...rest }: Parts): string {
  const [kind, resource, version] = rest.candidate ? ["LeaseCandidate", "leasecandidates", "v1alpha1"] : ["Lease", "leases", "v1"];
  const group = `"group":"coordination.k8s.io","version":"${version}"`;
  const object = `{"apiVersion":"coordination.k8s.io/${version}","kind":"${kind}","metadata":{"name":"x","namespace":"team-a"${metadata}},"spec":${spec}}`;
  const { user = '{"username":"jane","groups":[]}' } = rest;
  const objects = rest.update ? `"operation":"UPDATE","object":${object},"oldObject":${object}` : `"operation":"CREATE","object":${object}`;
  return `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u1","kind":{${group},"kind":"${kind}"},"resource":{${group},"resource":"${resource}"},"namespace":"team-a","name":"x","userInfo":${user},${objects}}}`;
}

/** Joins so many items, or fewer if a review has no room for them. */
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

const list = (field: string, count: number, item: string): Parts => ({ metadata: `,"${field}":[${many(count, () => item)}]` });
const map = (field: string, count: number, item: (index: number) => string): Parts => ({ metadata: `,"${field}":{${many(count, item)}}` });

/** Reviews that have ended a server, or nearly, with more values than a review may have. */
export const refusedShapes: Readonly<Record<string, () => string>> = {
  "900,000 owners": () => reviewText(list("ownerReferences", 900_000, "{}")),
  "1,000,000 managedFields": () => reviewText(list("managedFields", 1_000_000, "{}")),
  "2,200,000 objects in an unknown field": () => reviewText(list("x", 2_200_000, "{}")),
  "300 lists of depth 9,980": () => reviewText(list("x", 300, brackets)),
  "1,200,000 strategies": () =>
    reviewText({ candidate: true, spec: `{"leaseName":"x","preferredStrategies":[${many(1_200_000, () => '"a"')}]}` }),
  "6.9 MiB of bad labels": () => reviewText(map("labels", 600_000, badPair)),
  "1,700,000 groups": () => reviewText({ user: `{"username":"j","groups":[${many(1_700_000, () => '""')}]}` }),
};

/** Reviews below every limit that cost the most, each of one kind of value. */
export const judgedShapes: Readonly<Record<string, () => string>> = {
  "a key of 3.4 MiB that Go lowers": () => reviewText({ metadata: `,"annotations":{"${"İ".repeat(1_700_000)}":"a"}` }),
  "224,000 owners": () => reviewText(list("ownerReferences", nearlyAllValues / 2, "{}")),
  "224,000 managedFields": () => reviewText(list("managedFields", nearlyAllValues / 2, "{}")),
  "224,000 objects in an unknown field": () => reviewText(list("x", nearlyAllValues / 2, "{}")),
  "44 lists of depth 9,980": () => reviewText(list("x", 44, brackets)),
  "449,000 finalizers": () => reviewText(list("finalizers", nearlyAllValues, '"-"')),
  "449,000 strategies": () =>
    reviewText({ candidate: true, spec: `{"leaseName":"x","preferredStrategies":[${many(nearlyAllValues, () => '"a"')}]}` }),
  "449,000 groups": () => reviewText({ user: `{"username":"j","groups":[${many(nearlyAllValues, () => '""')}]}` }),
  "224,000 keys of extra": () =>
    reviewText({ user: `{"username":"j","extra":{${many(nearlyAllValues / 2, (index) => `"k${index}":[]`)}}}` }),
  "449,000 unknown fields": () => reviewText({ metadata: `,${many(nearlyAllValues, (index) => `"k${short(index)}":1`)}` }),
  "449,000 bad labels": () => reviewText(map("labels", nearlyAllValues, badPair)),
  "449,000 bad labels of an update": () =>
    reviewText({ update: true, metadata: `,"labels":{${many(nearlyAllValues / 2, badPair, maxBytes / 2 - 4096)}}` }),
  "440,000 annotations of two-byte letters": () => reviewText(map("annotations", 440_000, (index) => `"${short(index)}İ":""`)),
  "a label value of 6.9 MiB": () => reviewText({ metadata: `,"labels":{"a":"${"-".repeat(7_200_000)}"}` }),
};

/** Legal objects of 3 MiB at most, in updates. They get a verdict. */
export const legalShapes: Readonly<Record<string, () => string>> = {
  "200,000 labels": () => reviewText({ update: true, metadata: `,"labels":{${many(200_000, pair("v"))}}` }),
  "2,500 annotations of 100 bytes": () => reviewText({ update: true, metadata: `,"annotations":{${many(2_500, pair("v".repeat(85)))}}` }),
  "30,000 annotations of 90 bytes": () => reviewText({ update: true, metadata: `,"annotations":{${many(30_000, pair("v".repeat(80)))}}` }),
};

/** Brackets only, which a JSON parser would read for a second. */
export const openLists = (): string => reviewText({ metadata: `,"x":${"[".repeat(7_000_000)}` });
