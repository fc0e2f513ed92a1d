import { rule } from "../../../src/rules/lease/holder-pattern.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const holder = (holderIdentity: unknown): Row => ({ tweak: spec({ holderIdentity }) });
const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
const update = { operations: ["UPDATE"] } as const;

testRule(rule, {
  parameters: { patterns: ["controller-*", "backup"] },
  silent: {
    "holderIdentity: as the first pattern": holder("controller-7b9f_0c2f5d7b"),
    "holderIdentity: as the first pattern with nothing more": holder("controller-"),
    "holderIdentity: as the last pattern": holder("backup"),
    "holderIdentity: a release": holder(""),
    "holderIdentity: null": holder(null),
    "holderIdentity: absent": { tweak: without("spec", "holderIdentity") },
    "holderIdentity: another before too": {
      ...update,
      old: spec({ holderIdentity: "other" }),
      tweak: spec({ holderIdentity: "other", renewTime: "2026-07-01T08:00:59.000000Z" }),
    },
    "holderIdentity: another before": { ...update, old: spec({ holderIdentity: "other" }) },
    "preferredHolder: another": { tweak: spec({ preferredHolder: "other" }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "patterns: anything": { ...holder("other"), parameters: { patterns: ["*"] } },
  },
  reports: {
    "holderIdentity: without the dash": { ...holder("controller"), causes },
    "holderIdentity: with something before": { ...holder("a-controller-1"), causes },
    "holderIdentity: with an additional suffix": { ...holder("backup-1"), causes },
    "holderIdentity: another, and worse before": {
      ...update,
      ...holder("other"),
      old: spec({ holderIdentity: "third" }),
      causes,
    },
    "holderIdentity: none before": { ...update, ...holder("other"), old: spec({ holderIdentity: "" }), causes },
    "bypass: upper case": { ...holder("Controller-1"), causes },
    "bypass: the pattern itself as the value": { ...holder("*"), causes },
    "bypass: white space": { ...holder(" controller-1"), causes },
    "bypass: a dash that only looks like one, U+2010": { ...holder("controller\u20101"), causes },
    "bypass: a letter that lowers to k, U+212A": { ...holder("bac\u212aup"), causes },
    "bypass: a zero width space": { ...holder("\u200bbackup"), causes },
    "bypass: a second line": { ...holder("backup\nbackup"), causes },
    "bypass: with every other field changed": {
      tweak: spec({ holderIdentity: "other", preferredHolder: "controller-1", renewTime: null, leaseTransitions: 2 }),
      causes,
    },
  },
});
