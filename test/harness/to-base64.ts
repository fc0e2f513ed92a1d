/** Encodes text in base64, as the field `caBundle`, Secrets, and kubeconfigs require. */
export function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
