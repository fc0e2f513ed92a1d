import type { Kind } from "../../../src/api/coordination.ts";
import { rule } from "../../../src/rules/metadata/name-valid.ts";
import type { ChangeOperation } from "../../../src/rules/rule.ts";
import { type ExpectedCause, type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

type Reports = Record<string, Row & { readonly causes: readonly ExpectedCause[] }>;

const all: readonly Kind[] = ["Lease", "LeaseCandidate"];
/** One row a value: on create the kind decides, on update only what a path segment may hold. */
const rows = (operation: ChangeOperation, kinds: readonly Kind[], values: readonly string[], generateName?: string): Record<string, Row> =>
  Object.fromEntries(
    values.map((name) => [
      `name: ${JSON.stringify(name)} for ${kinds} on ${operation}${generateName ? `, generateName ${generateName}` : ""}`,
      { tweak: metadata({ name, ...(generateName && { generateName }) }), kinds, operations: [operation] },
    ]),
  );
const generated = (kinds: readonly Kind[], values: readonly string[]): Record<string, Row> =>
  Object.fromEntries(
    values.map((generateName) => [
      `name: made of ${JSON.stringify(generateName)} for ${kinds}`,
      { tweak: metadata({ name: "", generateName }), kinds, operations: ["CREATE"] },
    ]),
  );
const bad = (messages: number, values: Record<string, Row>): Reports => {
  const causes = Array.from({ length: messages }, () => ({ type: "FieldValueInvalid", field: "metadata.name" }));
  return Object.fromEntries(Object.entries(values).map(([name, row]) => [name, { ...row, causes }]));
};
const a = (length: number) => "a".repeat(length);

const nobody = ["/", "%", "a/b", "a%b", "%2F", "a b", " ", "a\n", "\u0000", "\u00e9", "\u{1f600}", "\u212a", "\u0130", "\ud800", ".", ".."];
const notLease = ["A", "a_b", "-", "-a", "a-", ".a", "a.", "a..b", "a.-b", "a-.b", "..a", "constructo\u0130"];
const notSegment = [".", "..", "/", "%", "a/b", "/a", "a/", "a//b", "a%b", "%2F", "%%", "./", `${a(300)}/`];
/** Legal characters end at 253 bytes; one that is not legal adds its own message. */
const badAt253 = [`${a(251)}\u00e9`, `${a(249)}\u{1f600}`, `${a(250)}\u212a`, `${a(250)}\ud800`];
const badAt254 = [`${a(252)}\u00e9`, `${a(250)}\u{1f600}`, `${a(251)}\u212a`, `${a(251)}\ud800`, `${a(300)}/`];

testRule(rule, {
  silent: {
    ...rows("CREATE", all, ["a", "0", "1.2", "a-b.c--d", "constructor", "k8s.io", a(253), `${"a.".repeat(126)}a`]),
    ...rows("CREATE", ["LeaseCandidate"], ["A_b", "-", "_", ".a", "a.", "a-", "a..b", "-.-", "A".repeat(253)]),
    ...rows("CREATE", all, ["a"], "/%"),
    ...rows("UPDATE", all, ["a", "A", "-", "a b", "...", "..a", "a.", "\u00e9", "\ud800", "\n", a(300)]),
    ...rows("UPDATE", all, [""], "/"),
    ...generated(all, ["a", "a-", "a.", `${a(57)}.-`, `${a(58)}!`, `${a(58)}\u00e9`, `${a(58)}/..`, a(300), "0"]),
    ...generated(["LeaseCandidate"], ["A_", "-", ".", "_", "a.-"]),
    "name: absent": { tweak: without("metadata", "name") },
    "name: null": { tweak: metadata({ name: null }) },
    "name: empty": { tweak: metadata({ name: "", generateName: "" }) },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "name: good after a bad one": { tweak: metadata({ name: "a" }), old: metadata({ name: "a/b" }), operations: ["UPDATE"] },
  },
  reports: {
    ...bad(1, rows("CREATE", all, [...nobody, a(254), ...badAt253])),
    ...bad(2, rows("CREATE", all, badAt254)),
    ...bad(1, rows("CREATE", all, ["/"], "a")),
    ...bad(1, rows("CREATE", ["Lease"], [...notLease, "../a", "a/%", `${"a.".repeat(126)}.`])),
    ...bad(2, rows("CREATE", ["Lease"], ["A".repeat(254), `..${a(252)}\u00e9`])),
    ...bad(1, rows("CREATE", ["LeaseCandidate"], ["..a", "...", "a/%", "A".repeat(254)])),
    ...bad(2, rows("CREATE", ["LeaseCandidate"], ["../a", "../", `..${a(252)}`])),
    ...bad(3, rows("CREATE", ["LeaseCandidate"], [`..${a(250)}\u00e9`])),
    ...bad(1, generated(all, ["/", "%", " ", "\u00e9", `${a(57)}\u00e9`, `${a(56)}\u00e9`, `${a(56)}\u{1f600}`, "\ud800", "\u212a"])),
    ...bad(1, generated(["Lease"], ["-", "--", "foo.-", "A", ".", "a_", "A-", `${a(57)}A`])),
    ...bad(1, generated(["LeaseCandidate"], ["..", "..a", "...-"])),
    ...bad(2, generated(["LeaseCandidate"], ["../"])),
    ...bad(1, rows("UPDATE", all, notSegment)),
    ...bad(2, rows("UPDATE", all, ["a/%", "%/", "../%2F"])),
    "name: bad before too": {
      tweak: metadata({ name: "." }),
      old: metadata({ name: "." }),
      operations: ["UPDATE"],
      causes: [{ type: "FieldValueInvalid", field: "metadata.name" }],
    },
  },
});
