import { afterAll, beforeAll, describe, it } from "vitest";
import {
  expectFate,
  type Fate,
  framed,
  lengthRequired,
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

describe("unusual values of Transfer-Encoding", () => {
  it.each<readonly [string, readonly string[], Fate]>([
    ["in upper case", ["TRANSFER-ENCODING: CHUNKED"], lengthRequired],
    ["in mixed case", ["transfer-Encoding: Chunked"], lengthRequired],
    ["with spaces around it", ["Transfer-Encoding:   chunked  "], lengthRequired],
    ["without a space before it", ["Transfer-Encoding:chunked"], lengthRequired],
    ["in two lines", [chunked, chunked], malformed],
    ["in two lines of different case", [chunked, "TRANSFER-ENCODING: Chunked"], malformed],
    ["with gzip before it", ["Transfer-Encoding: gzip, chunked"], lengthRequired],
    ["with gzip in the line before", ["Transfer-Encoding: gzip", chunked], lengthRequired],
    ["with deflate before it", ["Transfer-Encoding: deflate, chunked"], lengthRequired],
    ["with identity before it", ["Transfer-Encoding: identity, chunked"], lengthRequired],
    ["with an unknown one before it", [`Transfer-Encoding: ${marker}, chunked`], lengthRequired],
    ["with an empty one before it", ["Transfer-Encoding: , chunked"], lengthRequired],
    ["followed by an unknown one", [`Transfer-Encoding: chunked, ${marker}`], malformed],
    ["with an unknown one in the next line", [chunked, "Transfer-Encoding: x"], malformed],
    ["in quotes", ['Transfer-Encoding: "chunked"'], lengthRequired],
    ["with a parameter", ["Transfer-Encoding: chunked;q=1"], lengthRequired],
    ["with a vertical tab", ["Transfer-Encoding: \x0bchunked"], malformed],
    ["with a form feed", ["Transfer-Encoding: chunked\x0c"], malformed],
    ["with a NUL", ["Transfer-Encoding: chunked\0"], malformed],
    ["with a no-break space", ["Transfer-Encoding: chunked\xa0"], lengthRequired],
    ["with a letter too many", ["Transfer-Encoding: chunkedd"], lengthRequired],
    ["with a letter too few", ["Transfer-Encoding: chunke"], lengthRequired],
    ["folded", ["Transfer-Encoding:\r\n chunked"], malformed],
    ["empty", ["Transfer-Encoding:"], noCoding],
  ])("%s", async (_name, framing, fate) => {
    await expectFate(server, framed(framing, twoChunks + last), fate);
  });

  it.each<readonly [string, readonly string[]]>([
    ["alone", [chunked]],
    ["with Connection: keep-alive", [chunked, "Connection: keep-alive"]],
  ])("in HTTP/1.0, %s", async (_name, framing) => {
    await expectFate(server, framed(framing, twoChunks + last, "POST /validate HTTP/1.0"), lengthRequired);
  });
});

// By section 6.3 of RFC 9112, Transfer-Encoding together with Content-Length is an error, and so
// are several lengths. Such a request can be an attempt at request smuggling.
describe("two headers that define the end of the body", () => {
  it.each<readonly [string, readonly string[], string, Fate]>([
    ["an empty coding and a length", ["Transfer-Encoding:", exact], legalBody, noCoding],
    ["identity and a length", ["Transfer-Encoding: identity", exact], legalBody, malformed],
    ["a length and chunked, with the length right", [exact, chunked], legalBody, malformed],
    [
      "chunked and a length of the chunks",
      [chunked, `Content-Length: ${(twoChunks + last).length}`],
      twoChunks + last,
      malformed,
    ],
    [
      "a length of 4, so that a chunk would be a request",
      ["Content-Length: 4", chunked],
      `2b\r\nGET /x HTTP/1.1\r\n`,
      malformed,
    ],
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

// lease-guard does not read the chunks.
describe("chunks", () => {
  it.each<readonly [string, string]>([
    ["as they should be", twoChunks + last],
    ["none", ""],
    ["only the last", last],
    ["a size with an extension", `2;a="b;c"\r\n{}\r\n${last}`],
    ["a size that is none", `x\r\n${marker}\r\n`],
    ["a size of 2^68", `fffffffffffffffff\r\n${marker}\r\n`],
    ["an extension of 20 kB", `2;${"a".repeat(20_000)}\r\n{}\r\n${last}`],
    ["none, but a body", legalBody],
    ["a trailer", `${twoChunks}0\r\nx: y\r\n\r\n`],
    ["a trailer that would be a length", `${twoChunks}0\r\nContent-Length: 0\r\n\r\n`],
    ["a trailer of 20 kB", `${twoChunks}0\r\nx: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("%s", async (_name, body) => {
    await expectFate(server, framed([chunked], body), lengthRequired);
  });

  it.each(["GET /x", "GET /validate", "PUT /validate", "OPTIONS *"])("of a request %s", async (line) => {
    await expectFate(server, framed([chunked], twoChunks + last, `${line} HTTP/1.1`), lengthRequired);
  });

  it("after a request to continue", async () => {
    const request = framed([chunked, "Expect: 100-continue"], twoChunks + last);
    await expectFate(server, request, lengthRequired);
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
    [
      "a request in the body of a GET",
      message("GET /x HTTP/1.1", ["Host: guard", `Content-Length: ${post().length}`], post()),
    ],
  ])("%s is never read as a request", async (_name, request) => {
    await expectFate(server, request, notFound);
  });
});
