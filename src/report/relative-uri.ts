/** A path as a URI reference (RFC 3986): relative stays relative, absolute becomes `file:`, and no segment keeps a colon. */
export function relativeUri(file: string): string {
  const uri = file
    .toWellFormed()
    .replace(/^(?:\.\/+)+/, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  if (uri.startsWith("/")) return `file://${uri}`;
  return /^[a-z]%3A\//i.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}
