import { rule } from "../../../src/rules/lease/holder-identity-printable.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
const holder = (value: unknown): Row => ({ tweak: spec({ holderIdentity: value }) });
const rows = valueRows({ name: "holder:", tweak: (holderIdentity: string) => spec({ holderIdentity }) });

const good = [
  "a",
  "~",
  "!",
  "host-a_6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11",
  "team-a/pod-0",
  "id:role",
  '{"name":"a"}',
  "spiffe://example.com/ns/a",
];
const foreign = [
  "caf\u00e9",
  "\u4e3b\u673a",
  "\u{1f600}",
  "\u00ac",
  "\u00ae",
  "\u2010",
  "\u2027",
  "\u2030",
  "\ufffd",
  "\u0430",
  "\ud800",
];
const space = [
  " ",
  " a",
  "a ",
  "a b",
  "\t",
  "a\n",
  "a\r\n",
  "\u0085",
  "\u00a0a",
  "a\u2003b",
  "\u2028",
  "\u2029",
  "\u202f",
  "\u3000",
];
const control = ["\u0000", "a\u001b[31m", "\u001f", "\u007f", "\u0080", "\u009f"];
const unseen = [
  "\u00ad",
  "a\u200bb",
  "\u200d",
  "\u200f",
  "\u202ea",
  "\u2060",
  "\ufeffa",
  "\u034f",
  "\u115f",
  "\u3164",
  "\ufe0f",
  "\u{e0041}",
];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, ...foreign, "\u0441\u0435\u0440\u0432\u0435\u0440-a", "\u0441\u043e\u043a-1"] }),
    "holder: empty": holder(""),
    "holder: null": holder(null),
    "holder: absent": { tweak: without("spec", "holderIdentity") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "preferredHolder: a blank": { tweak: spec({ preferredHolder: " " }) },
    "holder: bad before too": { ...holder("a b"), old: spec({ holderIdentity: "a b" }), operations: ["UPDATE"] },
    "holder: bad before too, only a label written": {
      tweak: (object) => {
        spec({ holderIdentity: "a b" })(object);
        metadata({ labels: null })(object);
      },
      old: spec({ holderIdentity: "a b" }),
      operations: ["UPDATE"],
    },
    "holder: bad before, gone now": { ...holder(""), old: spec({ holderIdentity: "a b" }), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({ values: ["operator-\u0430", "l\u043ecalhost", "\u03bfperator"], causes }),
    ...rows({ values: [...space, ...control, ...unseen], causes }),
    "holder: many of them, reported once": { ...holder(" \t\u200b ".repeat(100)), causes },
    "holder: the same except for an invisible character": {
      ...holder("controller-1\u200b"),
      operations: ["UPDATE"],
      causes,
    },
    "holder: invalid, no holder before": {
      ...holder("a b"),
      old: spec({ holderIdentity: null }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: bad in another way than before": {
      ...holder("a  b"),
      old: spec({ holderIdentity: "a b" }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: bad, among other changes": {
      tweak: spec({ holderIdentity: "a b", leaseDurationSeconds: 1, renewTime: null }),
      causes,
    },
  },
});
