import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { recordLines } from "../../src/recording/record-lines.ts";

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Content = string | Uint8Array;

/** Returns each record as its line and its error. A record without an error has only its line. */
async function read(content: Content, size = 1000): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { number, content: record } of recordLines(chunksOf(Buffer.from(content as Uint8Array), size)))
    found.push(record.ok ? `${number}` : `${number}: ${record.error}`);
  return found;
}

const event = (more: object = {}) =>
  JSON.stringify({ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", verb: "get", ...more });
const log = (lines: number): string => `${event()}\n`.repeat(lines);
const incompleteGzip = "must be followed by the rest of the gzip data, which is incomplete or invalid";
const list = (...items: readonly string[]): string =>
  `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[${items.join(",")}]}`;
const large = event({ user: { username: "x".repeat(10e6) } });

describe("a hostile or damaged file:", () => {
  it.each<readonly [string, Content, readonly string[]]>([
    ["nothing", "", []],
    ["only line feeds", "\n\r\n \n", []],
    [
      "NUL bytes before an event",
      `${event()}\n${"\0".repeat(4096)}${event()}\n${event()}\n`,
      ["1", "2: must be JSON", "3"],
    ],
    ["only NUL bytes", "\0".repeat(3e6), ["1: must be JSON"]],
    ["an event that is cut off", `${event()}\n${event().slice(0, 40)}\n${event()}\n`, ["1", "2: must be JSON", "3"]],
    ["a first event that is cut off", `${event().slice(0, 40)}\n${event()}\n`, ["1: must be JSON", "2"]],
    ["a last event that is cut off", `${event()}\n${event().slice(0, 40)}`, ["1", "2: must be JSON"]],
    ["a line of 10 MB", `${event()}\n${large}\n${event()}\n`, ["1", "2: must not be longer than 8388608 bytes", "3"]],
    ["a first line of 10 MB", `${large}\n${event()}\n`, ["1: must not be larger than 8388608 bytes", "2"]],
    ["an item of 10 MB", list(event(), large, event()), ["1", "1: must not be larger than 8388608 bytes", "1"]],
    [
      "an item of 10 MB in an indented list",
      `{\n"items": [\n${event()},\n${large},\n${event()}]}`,
      ["3", "4: must not be larger than 8388608 bytes", "5"],
    ],
    [
      "an indented list that is cut off",
      `{\n"items": [\n${event()},\n${event()},\n`,
      ["3", "4", "1: must have a } that closes this {"],
    ],
    ["an invalid item of a list", `[\n${event()},\n{"a":x},\n${event()}\n]`, ["2", "3: must be JSON"]],
    ["deep lists in one line", "[".repeat(100_000), ["1: must have a ] that closes this ["]],
    ["deep lists in many lines", `[\n${"[\n".repeat(100_000)}`, ["1: must have a ] that closes this ["]],
    ["a compressed log that is cut off", gzipSync(log(3)).subarray(0, -9), ["1", `1: ${incompleteGzip}`]],
    [
      "a compressed log with other data after it",
      Buffer.concat([gzipSync(log(2)), Buffer.from("x")]),
      ["1", "2", `2: ${incompleteGzip}`],
    ],
    ["gzip that is not gzip", Buffer.from([0x1f, 0x8b, 0xff, 0, 1, 2, 3]), [`1: ${incompleteGzip}`]],
    ["only the first bytes of gzip", Buffer.from([0x1f, 0x8b]), [`1: ${incompleteGzip}`]],
    ["only the first byte of gzip", Buffer.from([0x1f]), ["1: must be JSON"]],
  ])("%s", async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
    expect(await read(content, 7e6)).toEqual(expected);
  });
});
