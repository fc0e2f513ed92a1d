import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxOversizedBytes } from "../../../src/engine/review/limits.ts";
import { maxPipelinedRequests } from "../../../src/webhook/limits.ts";
import {
  expectAllowed,
  expectError,
  expectOutcome,
  legalBody,
  marker,
  message,
  type Outcome,
  post,
  rawRequest,
} from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

/** The maximum size of a body: 7 MiB. */
const limit = 7_340_032;

/** Returns a request with the given framing headers and body. */
function framed(framing: readonly string[], body: string): string {
  return message("POST /validate HTTP/1.1", ["Host: guard", "Content-Type: application/json", ...framing], body);
}

describe("Content-Length", () => {
  it.each<readonly [string, readonly string[], string, Outcome]>([
    ["exact", [`Content-Length: ${legalBody.length}`], legalBody, "allowed"],
    ["with leading zeros", [`Content-Length: 000${legalBody.length}`], legalBody, "allowed"],
    ["0", ["Content-Length: 0"], "", 400],
    ["absent", [], "", 400],
    ["shorter than the review", ["Content-Length: 20"], legalBody.slice(0, 20), 400],
    ["-1", ["Content-Length: -1"], marker, 400],
    [`-${legalBody.length}`, [`Content-Length: -${legalBody.length}`], legalBody, 400],
    ["+1", ["Content-Length: +1"], marker, 400],
    ["hexadecimal", ["Content-Length: 0x10"], marker, 400],
    ["exponent", ["Content-Length: 1e3"], marker, 400],
    ["fraction", ["Content-Length: 1.0"], marker, 400],
    ["a word", [`Content-Length: ${marker}`], legalBody, 400],
    ["empty", ["Content-Length:"], legalBody, 400],
    ["two in one line", ["Content-Length: 5, 5"], "{}{}{}", 400],
    ["two lines, equal", ["Content-Length: 5", "Content-Length: 5"], "{}{}{}", 400],
    ["two lines, different", ["Content-Length: 5", "Content-Length: 6"], "{}{}{}", 400],
    ["2^64", ["Content-Length: 18446744073709551616"], marker, 400],
    ["100 digits", [`Content-Length: ${"9".repeat(100)}`], marker, 400],
    ["40 MiB and a byte, of which nothing is sent", [`Content-Length: ${maxOversizedBytes + 1}`], "", 413],
    ["2^53 + 1, of which little is sent", ["Content-Length: 9007199254740993"], marker, 413],
  ])("%s", async (_name, framing, body, outcome) => {
    await expectOutcome(server, framed(framing, body), outcome);
  });
});

describe("size", () => {
  it("7 MiB are read", async () => {
    expectAllowed((await rawRequest(server, post([], legalBody.padEnd(limit)))).answers[0]);
  });

  it("one more byte is rejected", async () => {
    expectError((await rawRequest(server, post([], legalBody.padEnd(limit + 1)))).answers[0], 413);
  });

  it("16 concurrent bodies of 2 MB all get a response", async () => {
    const large = post([], legalBody.padEnd(2_000_000));
    const exchanges = await Promise.all(
      Array.from({ length: 16 }, () => rawRequest(server, large, { withinMs: 8000 })),
    );
    for (const { answers } of exchanges) expectAllowed(answers[0]);
  });
});

describe("pipelined requests", () => {
  const notFound = message("GET /x HTTP/1.1", ["Host: guard"]);

  it("get responses in their order", async () => {
    const both = `${post([], `{"${marker}":1}`)}${post()}`;
    const { answers, rest } = await rawRequest(server, both, { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    expect(rest).toBe("");
  });

  it("end with the third request, which gets 429", async () => {
    const { answers, closed, rest } = await rawRequest(server, post().repeat(20), { answers: 20 });
    for (const answer of answers.slice(0, maxPipelinedRequests)) expectAllowed(answer);
    expectError(answers[maxPipelinedRequests], 429);
    expect({ count: answers.length, closed, rest }).toEqual({
      count: maxPipelinedRequests + 1,
      closed: true,
      rest: "",
    });
    expect(server.metrics.inFlight).toBe(0);
  });

  it("end with an invalid request", async () => {
    const { answers, closed, rest } = await rawRequest(server, `${post()}${notFound}${post()}`, { answers: 3 });
    expect({ codes: answers.map(({ status }) => status), closed, rest }).toEqual({
      codes: [200, 404],
      closed: true,
      rest: "",
    });
  });

  it("a request in a rejected body is not read", async () => {
    const hidden = framed(["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${post()}`);
    const { answers, closed } = await rawRequest(server, hidden, { answers: 2 });
    expect({ codes: answers.map(({ status }) => status), closed }).toEqual({ codes: [400], closed: true });
  });
});
