import { afterAll, beforeAll, describe, it } from "vitest";
import {
  badCoding,
  expectFate,
  type Fate,
  framed,
  malformed,
  noCoding,
  notFound,
  notJson,
  tooLarge,
  twoChunks,
} from "../../harness/bad-http.ts";
import { legalBody, marker, message, post } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const chunked = "Transfer-Encoding: chunked";
const exact = `Content-Length: ${legalBody.length}`;
const last = "0\r\n\r\n";

// By section 6.1 of RFC 9112, the end of the body is unclear if the coding is unknown, or if
// chunked is not the last coding. In HTTP/1.0, any Transfer-Encoding makes the end unclear.
describe("unusual values of Transfer-Encoding", () => {
  it.each<readonly [string, readonly string[], Fate]>([
    ["in upper case", ["TRANSFER-ENCODING: CHUNKED"], "allowed"],
    ["in mixed case", ["transfer-Encoding: Chunked"], "allowed"],
    ["with spaces around it", ["Transfer-Encoding:   chunked  "], "allowed"],
    ["without a space before it", ["Transfer-Encoding:chunked"], "allowed"],
    ["in two lines", [chunked, chunked], malformed],
    ["in two lines of different case", [chunked, "TRANSFER-ENCODING: Chunked"], malformed],
    ["with gzip before it", ["Transfer-Encoding: gzip, chunked"], badCoding],
    ["with gzip in the line before", ["Transfer-Encoding: gzip", chunked], badCoding],
    ["with deflate before it", ["Transfer-Encoding: deflate, chunked"], badCoding],
    ["with identity before it", ["Transfer-Encoding: identity, chunked"], badCoding],
    ["with an unknown one before it", [`Transfer-Encoding: ${marker}, chunked`], badCoding],
    ["with an empty one before it", ["Transfer-Encoding: , chunked"], badCoding],
    ["followed by an unknown one", [`Transfer-Encoding: chunked, ${marker}`], malformed],
    ["with an unknown one in the next line", [chunked, "Transfer-Encoding: x"], malformed],
    ["in quotes", ['Transfer-Encoding: "chunked"'], badCoding],
    ["with a parameter", ["Transfer-Encoding: chunked;q=1"], badCoding],
    ["with a vertical tab", ["Transfer-Encoding: \x0bchunked"], malformed],
    ["with a form feed", ["Transfer-Encoding: chunked\x0c"], malformed],
    ["with a NUL", ["Transfer-Encoding: chunked\0"], malformed],
    ["with a no-break space", ["Transfer-Encoding: chunked\xa0"], badCoding],
    ["with a letter too many", ["Transfer-Encoding: chunkedd"], badCoding],
    ["with a letter too few", ["Transfer-Encoding: chunke"], badCoding],
    ["folded", ["Transfer-Encoding:\r\n chunked"], malformed],
    ["empty", ["Transfer-Encoding:"], noCoding],
  ])("%s", async (_name, framing, fate) => {
    await expectFate(server, framed(framing, twoChunks + last), fate);
  });

  it.each<readonly [string, readonly string[]]>([
    ["alone", [chunked]],
    ["with Connection: keep-alive", [chunked, "Connection: keep-alive"]],
  ])("in HTTP/1.0, %s", async (_name, framing) => {
    await expectFate(server, framed(framing, twoChunks + last, "POST /validate HTTP/1.0"), badCoding);
  });
});

// By section 6.3 of RFC 9112, Transfer-Encoding together with Content-Length is an error, and so
// are several lengths. Such a request can be an attempt at request smuggling.
describe("two headers that define the end of the body", () => {
  it.each<readonly [string, readonly string[], string, Fate]>([
    ["an empty coding and a length", ["Transfer-Encoding:", exact], legalBody, noCoding],
    ["identity and a length", ["Transfer-Encoding: identity", exact], legalBody, malformed],
    ["a length and chunked, with the length right", [exact, chunked], legalBody, malformed],
    ["chunked and a length of the chunks", [chunked, `Content-Length: ${(twoChunks + last).length}`], twoChunks + last, malformed],
    ["a length of 4, so that a chunk would be a request", ["Content-Length: 4", chunked], `2b\r\nGET /x HTTP/1.1\r\n`, malformed],
    ["a length in HTTP/1.0", [chunked, exact], twoChunks + last, malformed],
    ["two lengths, one in other case", [exact, `content-length: ${legalBody.length}`], legalBody, malformed],
    ["two lengths in a line", [`Content-Length: ${legalBody.length}, ${legalBody.length}`], legalBody, malformed],
    ["a length and an empty one", [exact, "Content-Length:"], legalBody, malformed],
    ["a length of 0 and one that is right", ["Content-Length: 0", exact], legalBody, malformed],
    ["a coding under another name", ["Transfer_Encoding: chunked", exact], legalBody, "allowed"],
    ["a coding under a proxy's name", ["X-Transfer-Encoding: chunked", exact], legalBody, "allowed"],
    ["a length under another name", ["Content_Length: 1", exact], legalBody, "allowed"],
    ["a length as one hop's", ["Connection: Content-Length", exact], legalBody, "allowed"],
    ["TE, which applies to responses", ["TE: chunked, trailers", exact], legalBody, "allowed"],
    ["Trailer, without one", ["Trailer: Content-Length", exact], legalBody, "allowed"],
  ])("%s", async (_name, framing, body, fate) => {
    await expectFate(server, framed(framing, body), fate);
  });
});

describe("Content-Length", () => {
  it.each<readonly [string, string, Fate]>([
    ["folded", `Content-Length:\r\n ${legalBody.length}`, malformed],
    ["with a space within", "Content-Length: 1 0", malformed],
    ["followed by a comma", `Content-Length: ${legalBody.length},`, malformed],
    ["with a sign", `Content-Length: +${legalBody.length}`, malformed],
    ["in quotes", `Content-Length: "${legalBody.length}"`, malformed],
    ["with a NUL", `Content-Length: ${legalBody.length}\0`, malformed],
    ["in digits beyond ASCII", "Content-Length: \xb2", malformed],
    ["with an underscore", "Content-Length: 1_0", malformed],
    ["infinite", "Content-Length: Infinity", malformed],
    ["octal", "Content-Length: 0o17", malformed],
    ["of 2^31", "Content-Length: 2147483648", tooLarge],
    ["of 2^63", "Content-Length: 9223372036854775808", tooLarge],
    ["of 2^64 - 1", "Content-Length: 18446744073709551615", tooLarge],
    ["of 2^64 + 3, which is 3 in 64 bits", "Content-Length: 18446744073709551619", malformed],
  ])("%s", async (_name, length, fate) => {
    await expectFate(server, framed([length], legalBody), fate);
  });
});

/** Returns a request with two chunks, in which `size` replaces the first chunk size. */
const sized = (size: string): string => twoChunks.replace("700\r\n", size) + last;

describe("chunks", () => {
  it.each<readonly [string, string, Fate]>([
    ["as they should be", twoChunks + last, "allowed"],
    ["a size in 20 digits", sized(`${"700".padStart(20, "0")}\r\n`), "allowed"],
    ["a size with an extension in quotes", sized('700;a="b;c"\r\n'), "allowed"],
    ["a last chunk with three zeros", `${twoChunks}000\r\n\r\n`, "allowed"],
    ["a last chunk with an extension", `${twoChunks}0;a=b\r\n\r\n`, "allowed"],
    ["a space before the size", sized(" 700\r\n"), malformed],
    ["a sign before the size", sized("-700\r\n"), malformed],
    ["an underscore in the size", sized("7_00\r\n"), malformed],
    ["a dot in the size", sized("700.0\r\n"), malformed],
    ["a NUL after the size", sized("700\0\r\n"), malformed],
    ["LF after the size", sized("700\n"), malformed],
    ["CR after the size", sized("700\r"), malformed],
    ["CR CR LF after the size", sized("700\r\r\n"), malformed],
    ["LF after the extension", sized("700;a\n"), malformed],
    ["LF in the extension", sized("700;a\nb\r\n"), malformed],
    ["CR LF in a quoted extension", sized('700;a="\r\n"\r\n'), malformed],
    ["an extension whose quote does not end", sized('700;a="b\r\n'), malformed],
    ["a size of 2^64", sized("10000000000000000\r\n"), malformed],
    ["a size of 2^64 + 0x700", sized("10000000000000700\r\n"), malformed],
    ["LF after the data", `2\r\n{}\n${last}`, malformed],
    ["nothing after the data", `2\r\n{}${last}`, malformed],
    ["data a byte too long", `2\r\n{} \r\n${last}`, malformed],
    ["none, but a body", legalBody, malformed],
    ["the last of two CRs", `${twoChunks}0\r\r`, malformed],
  ])("%s", async (_name, body, fate) => {
    await expectFate(server, framed([chunked], body), fate);
  });

  const trailed = (lines: string): string => `${twoChunks}0\r\n${lines}\r\n`;

  // By section 6.5.1 of RFC 9110, a trailer is not a header, even if it has the name of a header.
  it.each<readonly [string, string, Fate]>([
    ["a host", "Host: other\r\n", "allowed"],
    ["a type", "Content-Type: text/plain\r\n", "allowed"],
    ["an encoding", "Content-Encoding: gzip\r\n", "allowed"],
    ["an expectation", "Expect: x\r\n", "allowed"],
    ["names of Object.prototype", "__proto__: x\r\nconstructor: y\r\n__proto__: z\r\n", "allowed"],
    ["100 lines", "x: y\r\n".repeat(100), "allowed"],
    ["a coding", "Transfer-Encoding: chunked\r\n", malformed],
    ["a length of 0", "Content-Length: 0\r\n", malformed],
    ["a folded line", "x: y\r\n z\r\n", malformed],
    ["no colon", `${marker}\r\n`, malformed],
    ["no name", ": x\r\n", malformed],
    ["a space in the name", "x y: z\r\n", malformed],
    ["a NUL", "x: \0\r\n", malformed],
    ["LF for CRLF", "x: y\n", malformed],
  ])("with a trailer of %s", async (_name, lines, fate) => {
    await expectFate(server, framed([chunked], trailed(lines)), fate);
  });
});

describe("bytes after a request on its connection", () => {
  it.each<readonly [string, string, Fate]>([
    ["nothing of a body, which is no JSON", framed(["Content-Length: 0"], ""), notJson],
    ["no length, so no body either", framed([], ""), notJson],
    ["a body of white space", framed(["Content-Length: 4"], " \r\n\t"), notJson],
    ["empty lines", `${post()}\r\n\r\n`, "allowed"],
  ])("%s", async (_name, request, fate) => {
    await expectFate(server, request, fate);
  });

  it.each<readonly [string, string]>([
    ["a body of a request that is refused", message("POST /x HTTP/1.1", ["Host: guard", "Content-Length: 9999"])],
    ["a request in the body of a GET", message("GET /x HTTP/1.1", ["Host: guard", `Content-Length: ${post().length}`], post())],
    ["a request in the chunks of a GET", message("GET /x HTTP/1.1", ["Host: guard", chunked], `a00\r\n${post()}`)],
  ])("%s is never read as a request", async (_name, request) => {
    await expectFate(server, request, notFound);
  });
});
