import { rule } from "../../../src/rules/lease-candidate/lease-name-immutable.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const leaseName = (value: unknown) => spec({ leaseName: value });
const fromTo = (before: unknown, after: unknown) => ({ old: leaseName(before), tweak: leaseName(after) });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseName" }];

testRule(rule, {
  silent: {
    "leaseName: equal": fromTo("a", "a"),
    "leaseName: unchanged and not the name of a Lease": fromTo("Bad Name!/..", "Bad Name!/.."),
    "leaseName: equal beyond ASCII": fromTo("\u{1f600}\u00e9", "\u{1f600}\u00e9"),
    "leaseName: empty in both": fromTo("", ""),
    "leaseName: empty, then null": fromTo("", null),
    "leaseName: null, then empty": fromTo(null, ""),
    "leaseName: absent, then empty": { old: without("spec", "leaseName"), tweak: leaseName("") },
    "leaseName: empty, then absent": { old: leaseName(""), tweak: without("spec", "leaseName") },
    "leaseName: lone surrogates, all of them U+FFFD to Go": fromTo("\ud800", "\udc00"),
    "spec: null, then absent": {
      old: (object) => Object.assign(object, { spec: null }),
      tweak: (object) => Reflect.deleteProperty(object, "spec"),
    },
    "metadata.name: changed": { tweak: ({ metadata }) => Object.assign(metadata, { name: "other" }) },
    "spec: every other field changed": {
      tweak: spec({
        pingTime: null,
        renewTime: null,
        binaryVersion: "1.2.3",
        emulationVersion: "1.2.3",
        strategy: "a/b",
        preferredStrategies: [],
      }),
    },
  },
  reports: {
    "leaseName: changed": { ...fromTo("a", "b"), causes },
    "leaseName: another case": { ...fromTo("controller", "Controller"), causes },
    "leaseName: longer by a blank": { ...fromTo("controller", "controller "), causes },
    "leaseName: longer by a NUL": { ...fromTo("controller", "controller\u0000"), causes },
    "leaseName: a prefix of the old one": { ...fromTo("controller", "control"), causes },
    "leaseName: another normal form": { ...fromTo("\u00e9", "e\u0301"), causes },
    "leaseName: U+212A for k": { ...fromTo("k", "\u212a"), causes },
    "leaseName: U+0130 for i and a dot": { ...fromTo("i\u0307", "\u0130"), causes },
    "leaseName: to empty": { ...fromTo("a", ""), causes },
    "leaseName: to null": { ...fromTo("a", null), causes },
    "leaseName: to absent": { tweak: without("spec", "leaseName"), causes },
    "leaseName: from empty": { ...fromTo("", "a"), causes },
    "leaseName: from null": { ...fromTo(null, "a"), causes },
    "leaseName: from absent": { old: without("spec", "leaseName"), causes },
    "leaseName: from a bad one to a good one": { ...fromTo("Bad Name!/..", "good"), causes },
    "leaseName: from a bad one to another": { ...fromTo("Bad Name!/..", "Worse Name!/.."), causes },
    "spec: to null": { tweak: (object) => Object.assign(object, { spec: null }), causes },
    "spec: to absent": { tweak: (object) => Reflect.deleteProperty(object, "spec"), causes },
    "spec: from null": { old: (object) => Object.assign(object, { spec: null }), causes },
  },
});
