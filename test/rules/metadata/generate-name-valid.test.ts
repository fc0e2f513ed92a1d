import type { Kind } from "../../../src/api/coordination.ts";
import { rule } from "../../../src/rules/metadata/generate-name-valid.ts";
import type { ChangeOperation } from "../../../src/rules/rule.ts";
import { type ExpectedCause, type Row, testRule } from "../../harness/rule-table.ts";
import { metadata } from "../../harness/tweaks.ts";

type Reports = Record<string, Row & { readonly causes: readonly ExpectedCause[] }>;

const all: readonly Kind[] = ["Lease", "LeaseCandidate"];
const rows = (operation: ChangeOperation, kinds: readonly Kind[], values: readonly string[]): Record<string, Row> =>
  Object.fromEntries(
    values.map((generateName) => [
      `generateName: ${JSON.stringify(generateName)} for ${kinds} on ${operation}`,
      { tweak: metadata({ generateName }), kinds, operations: [operation] },
    ]),
  );
const causes = (messages: number) =>
  Array.from({ length: messages }, () => ({ type: "FieldValueInvalid", field: "metadata.generateName" }));
const bad = (messages: number, values: Record<string, Row>): Reports =>
  Object.fromEntries(Object.entries(values).map(([name, row]) => [name, { ...row, causes: causes(messages) }]));
const a = (length: number) => "a".repeat(length);

const nobody = ["/", "%", "a/b", "a%b", "a b", " ", "a\n", "\u00e9", "\u{1f600}", "\u212a", "\u0130", "\ud800", "a/%", ".", "..", "..a"];
/** The two bytes at the end of a Lease's become "a": the second half of a character goes, the first stays. */
const cutCharacter = ["\u00e9-", "a\u00e9-", "\u{1f600}-", "\ud800-"];
/** Masking hides these from a Lease's own check, not from the path segment check that follows. */
const maskedSegment = ["%-", "/-", "foo%-", "foo/-"];

testRule(rule, {
  silent: {
    ...rows("CREATE", all, ["a", "a-", "0-", "foo.a-", "foo.-", "a--", a(253)]),
    ...rows("CREATE", ["Lease"], ["--", ".-", "A-", "_-", " -", `${a(253)}-`, `${a(252)}A-`]),
    ...rows("CREATE", ["LeaseCandidate"], ["A_", "-", "--", ".a", "a.", "_", ".-", `${a(252)}-`]),
    ...rows("UPDATE", all, ["a", "A", "-", ".", "..", "..a", "a b", "\u00e9", "\ud800", "\n", a(300)]),
    "generateName: empty": { tweak: metadata({ generateName: "" }) },
    "generateName: null": { tweak: metadata({ generateName: null }) },
    "generateName: absent with no name": { tweak: (object) => Object.assign(object, { metadata: {} }) },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "generateName: good after a bad one": {
      tweak: metadata({ generateName: "a" }),
      old: metadata({ generateName: "/" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...bad(1, rows("CREATE", all, [...nobody, a(254), `${a(251)}\u00e9`, `${a(250)}\ud800`])),
    ...bad(2, rows("CREATE", all, [`${a(252)}\u00e9`, `${a(251)}\ud800`, `${a(250)}\u{1f600}`])),
    ...bad(1, rows("CREATE", ["Lease"], ["-", "A", "a_", "a.", ".a", "-a", "---", "../", "/%-", "%/-", ...cutCharacter, `${a(254)}-`])),
    ...bad(1, rows("CREATE", ["Lease"], maskedSegment)),
    ...bad(2, rows("CREATE", ["Lease"], [`${a(252)}\u00e9-`, `A${a(253)}-`])),
    ...bad(1, rows("CREATE", ["LeaseCandidate"], ["...", "..-", "/-", "%-", `${a(253)}-`])),
    ...bad(2, rows("CREATE", ["LeaseCandidate"], ["../", "..%-", `..${a(252)}`])),
    ...bad(3, rows("CREATE", ["LeaseCandidate"], [`..${a(251)}\u00e9`])),
    ...bad(1, rows("UPDATE", all, ["/", "%", "a/b", "//", "%2F", "../", "foo/-", `${a(300)}%`])),
    ...bad(2, rows("UPDATE", all, ["/%", "a%b/c"])),
    "generateName: bad with no name": { tweak: metadata({ name: "", generateName: "/" }), causes: causes(1) },
    "generateName: bad before too": {
      tweak: metadata({ generateName: "/" }),
      old: metadata({ generateName: "/" }),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
