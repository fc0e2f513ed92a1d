import fc from "fast-check";

/**
 * Words and punctuation that YAML readers interpret differently, and strings that only seem to have
 * a special meaning.
 */
const odd = [
  ...[
    "yes",
    "no",
    "on",
    "y",
    "n",
    "~",
    "null",
    "Null",
    "NULL",
    "nul",
    "true",
    "False",
    "OFF",
    "012",
    "0o14",
    "0x1F",
    "1_000",
    "1.5",
    "-0",
  ],
  ...[
    "-0.0",
    "+1",
    "1e3",
    ".5",
    ".inf",
    "-.inf",
    ".nan",
    "1:30",
    "2026-01-01",
    "2026-01-01T00:00:00.000000Z",
    "1e5-a",
    "10.0.0.1",
    "-5",
  ],
  ...[
    "5f3e1c2d-5b8e-4a9e-9d6c-0a6a5c1d2e3f",
    "9223372036854775807",
    "18446744073709551616",
    "123456789012345",
    "1234567890123456",
  ],
  ...[
    "''",
    '""',
    "'it''s'",
    "'a'b'",
    '"a b"',
    '"a\\n"',
    '"a: b"',
    "'a # b'",
    '"it\'s"',
    "'",
    '"',
    "'''",
    "{}",
    "[]",
    "{ }",
    "[ ]",
  ],
  ...[
    "{a: 1}",
    "[a]",
    '["get", list , 1]',
    "[-a, --b=c, $(D), a b]",
    "[{a: x, b/c: 'y z'}, [], {}]",
    '{drop: ["ALL"], cpu: 500m}',
    "[yes, .5, '']",
    "|",
    "|-",
    "|+",
    ">",
    "|2",
    "|x",
    "|- ",
    "-|",
    "&a",
    "*a",
    "!!str a",
    "! a",
    "<<",
    "=",
    "?",
    "-",
    "--",
    "- a",
    "+",
  ],
  ...[
    "a - b",
    "a: b",
    "a:",
    "a :b",
    "a#b",
    "a #b",
    "a# b",
    "#",
    "a,b",
    "a]b",
    "a}",
    "{",
    "}",
    "[",
    "]",
    "%",
    "@a",
    "`a",
    "...",
    "---",
    "..a",
  ],
  ...[
    "...a",
    "a ",
    "a  b",
    'k:{"uid":"x"}',
    "f:spec",
    "app.kubernetes.io/name",
    "http://a/b",
    "constructor",
    "__proto__",
    "toString",
  ],
  ...["(a)", "$a", "-a", "/", "_", "a\\b", "é", "\t", "", "a?", "?a", ":a", "::", "a::", "a:\tb", "\u007f"],
];

const marks = fc.constantFrom(...Array.from(" :#-'\"{}[]|>abn01.+_?&*!%@,\\~"));

interface Entry {
  readonly key: string;
  readonly value: Node;
  readonly before: string;
}

type Node =
  | { readonly text: string }
  | { readonly header: string; readonly lines: readonly string[] }
  | { readonly entries: readonly Entry[] }
  | { readonly items: readonly Node[]; readonly indent: number };

const plainTexts = [
  "a",
  "40",
  "Lease",
  '"x"',
  "'y'",
  "{}",
  "[]",
  "coordination.k8s.io/v1",
  '"2026-01-01T00:00:00.000000Z"',
  "",
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plainTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: marks }) },
);
const plainKeys = [
  "a",
  "b",
  "kind",
  "spec",
  "metadata",
  "f:spec",
  ".",
  'k:{"uid":"1-2"}',
  "app/x",
  "items",
  "managedFields",
];
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plainKeys) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: marks }) },
);
const literal = fc.record({
  header: fc.constantFrom("|", "|-", "|+", ">"),
  lines: fc.array(fc.constantFrom("x", "  x", "", "# c", "a: b", '{"a":1}', "- x", "   "), { maxLength: 4 }),
});

const { node } = fc.letrec<{ node: Node; map: Node; list: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: text.map((written) => ({ text: written })) },
    { weight: 3, arbitrary: tie("map") },
    { weight: 2, arbitrary: tie("list") },
    { weight: 1, arbitrary: literal },
  ),
  map: fc.record({
    entries: fc.array(fc.record({ key, value: tie("node"), before: fc.constantFrom("", "", "", "# c: d", " ") }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  list: fc.record({ items: fc.array(tie("node"), { minLength: 1, maxLength: 3 }), indent: fc.constantFrom(0, 2) }),
}));

/**
 * Returns the lines of a node. The first line starts with `lead`, which is a dash, a key with its
 * colon, or empty.
 */
function print(value: Node, column: number, lead: string): readonly string[] {
  const compact = lead === "" || lead.endsWith("- ");
  const pad = " ".repeat(column);
  if ("text" in value) return [value.text === "" || compact ? lead + value.text : `${lead} ${value.text}`];
  if ("header" in value)
    return [
      compact ? lead + value.header : `${lead} ${value.header}`,
      ...value.lines.map((line) => (line === "" ? "" : pad + line)),
    ];
  const parts =
    "items" in value
      ? value.items.map((item) => print(item, column + 2, `${pad}- `))
      : value.entries.map((entry) => printEntry(entry, column));
  const lines = parts.flat();
  return compact && lead !== ""
    ? [lead + (lines[0] ?? "").trimStart(), ...lines.slice(1)]
    : lead === ""
      ? lines
      : [lead, ...lines];
}

function printEntry({ key: name, value, before }: Entry, column: number): readonly string[] {
  const pad = " ".repeat(column);
  const lines = print(value, column + ("indent" in value ? value.indent : 2), `${pad}${name}:`);
  return before === "" ? lines : [...lines, before === " " ? "" : pad + before];
}

const insertions = [
  ...Array.from(" \n:#-'\"{}[]|>ab01.&*!?\t~%@`,\\é\r"),
  "  ",
  "- ",
  ": ",
  " #",
  "\n\n",
  "...\n",
  "\n# c\n",
  "\n  # c\n",
  "<<: ",
];

const mutations: Readonly<Record<string, (text: string, at: number, insertion: string) => string>> = {
  none: (before) => before,
  insert: (before, at, insertion) => before.slice(0, at) + insertion + before.slice(at),
  delete: (before, at) => before.slice(0, at) + before.slice(at + 1),
  double: (before, at) => before.slice(0, at) + before.slice(Math.max(0, at - 1)),
  "double a line": (before, at) => inLine(before, at, (line) => `${line}\n${line}`),
  "indent a line": (before, at) => inLine(before, at, (line) => `${" ".repeat(1 + (at % 3))}${line}`),
  "outdent a line": (before, at) => inLine(before, at, (line) => line.replace(/^ {1,2}/, "")),
  "join two lines": (before, at) => before.slice(0, at) + before.slice(at).replace("\n", ""),
  "end early": (before, at) => before.slice(0, at),
};

function inLine(before: string, at: number, change: (line: string) => string): string {
  const start = before.lastIndexOf("\n", at - 1) + 1;
  const end = before.indexOf("\n", start);
  return (
    before.slice(0, start) +
    change(before.slice(start, end === -1 ? undefined : end)) +
    (end === -1 ? "" : before.slice(end))
  );
}

const mutation = fc.tuple(fc.constantFrom(...Object.values(mutations)), fc.nat(), fc.constantFrom(...insertions));

/**
 * Generates documents in plain block YAML, and documents that differ from it by a few characters or
 * lines. Also changes the documents in `seeds`.
 */
export function nearPlainYaml(seeds: readonly string[]): fc.Arbitrary<string> {
  const document = fc
    .tuple(node, fc.constantFrom(0, 0, 0, 1, 2))
    .map(([value, column]) => `${print(value, column, "").join("\n")}\n`);
  const base = fc.oneof({ weight: 8, arbitrary: document }, { weight: 1, arbitrary: fc.constantFrom(...seeds) });
  return fc
    .tuple(base, fc.array(mutation, { maxLength: 3 }))
    .map(([written, changes]) =>
      changes.reduce((before, [change, at, insertion]) => change(before, at % (before.length + 1), insertion), written),
    );
}
