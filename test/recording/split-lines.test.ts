import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../src/recording/split-lines.ts";

const encoder = new TextEncoder();

async function linesOf(
  pieces: readonly string[],
  maxBytes: number,
): Promise<readonly (readonly [number, string | undefined])[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield encoder.encode(piece);
  }
  const lines: [number, string | undefined][] = [];
  for await (const { number, bytes } of splitLines(chunks(), maxBytes)) {
    lines.push([number, bytes === undefined ? undefined : new TextDecoder().decode(bytes)]);
  }
  return lines;
}

describe("splitLines", () => {
  it.each([
    [[], []],
    [[""], []],
    [["a"], [[1, "a"]]],
    [["a\n"], [[1, "a"]]],
    [
      ["a\n\nb"],
      [
        [1, "a"],
        [2, ""],
        [3, "b"],
      ],
    ],
    [
      ["a", "b\nc", "", "d"],
      [
        [1, "ab"],
        [2, "cd"],
      ],
    ],
    [
      ["1234\n12345\n1"],
      [
        [1, "1234"],
        [2, undefined],
        [3, "1"],
      ],
    ],
    [
      ["12", "345", "6\n1"],
      [
        [1, undefined],
        [2, "1"],
      ],
    ],
    [["12", "345", "6"], [[1, undefined]]],
  ] as const)("of %j with at most 4 bytes", async (pieces, expected) => {
    expect(await linesOf(pieces, 4)).toEqual(expected);
  });

  it("finds the same lines however the text is cut", async () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "b") }));
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        expect(await linesOf(texts, 1000)).toEqual(await linesOf([texts.join("")], 1000));
      }),
    );
  });
});
