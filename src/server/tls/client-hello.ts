/**
 * Maximum size in bytes of a ClientHello. Go clients send about 1.5 kB, with the keys of a
 * post-quantum key exchange.
 */
const maxHelloBytes = 16 * 1024;

/** Maximum size in bytes of the content of a record, as in RFC 8446, section 5.1. */
const maxTlsRecordBytes = 16 * 1024;

const handshakeRecord = 22;
const recordHeaderBytes = 5;
const messageHeaderBytes = 4;

/**
 * Reports whether the first bytes of a connection contain a whole ClientHello, as in RFC 8446,
 * sections 4.1.2 and 5.1. Bytes that are not records of a handshake, or a message of more than
 * `maxHelloBytes`, are `invalid`. Does not check the type of the message.
 */
export function helloState(bytes: Buffer): "complete" | "partial" | "invalid" {
  let needed = maxHelloBytes;
  let received = 0;
  for (let at = 0; at + recordHeaderBytes <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 3);
    // No TLS library divides the header of the message.
    const minLength = at === 0 ? messageHeaderBytes : 1;
    if (bytes[at] !== handshakeRecord || length < minLength || length > maxTlsRecordBytes) return "invalid";
    const start = at + recordHeaderBytes;
    if (at === 0 && bytes.length >= start + messageHeaderBytes) needed = messageHeaderBytes + bytes.readUIntBE(start + 1, 3);
    if (needed > maxHelloBytes) return "invalid";
    received += length;
    at = start + length;
    if (received >= needed) return bytes.length >= at ? "complete" : "partial";
  }
  return bytes[0] === undefined || bytes[0] === handshakeRecord ? "partial" : "invalid";
}
