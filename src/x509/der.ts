/** A DER value: its tag, its content, and its bytes with the tag and the length. */
interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** Returns the DER values in a buffer, up to the first malformed value. */
export function derValues(der: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let rest = der; rest.length >= 2; ) {
    const sizeBytes = rest.readUInt8(1) < 0x80 ? 0 : rest.readUInt8(1) - 0x80;
    if (sizeBytes > 4 || rest.length < 2 + sizeBytes) break;
    const start = 2 + sizeBytes;
    const end = start + (sizeBytes === 0 ? rest.readUInt8(1) : rest.readUIntBE(2, sizeBytes));
    if (end > rest.length) break;
    values.push({ tag: rest.readUInt8(0), content: rest.subarray(start, end), bytes: rest.subarray(0, end) });
    rest = rest.subarray(end);
  }
  return values;
}
