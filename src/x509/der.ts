/** A DER value and its tag. `bytes` contains the tag, the length, and the content. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** The first byte of a DER value, for some types of values. */
export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Reads the first DER value as Go's cryptobyte does. Rejects tags above 30, indefinite lengths, and
 * lengths that are not in the shortest form. Returns undefined if there is no valid value.
 */
export function derValue(der: Buffer): DerValue | undefined {
  const [tag = 0, first] = der;
  if (first === undefined || (tag & 0x1f) === 0x1f || first === 0x80) return undefined;
  const sizeBytes = first < 0x80 ? 0 : first - 0x80;
  const start = 2 + sizeBytes;
  if (sizeBytes > 4 || der.length < start) return undefined;
  const length = sizeBytes === 0 ? first : der.readUIntBE(2, sizeBytes);
  if (sizeBytes > 0 && (length < 0x80 || der[2] === 0)) return undefined;
  const end = start + length;
  return end > der.length ? undefined : { tag, content: der.subarray(start, end), bytes: der.subarray(0, end) };
}

/** Reads all DER values. Returns undefined if some bytes do not belong to a value. */
function derValues(der: Buffer): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  for (let rest = der; rest.length > 0; ) {
    const value = derValue(rest);
    if (value === undefined) return undefined;
    values.push(value);
    rest = rest.subarray(value.bytes.length);
  }
  return values;
}

/**
 * Returns the values in a sequence, or in a value with another given tag. Returns undefined if the
 * tag differs or the content is malformed.
 */
export function derChildren(parent: DerValue | undefined, tag: number = derTag.sequence): readonly DerValue[] | undefined {
  return parent?.tag === tag ? derValues(parent.content) : undefined;
}

/** Reports whether a value is a DER integer in its shortest form. */
export function isDerInteger(value: DerValue | undefined): boolean {
  if (value?.tag !== derTag.integer) return false;
  const [first, second] = value.content;
  if (first === undefined) return false;
  return second === undefined || !((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
}

/**
 * Reports whether a value is an object identifier that Go can read. Each number must have its
 * shortest form and be below 2^31.
 */
export function isDerObjectId(value: DerValue | undefined): boolean {
  if (value?.tag !== derTag.objectId || value.content.length === 0) return false;
  let number = 0;
  let begins = true;
  for (const byte of value.content) {
    if (begins && byte === 0x80) return false;
    number = (begins ? 0 : number) * 128 + (byte & 0x7f);
    if (number >= 2 ** 31) return false;
    begins = byte < 0x80;
  }
  return begins;
}
