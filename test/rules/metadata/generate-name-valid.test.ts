import { rule } from "../../../src/rules/metadata/generate-name-valid.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const rows = valueRows({ name: "generateName:", tweak: (generateName: string) => metadata({ generateName }) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.generateName" });
const a = (length: number) => "a".repeat(length);

const badForBoth = [
  "/",
  "%",
  "a/b",
  "a%b",
  "a b",
  " ",
  "a\n",
  "\u00e9",
  "\u{1f600}",
  "\u212a",
  "\u0130",
  "\ud800",
  "a/%",
  ".",
  "..",
  "..a",
];
/**
 * Values in which the check of generateName for a Lease cuts a character. The check replaces the
 * last two bytes with "a". The last byte of a multi-byte character is then missing, so the rest of
 * the character is invalid.
 */
const cutCharacter = ["\u00e9-", "a\u00e9-", "\u{1f600}-", "\ud800-"];
/**
 * Values in which the first check of generateName for a Lease replaces `%` and `/`. The check of
 * path segments still finds both characters.
 */
const maskedSegment = ["%-", "/-", "foo%-", "foo/-"];

testRule(rule, {
  silent: {
    ...rows({ values: ["a", "a-", "0-", "foo.a-", "foo.-", "a--", a(253)], operations: ["CREATE"] }),
    ...rows({
      values: ["--", ".-", "A-", "_-", " -", `${a(253)}-`, `${a(252)}A-`],
      kinds: ["Lease"],
      operations: ["CREATE"],
    }),
    ...rows({
      values: ["A_", "-", "--", ".a", "a.", "_", ".-", `${a(252)}-`],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
    }),
    ...rows({
      values: ["a", "A", "-", ".", "..", "..a", "a b", "\u00e9", "\ud800", "\n", a(300)],
      operations: ["UPDATE"],
    }),
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
    ...rows({
      values: [...badForBoth, a(254), `${a(251)}\u00e9`, `${a(250)}\ud800`],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...rows({
      values: [`${a(252)}\u00e9`, `${a(251)}\ud800`, `${a(250)}\u{1f600}`],
      operations: ["CREATE"],
      causes: causes(2),
    }),
    ...rows({
      values: ["-", "A", "a_", "a.", ".a", "-a", "---", "../", "/%-", "%/-", ...cutCharacter, `${a(254)}-`],
      kinds: ["Lease"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...rows({ values: maskedSegment, kinds: ["Lease"], operations: ["CREATE"], causes: causes(1) }),
    ...rows({
      values: [`${a(252)}\u00e9-`, `A${a(253)}-`],
      kinds: ["Lease"],
      operations: ["CREATE"],
      causes: causes(2),
    }),
    ...rows({
      values: ["...", "..-", "/-", "%-", `${a(253)}-`],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...rows({
      values: ["../", "..%-", `..${a(252)}`],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      causes: causes(2),
    }),
    ...rows({ values: [`..${a(251)}\u00e9`], kinds: ["LeaseCandidate"], operations: ["CREATE"], causes: causes(3) }),
    ...rows({
      values: ["/", "%", "a/b", "//", "%2F", "../", "foo/-", `${a(300)}%`],
      operations: ["UPDATE"],
      causes: causes(1),
    }),
    ...rows({ values: ["/%", "a%b/c"], operations: ["UPDATE"], causes: causes(2) }),
    "generateName: bad with no name": { tweak: metadata({ name: "", generateName: "/" }), causes: causes(1) },
    "generateName: bad before too": {
      tweak: metadata({ generateName: "/" }),
      old: metadata({ generateName: "/" }),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
