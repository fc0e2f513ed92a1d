import type { IncomingMessage } from "node:http";

/** RFC 3986, section 3.2: a host, which may be empty, with any port or none. */
const authority = String.raw`(?:\[[\w:.~!$&'()*+,;=-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?`;
const hostForm = new RegExp(`^${authority}$`);

/** RFC 9112, section 3.2: a path, a URI whose host is not empty, or an asterisk; never a fragment. */
const targetForm = new RegExp(String.raw`^(?:\/|https?:\/\/(?![/?:]|$)${authority}(?:[/?]|$)|\*$)[^#]*$`, "i");

/** What is asked for instead of a target that is none of them. */
export const unclearTarget = "the target must be a path or an https URI";

/** Says what RFC 9112 has a server refuse with 400 and Node takes; undefined when there is nothing of it. */
export function requestFault({ rawHeaders, headers, httpVersion, url = "" }: IncomingMessage): string | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "the version must be HTTP/1.1 or HTTP/1.0";
  if (!hasOneHost(rawHeaders, httpVersion)) return "must have one Host header";
  if (!hostForm.test(headers.host ?? "")) return "Host must be a host, with a port or without";
  const coding = headers["transfer-encoding"];
  // Whoever else reads the connection may see the body end elsewhere.
  if (coding !== undefined && (httpVersion !== "1.1" || coding.toLowerCase() !== "chunked"))
    return "Transfer-Encoding must be chunked, and in HTTP/1.1 only";
  return targetForm.test(url) ? undefined : unclearTarget;
}

/** HTTP/1.1 has one Host, neither none nor two; of two Node shows the first alone. */
function hasOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
