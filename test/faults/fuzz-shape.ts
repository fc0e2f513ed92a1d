import { many, reviewText } from "./hostile-shapes.ts";

/**
 * The fields of a review that can contain many values or long values. Each function returns the
 * parts of a review with `json` in this field.
 */
const fields = {
  labels: (json: string) => ({ metadata: `,"labels":${json}` }),
  annotations: (json: string) => ({ metadata: `,"annotations":${json}` }),
  finalizers: (json: string) => ({ metadata: `,"finalizers":${json}` }),
  ownerReferences: (json: string) => ({ metadata: `,"ownerReferences":${json}` }),
  managedFields: (json: string) => ({ metadata: `,"managedFields":${json}` }),
  name: (json: string) => ({ metadata: `,"name":${json}` }),
  generateName: (json: string) => ({ metadata: `,"generateName":${json}` }),
  unknown: (json: string) => ({ metadata: `,"unknown":${json}` }),
  holderIdentity: (json: string) => ({ spec: `{"holderIdentity":${json},"leaseDurationSeconds":15}` }),
  renewTime: (json: string) => ({ spec: `{"holderIdentity":"a","leaseDurationSeconds":15,"renewTime":${json}}` }),
  strategies: (json: string) => ({ candidate: true, spec: `{"leaseName":"x","preferredStrategies":${json}}` }),
  binaryVersion: (json: string) => ({ candidate: true, spec: `{"leaseName":"x","binaryVersion":${json}}` }),
  groups: (json: string) => ({ user: `{"username":"jane","groups":${json}}` }),
  username: (json: string) => ({ user: `{"username":${json},"groups":[]}` }),
  extra: (json: string) => ({ user: `{"username":"jane","extra":${json}}` }),
};

const alphabets = [
  "a",
  "A",
  "-",
  ".",
  "/",
  "a/",
  "a.",
  "a-",
  "1.",
  "\u0130",
  "\u00e9",
  "\u4e2d",
  "\u{1f600}",
  "\\u200b",
  "\\u0000",
  "\\ud800",
  '\\"',
  "*",
  " ",
  "~",
];

const containers = ["text", "map", "list of texts", "list of objects", "list of lists"] as const;

/**
 * The properties of a generated review. The review contains as many items of the given lengths as
 * fit into `bytes`.
 */
export interface Shape {
  readonly field: keyof typeof fields;
  readonly container: (typeof containers)[number];
  /** The repeated characters in keys. `texts` contains the repeated characters in strings. */
  readonly keys: string;
  readonly texts: string;
  readonly keyLength: number;
  readonly textLength: number;
  readonly update: boolean;
  readonly bytes: number;
}

type Random = (below: number) => number;

function pick<T>(random: Random, all: readonly T[]): T {
  return all[random(all.length)] as T;
}

/** Returns a random length up to `bytes`. Short lengths are much more probable than long ones. */
function someLength(random: Random, bytes: number): number {
  return Math.floor(bytes ** (random(1_000) / 1_000));
}

export function randomShape(random: Random, bytes: number): Shape {
  return {
    field: pick(random, Object.keys(fields) as (keyof typeof fields)[]),
    container: pick(random, containers),
    keys: pick(random, alphabets),
    texts: pick(random, alphabets),
    keyLength: someLength(random, bytes),
    textLength: someLength(random, bytes),
    update: random(2) === 0,
    bytes,
  };
}

/** Returns a copy of a shape in which one random property is chosen again. */
export function changed(random: Random, shape: Shape): Shape {
  const other = randomShape(random, shape.bytes);
  const name = pick(random, Object.keys(shape) as (keyof Shape)[]);
  return { ...shape, [name]: other[name] };
}

export function reviewOfShape(shape: Shape): string {
  const { update, bytes } = shape;
  const parts = fields[shape.field](jsonOf(shape, update ? bytes / 2 : bytes));
  return reviewText({ ...parts, update });
}

/**
 * Returns JSON of about `bytes` bytes. In maps and lists, an index at the end of each key and
 * string makes all of them different.
 */
function jsonOf({ container, keys, texts, keyLength, textLength }: Shape, bytes: number): string {
  const text = (index: number) => `"${repeated(texts, Math.min(textLength, bytes))}${index.toString(36)}"`;
  const key = (index: number) => `"${repeated(keys, Math.min(keyLength, bytes))}${index.toString(36)}"`;
  switch (container) {
    case "text":
      return `"${repeated(texts, bytes)}"`;
    case "map":
      return `{${many(bytes, (index) => `${key(index)}:${text(index)}`, bytes)}}`;
    case "list of texts":
      return `[${many(bytes, text, bytes)}]`;
    case "list of objects":
      return `[${many(bytes, (index) => `{${key(index)}:${text(index)}}`, bytes)}]`;
    case "list of lists":
      return `[${many(bytes, () => `${"[".repeat(Math.min(keyLength, 9_000))}${"]".repeat(Math.min(keyLength, 9_000))}`, bytes)}]`;
  }
}

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(unit))));
}
