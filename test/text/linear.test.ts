import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goQuote } from "../../src/field/go-quote.ts";
import { byteLength } from "../../src/text/byte-length.ts";
import { isDateOrTime, parseDateOrTime } from "../../src/text/date-or-time.ts";
import { parseDuration } from "../../src/text/duration.ts";
import { checkConfigMapKey, checkLabel, checkPathSegment, checkSubdomain } from "../../src/text/names.ts";
import { pemCertificates } from "../../src/text/pem.ts";
import { checkPrintable } from "../../src/text/printable.ts";
import { checkLabelValue, checkQualifiedName } from "../../src/text/qualified-name.ts";
import { compareVersions, isUnsetVersion, parseVersion } from "../../src/text/semantic-version.ts";
import { isMicroTime, isTime, sameInstant } from "../../src/text/time.ts";

interface Reader {
  readonly reads: readonly ((text: string) => unknown)[];
  /** What leads the regular expression to its repetition. */
  readonly starts: readonly string[];
}

/** Every function that reads a text of any length, by the file it stands in. */
const readers: Readonly<Record<string, Reader>> = {
  "field/go-quote.ts": { reads: [goQuote], starts: [""] },
  "format/byte-length.ts": { reads: [byteLength], starts: [""] },
  "format/config-map-key.ts": { reads: [checkConfigMapKey], starts: ["", ".."] },
  "format/day-or-time.ts": { reads: [parseDateOrTime, isDateOrTime], starts: ["", "2026-07-01", "2026-07-01T08:00:00."] },
  "format/dns.ts": { reads: [checkLabel, (text) => checkSubdomain(text)], starts: ["", "a."] },
  "format/duration.ts": { reads: [parseDuration], starts: ["", "+"] },
  "format/path-segment.ts": { reads: [checkPathSegment], starts: [""] },
  "format/pem.ts": { reads: [pemCertificates], starts: ["", "-----BEGIN CERTIFICATE-----"] },
  "format/printable.ts": { reads: [firstUnprintable], starts: [""] },
  "format/qualified-name.ts": { reads: [checkQualifiedName, checkLabelValue], starts: ["", "a/"] },
  "format/semantic-version.ts": { reads: [parseVersion, isUnsetVersion], starts: ["", "1.0.0-", "1.0.0+", "1.0.0-a+"] },
  "format/time.ts": { reads: [isMicroTime, isTime, (text) => sameInstant(text, `${text}0`)], starts: ["", "2026-07-01T08:00:00."] },
};

/** As many as an answer has causes; who wants no more need not wait for the rest. */
function firstUnprintable(text: string): readonly string[] {
  const faults: string[] = [];
  for (const fault of checkPrintable(text)) {
    if (faults.push(fault) === 100) break;
  }
  return faults;
}

const middles = ["a", "-", ".", "0", "1", "/", "a-", "a.", "1.", "a-a.", "0a", "1s", "é", "\u0000", "\u{1f600}", "\ud800", "_"];
const ends = ["", "!", "-", "\n"];
/** 100 kB. */
const length = 100_000;

const adversaries = (starts: readonly string[]): readonly string[] =>
  starts.flatMap((start) => middles.flatMap((middle) => ends.map((end) => start + middle.repeat(length / middle.length) + end)));

/** The least of three runs: a pause of the machine does not hit all of them. */
function milliseconds(work: () => unknown): number {
  const runs = [0, 1, 2].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

/** Milliseconds: far above what the linear take on a busy machine, far below what the quadratic would (100 kB squared is 10^10 steps). */
const patience = 2_000;

describe("time grows with the length alone", () => {
  it("is asked of every file with a regular expression", () => {
    const files = ["field", "format"].flatMap((floor) =>
      readdirSync(new URL(`../../src/${floor}`, import.meta.url)).map((file) => `${floor}/${file}`),
    );
    const source = (file: string): string => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8");
    const users = files.filter((file) => /\bRegExp\(|\.(test|exec|replace|match|matchAll|search)\(/.test(source(file)));
    expect(users.length).toBeGreaterThan(5);
    expect(users.filter((file) => readers[file] === undefined)).toEqual([]);
  });

  it.each(Object.entries(readers))("%s reads 100 kB at once, whatever they are", { timeout: 60_000 }, (_, { reads, starts }) => {
    for (const read of reads) {
      // One run finds the suspects, which then have to be slow again and again.
      const suspects = adversaries(starts).filter((text) => {
        const start = performance.now();
        read(text);
        return performance.now() - start > patience;
      });
      const slow = suspects.filter((text) => milliseconds(() => read(text)) > patience);
      expect(slow.map((text) => JSON.stringify(text.slice(0, 30) + text.slice(-2)))).toEqual([]);
    }
  });

  // V8 keeps a way back for every round of a group that repeats, and throws when it has no room left.
  it.each(Object.entries(readers))(
    "%s reads the 7 MiB of the largest review without throwing",
    { timeout: 60_000 },
    (_, { reads, starts }) => {
      for (const text of starts.flatMap((start) =>
        ["a", "a.", "1.", "a-a."].map((middle) => start + middle.repeat((7 * 2 ** 20) / middle.length)),
      )) {
        for (const read of reads) expect(() => read(`${text}a`)).not.toThrow();
      }
    },
  );

  const million = 1_000_000;
  it.each([
    ["digits", "1".repeat(million), false],
    ["digits of a patch", `1.0.${"1".repeat(million)}`, false],
    ["digits of a pre-release", `1.0.0-${"1".repeat(million)}`, false],
    ["digits of a build", `1.0.0+${"1".repeat(million)}`, true],
    ["leading zeros", `1.0.0-${"0".repeat(million)}`, false],
    ["words of a pre-release", `1.0.0-${"a.".repeat(million)}a`, true],
    ["numbers of a pre-release", `1.0.0-${"1.".repeat(million)}1`, true],
    ["words of a build", `1.0.0+${"a.".repeat(million)}a`, true],
    ["words and an empty one", `1.0.0-${"a.".repeat(million)}`, false],
  ])("a version of 1,000,000 %s is parsed at once", (_, text, accepted) => {
    expect(parseVersion(text) !== undefined).toBe(accepted);
    expect(milliseconds(() => parseVersion(text))).toBeLessThan(patience);
  });

  it("versions of 1,000,000 words are compared at once", () => {
    const [a, b] = ["a", "b"].map((last) => parseVersion(`1.0.0-${"a.".repeat(million)}${last}`));
    if (a === undefined || b === undefined) throw new Error("both are versions");
    expect(compareVersions(a, b)).toBeLessThan(0);
    expect(milliseconds(() => compareVersions(a, b))).toBeLessThan(patience);
  });
});
