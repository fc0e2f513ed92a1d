import { describe, expect, it, test } from "vitest";
import type { FieldPath } from "../../src/core/field/path.ts";
import { kubectlVectors } from "../fixtures/kubectl/vectors.ts";
import { lastDocument, readAll } from "../harness/manifests.ts";

/**
 * The manifests that kubectl reads, but that lease-guard rejects, because the YAML library rejects
 * them. The error message is one line. Users can fix these manifests with a space or with quotes.
 */
const rejectedHereOnly: ReadonlySet<string> = new Set([
  "value [-]",
  "value {a: -}",
  "spec quoted outdented",
  "spec flow outdented",
  "spec flow close column 0",
  "spec alias key no space",
  "stream flow rubbish after",
  "stream flow two lines",
  'json "\\\'"',
]);

/**
 * The manifests from which kubectl reads other keys than lease-guard. Inside braces and brackets,
 * kubectl reads `a:` and `?` by the rules of YAML 1.1.
 */
const readOtherwise: ReadonlySet<string> = new Set(["value {a:}", "spec plain question flow"]);

describe("readDocuments reads as kubectl does", () => {
  it("in at least 600 recorded manifests", () => {
    expect(kubectlVectors.length).toBeGreaterThanOrEqual(600);
    const names = new Set(kubectlVectors.map(({ name }) => name));
    expect([...rejectedHereOnly, ...readOtherwise].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(kubectlVectors.map((vector) => [vector.name, vector] as const))("%s", async (name, { input, sent }) => {
    const documents = await readAll(input);
    // JSON.stringify writes -0 as 0. The recorded results do not have -0 either.
    const objects = documents.flatMap((read): readonly unknown[] =>
      read.ok ? [JSON.parse(JSON.stringify(read.value.value))] : [],
    );
    // kubectl rejects an object without a kind or an apiVersion only after it has read the object.
    const rejected = documents.some(({ ok }) => !ok) || !objects.every(isTyped);
    if (readOtherwise.has(name)) expect(objects).not.toEqual(sent);
    else if (sent === undefined || rejectedHereOnly.has(name)) expect(rejected).toBe(true);
    else
      expect(objects).toEqual(
        sent.map((object) =>
          /7fffffffffffffff|9223372036854775807|0777777777777777777777|0b1{63}/.test(input) ? inside(object) : object,
        ),
      );
  });
});

describe("readDocuments reads as kubectl 1.32 does", () => {
  const changed = kubectlVectors.filter(({ since }) => since === "1.33");

  it("in at least 30 manifests that kubectl 1.33 reads otherwise", () => {
    expect(changed.length).toBeGreaterThanOrEqual(30);
  });

  it.each(changed.map(({ name, input }) => [name, input] as const))("%s is rejected", async (_, input) => {
    expect((await readAll(input, "1.32")).some(({ ok }) => !ok)).toBe(true);
  });

  const same = kubectlVectors.filter(({ since, input }) => since === undefined && input.trimStart().startsWith("{"));

  it.each(same.map(({ name, input }) => [name, input] as const))("%s has the same objects", async (_, input) => {
    const [older, newer] = [await readAll(input, "1.32"), await readAll(input)];
    const objects = (documents: typeof older) =>
      documents.flatMap((read): readonly unknown[] => (read.ok ? [read.value.value] : []));
    const rejected = (documents: typeof older) => documents.some(({ ok }) => !ok) || !objects(documents).every(isTyped);
    expect(rejected(older)).toBe(rejected(newer));
    if (!rejected(newer)) expect(objects(older)).toEqual(objects(newer));
  });
});

function isTyped(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value;
}

/**
 * Replaces each 2^63 with the greatest double below 2^63. JSON.parse reads a recorded int64 maximum
 * as 2^63, but readDocuments returns the double below.
 */
function inside(value: unknown): unknown {
  if (value === 2 ** 63) return 2 ** 63 - 1024;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inside(field)]));
}

const block = "# c\nkind: Lease\nspec:\n  a: 1\n  b:\n  c: [x, {d: 2}]\n  a: 3\nmetadata:\n  labels: {x/y: z}\n";
const json =
  '{\n  "kind": "Lease",\n  "spec": {"a": 1, "b": null,\n    "c": ["x", {"d": 2}], "a": 3},\n  "metadata": {"labels": {"x/y": "z"}}}';
const aliases = "x: &a {b: 1}\nw: *a\nz: {<<: *a}\n";

const places: readonly (readonly [text: string, path: FieldPath, line: number, column: number])[] = [
  [block, [], 2, 1],
  [block, ["kind"], 2, 7],
  [block, ["spec"], 4, 3],
  [block, ["spec", "b"], 5, 3],
  [block, ["spec", "c", 1, "d"], 6, 14],
  [block, ["spec", "c", 7], 6, 6],
  [block, ["spec", "a"], 7, 6],
  [block, ["spec", "none", "x"], 4, 3],
  [block, ["metadata", "labels", { key: "x/y" }], 9, 17],
  [block.replaceAll("\n", "\r\n"), ["metadata", "labels", { key: "x/y" }], 9, 17],
  [`---\na: 1\n---\n${block}`, ["spec", "a"], 10, 6],
  [`a: 1\r\n---\r\n${block}`, ["spec", "a"], 9, 6],
  [json, [], 1, 1],
  [json, ["spec", "b"], 3, 20],
  [json, ["spec", "c", 1, "d"], 4, 22],
  [json, ["spec", "a"], 4, 32],
  [json, ["metadata", "labels", { key: "x/y" }], 5, 34],
  [`{"a": 1}\n ${json}`, ["kind"], 3, 11],
  [`{"a": 1} ${"#"} c\n---\n${block}`, ["kind"], 4, 7],
  [aliases, ["w"], 2, 4],
  [aliases, ["w", "b"], 1, 11],
  [aliases, ["z", "b"], 1, 11],
  ["a: 😀\nb: {c: 😀, d: 1}\n", ["b", "d"], 2, 15],
];

test.each(places)("%j: %j is at %i:%i", async (text, path, line, column) => {
  expect((await lastDocument(text)).locate(path)).toEqual({ line, column });
});

test.each([
  [block, { line: 2, column: 1 }],
  [`a: 1\n---\n${block}`, { line: 4, column: 1 }],
  [json, { line: 1, column: 1 }],
])("%j starts at %j", async (text, start) => {
  expect((await lastDocument(text)).start).toEqual(start);
});

test.each([
  [block, ["spec", "a"], { line: 7, column: 3 }],
  [json, ["spec", "a"], { line: 4, column: 27 }],
  ['a: [{1: x, "1": y}]', ["a", 0, "1"], { line: 1, column: 12 }],
])("%j: a duplicate field is reported", async (text, path, position) => {
  expect((await lastDocument(text)).duplicates()).toEqual([
    { path, ...position, message: "must not be a duplicate field: the last value applies" },
  ]);
});

test.each(["a: {<<: {b: 1}, b: 2}", "a: 1\nb: 1", '{"a": {"b": 1}, "b": 1}'])(
  "%j: no duplicate is reported",
  async (text) => {
    expect((await lastDocument(text)).duplicates()).toEqual([]);
  },
);

const bomb = [
  "a0: &a0 [x,x,x,x,x,x,x,x,x]",
  ...Array.from({ length: 11 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`),
].join("\n");
const deep = "must not nest deeper than 500 levels";

test.each([
  ["brackets", `x: ${"[".repeat(1e5)}`, deep],
  ["dashes", "- ".repeat(1e5), deep],
  ["braces of JSON", `{"a":${"[".repeat(1e5)}`, deep],
  ["braces of JSON, closed", `{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`, deep],
  ["keys", Array.from({ length: 1000 }, (_, index) => `${" ".repeat(index)}a:\n`).join(""), deep],
  ["aliases", bomb, "must not repeat so many values by aliases"],
  ["a tab", "a:\n\tb: 1", "must be indented with spaces, not with a tab"],
  ["NUL", "a: \u0000", "must not have the character U+0000 unescaped"],
  ["half a character", "a: \ud83d", "must not have the character U+D83D unescaped"],
  ["an old line end", "a: b\u2028c", "must not have the character U+2028 unescaped"],
  ["a directive", "%YAML 1.1\n---\na: 1", "must not have a directive"],
  ["a separator with text", "--- x\na: 1", "must have only a comment after the separator ---"],
])("%s: a problem with one line", async (_, text, message) => {
  const [first] = await readAll(text);
  expect(first).toMatchObject({ ok: false, error: { message, line: expect.any(Number), column: expect.any(Number) } });
});

test("a broken document does not hide the others", async () => {
  const documents = await readAll("a: 1\n---\nb: [\n---\nc: 3\n--- d\ne: 5\n");
  expect(documents.map((read) => (read.ok ? read.value.value : read.error.line))).toEqual([
    { a: 1 },
    3,
    { c: 3 },
    6,
    { e: 5 },
  ]);
});

test.each(["", "\n", "# c\n", "---\n", "---\n---\n", "null", "~\n--- # c\n"])("%j has no documents", async (text) => {
  expect(await readAll(text)).toEqual([]);
});
