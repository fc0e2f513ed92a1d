import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goQuote } from "../../../src/core/field/go-quote.ts";
import { byteLength } from "../../../src/core/text/byte-length.ts";
import { decodeBase64 } from "../../../src/core/text/decode-text.ts";
import { parseDuration } from "../../../src/core/text/duration.ts";
import { matchesEverything } from "../../../src/core/text/glob.ts";
import { checkConfigMapKey, checkLabel, checkPathSegment, checkSubdomain } from "../../../src/core/text/names.ts";
import { checkPrintable } from "../../../src/core/text/printable.ts";
import { checkLabelValue, checkQualifiedName } from "../../../src/core/text/qualified-name.ts";
import { certificateIn, policyIn } from "../../../src/core/text/readyz.ts";
import { isUnsetVersion, parseVersion } from "../../../src/core/text/semantic-version.ts";
import { shellQuote } from "../../../src/core/text/shell-quote.ts";
import { isDateOrTime, isMicroTime, isTime, parseDateOrTime, sameInstant } from "../../../src/core/text/time.ts";
import { pemCertificates } from "../../../src/core/text/validity.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import { matchesPattern, withWriteNamespace } from "../../../src/rules/cel/patterns.ts";
import { celString } from "../../../src/rules/cel/text.ts";
import { rule as placeholder } from "../../../src/rules/lease/holder-identity-not-placeholder.ts";
import { rule as printable } from "../../../src/rules/lease/holder-identity-printable.ts";
import { identityLeaseForm } from "../../../src/rules/lease-candidate/lease-not-heartbeat.ts";
import { rule as ownerVersion } from "../../../src/rules/metadata/owner-reference-version-set.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { checkNamePrefix } from "../../../src/rules/shared/check-name.ts";
import { serviceAccountOf } from "../../../src/rules/shared/identities.ts";
import { nameIn, namesAnotherPod, namesPod } from "../../../src/rules/shared/pod-names.ts";
import type { Draft } from "../../harness/objects.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";
import { sample } from "../../harness/sample.ts";
import { someContext } from "../../harness/some-context.ts";

const lease = rowOf("v1", "Lease");

interface Reader {
  readonly reads: readonly ((text: string) => unknown)[];
  /** The strings after which the regular expression can repeat a group. */
  readonly starts: readonly string[];
}

/**
 * Returns a function that lists the findings of a rule for a string. `tweak` sets the string in a
 * valid Lease.
 */
function checks(rule: Rule, tweak: (object: Draft, text: string) => unknown): (text: string) => unknown {
  const context = {
    ...someContext,
    kind: "Lease",
    clockSkewMs: 0,
    administrators: defaultPolicy.administrators,
    parameters: {},
  } as const;
  return (text) => {
    const object = lease.toHub(tweaked(lease, (draft) => tweak(draft, text)));
    return [...(rule.check({ operation: "CREATE", object }, context) ?? [])];
  };
}

const setHolder = (object: Draft, holderIdentity: string): unknown => Object.assign(object.spec, { holderIdentity });
const setOwnerVersion = ({ metadata }: Draft, apiVersion: string): unknown =>
  Object.assign(metadata, { ownerReferences: [{ apiVersion, kind: "Deployment", name: "a", uid: "b" }] });
const account = (username: string): unknown => serviceAccountOf({ username, groups: [] });

/** The functions that read strings of any length, by source file. */
const readers: Readonly<Record<string, Reader>> = {
  "core/field/go-quote.ts": { reads: [goQuote], starts: [""] },
  "core/text/decode-text.ts": { reads: [decodeBase64], starts: [""] },
  "core/text/byte-length.ts": { reads: [byteLength], starts: [""] },
  "core/text/duration.ts": { reads: [parseDuration], starts: ["", "+"] },
  "core/text/glob.ts": { reads: [matchesEverything], starts: ["", "*"] },
  "core/text/names.ts": {
    reads: [checkLabel, (text) => checkSubdomain(text), checkConfigMapKey, checkPathSegment],
    starts: ["", "a.", ".."],
  },
  "core/text/validity.ts": { reads: [pemCertificates], starts: ["", "-----BEGIN CERTIFICATE-----"] },
  "core/text/shell-quote.ts": { reads: [shellQuote], starts: ["", "a"] },
  "core/text/printable.ts": { reads: [firstUnprintable], starts: [""] },
  "core/text/qualified-name.ts": { reads: [checkQualifiedName, checkLabelValue], starts: ["", "a/"] },
  "core/text/readyz.ts": {
    reads: [certificateIn, policyIn],
    starts: [
      "",
      "[+]certificate ok: valid from ",
      "[+]certificate ok: valid from a until ",
      "[-]policy failed",
      "[+]policy ok: ",
    ],
  },
  "core/text/semantic-version.ts": {
    reads: [parseVersion, isUnsetVersion],
    starts: ["", "1.0.0-", "1.0.0+", "1.0.0-a+"],
  },
  "core/text/time.ts": {
    reads: [isMicroTime, isTime, (text) => sameInstant(text, `${text}0`), parseDateOrTime, isDateOrTime],
    starts: ["", "2026-07-01", "2026-07-01T08:00:00."],
  },
  "rules/shared/check-name.ts": { reads: [(text) => checkNamePrefix("Lease", "CREATE", text)], starts: [""] },
  "rules/shared/identities.ts": {
    reads: [account],
    starts: ["", "system:serviceaccount:", "system:serviceaccount:a:"],
  },
  "rules/shared/pod-names.ts": {
    reads: [
      (text) => namesPod(text, { name: "web-0" }),
      nameIn,
      (text) => namesAnotherPod(text, { name: "web-0", namespace: "team-a", node: undefined }),
    ],
    starts: ["", "web-", "team-a/web-", "web-7d9f6c8b5d-"],
  },
  "rules/cel/text.ts": { reads: [celString], starts: ["", "'"] },
  "rules/cel/patterns.ts": {
    reads: [(text) => matchesPattern("x", text), (text) => matchesPattern("x", text, withWriteNamespace)],
    starts: ["", "*"],
  },
  "rules/lease-candidate/lease-not-heartbeat.ts": {
    reads: [(text) => identityLeaseForm.test(text)],
    starts: ["", "apiserver-"],
  },
  "rules/lease/holder-identity-not-placeholder.ts": {
    reads: [checks(placeholder, setHolder)],
    starts: ["", "localhost:", "$", "%!a"],
  },
  "rules/lease/holder-identity-printable.ts": { reads: [checks(printable, setHolder)], starts: [""] },
  "rules/metadata/owner-reference-version-set.ts": {
    reads: [checks(ownerVersion, setOwnerVersion)],
    starts: ["", "a/"],
  },
};

/** Returns the first 100 errors, because a response has at most 100 causes. */
function firstUnprintable(text: string): readonly string[] {
  const errors: string[] = [];
  for (const error of checkPrintable(text)) {
    if (errors.push(error) === 100) break;
  }
  return errors;
}

const middles = [
  "a",
  "-",
  ".",
  "0",
  "1",
  "/",
  "a-",
  "a.",
  "1.",
  "a-a.",
  "0a",
  "1s",
  "é",
  "\u0000",
  "\u{1f600}",
  "\ud800",
  "_",
];
const ends = ["", "!", "-", "\n"];
/** The approximate length of the strings in UTF-16 code units. */
const length = 100_000;

const adversaries = (starts: readonly string[]): readonly string[] =>
  starts.flatMap((start) =>
    middles.flatMap((middle) => ends.map((end) => start + middle.repeat(length / middle.length) + end)),
  );

/** Returns milliseconds of processor time, which other processes do not lengthen. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the milliseconds of the shortest of three runs. A single pause of the machine affects
 * only one run.
 */
function milliseconds(work: () => unknown): number {
  const runs = [0, 1, 2].map(() => processorTime(work));
  return Math.min(...runs);
}

/**
 * The time limit in milliseconds. A linear function is much faster, even on a busy machine. A
 * quadratic function is much slower, because it needs 10^10 steps for 100,000 characters.
 */
const patience = 2_000;

/**
 * The files of the rules in CEL whose regular expressions kube-apiserver evaluates, or that read
 * only expressions of this project.
 */
const inCel = /^cel\/(?!text\.ts|patterns\.ts)|\.cel\.ts$/;

/**
 * Returns the source files below a directory. Leaves out the rules in CEL, and the validators that
 * ajv generates, because each of their patterns matches only one character.
 */
function sourceFiles(folder: string): readonly string[] {
  const files = readdirSync(new URL(`../../../src/${folder}`, import.meta.url), { encoding: "utf8", recursive: true });
  return files
    .filter((file) => file.endsWith(".ts") && file !== "generated.ts" && !inCel.test(file))
    .map((file) => `${folder}/${file}`);
}

describe("the time grows only linearly with the length", () => {
  it("is measured for every file with a regular expression", () => {
    const files = ["core/field", "core/text", "schema", "rules"].flatMap(sourceFiles);
    const source = (file: string): string => readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8");
    const users = files.filter((file) => /\bRegExp\(|\.(test|exec|replace|match|matchAll|search)\(/.test(source(file)));
    expect(users.length).toBeGreaterThan(5);
    expect(users.filter((file) => readers[file] === undefined)).toEqual([]);
  });

  it.each(Object.entries(readers))(
    "%s reads any 100 kB within the limit",
    { timeout: 60_000 },
    (_, { reads, starts }) => {
      for (const read of reads) {
        // The first run finds strings that may be slow. Only strings that are slow in three more runs
        // count.
        const suspects = sample(adversaries(starts), 3).filter((text) => processorTime(() => read(text)) > patience);
        const slow = suspects.filter((text) => milliseconds(() => read(text)) > patience);
        expect(slow.map((text) => JSON.stringify(text.slice(0, 30) + text.slice(-2)))).toEqual([]);
      }
    },
  );

  // V8 stores a backtracking position for each repetition of a group. V8 throws when its
  // backtracking stack is full.
  it.each(Object.entries(readers))(
    "%s reads the 7 MiB of the largest review without throwing",
    { timeout: 60_000 },
    (_, { reads, starts }) => {
      for (const text of starts.flatMap((start) =>
        sample(["a-a.", "a", "a.", "1."], 4).map((middle) => start + middle.repeat((7 * 2 ** 20) / middle.length)),
      )) {
        for (const read of reads) expect(() => read(`${text}a`)).not.toThrow();
      }
    },
  );
});
