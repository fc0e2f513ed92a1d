import { rule } from "../../../src/rules/lease-candidate/strategy-kept.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const oldest = "OldestEmulationVersion";
const single = ["v1beta1", "v1alpha2"];
const list = ["v1alpha1"];
const step = (from: unknown, to: unknown): Row => ({
  versions: single,
  old: spec({ strategy: from }),
  tweak: spec({ strategy: to }),
});
const steps = (from: unknown, to: unknown): Row => ({
  versions: list,
  old: spec({ preferredStrategies: from }),
  tweak: spec({ preferredStrategies: to }),
});
const strategy = [{ type: "FieldValueForbidden", field: "spec.strategy" }];
const strategies = [{ type: "FieldValueForbidden", field: "spec.preferredStrategies" }];

testRule(rule, {
  silent: {
    "strategy: kept by a renewal": { tweak: spec({ renewTime: "2026-07-01T08:00:59.000000Z" }) },
    "strategy: kept by a label": { tweak: metadata({ labels: null }) },
    "strategy: of an expired candidate": { ...step(oldest, "a/b"), now: "2026-07-01T08:29:56.000Z" },
    "strategy: of a candidate without renewTime": {
      ...step(oldest, "a/b"),
      old: without("spec", "renewTime"),
    },
    "strategy: added where none was": step(null, oldest),
    "strategy: added where it was empty": step("", oldest),
    "strategy: emptied, which another rule reports": step(oldest, ""),
    "strategy: null now, which another rule reports": step(oldest, null),
    "preferredStrategies: added where none were": steps(null, [oldest]),
    "preferredStrategies: added where the list was empty": steps([], ["a/b", oldest]),
    "preferredStrategies: empty before and after": steps([], null),
    "preferredStrategies: kept": steps(["a/b", oldest], ["a/b", oldest]),
  },
  reports: {
    "strategy: another": { ...step(oldest, "a/b"), causes: strategy },
    "strategy: another, in the last moment": {
      ...step("a/b", oldest),
      now: "2026-07-01T08:29:55.999Z",
      causes: strategy,
    },
    "strategy: another, with a renewal": {
      ...step(oldest, "a/b"),
      tweak: spec({ strategy: "a/b", renewTime: "2026-07-01T08:00:59.000000Z" }),
      causes: strategy,
    },
    "strategy: another, of a candidate of the year 9999": {
      ...step(oldest, "a/b"),
      old: spec({ renewTime: "9999-12-31T23:59:59.999999Z" }),
      causes: strategy,
    },
    "strategy: another, in another letter case": { ...step("a/b", "a/B"), causes: strategy },
    "preferredStrategies: another": { ...steps([oldest], ["a/b"]), causes: strategies },
    "preferredStrategies: another order": { ...steps(["a/b", oldest], [oldest, "a/b"]), causes: strategies },
    "preferredStrategies: one more": { ...steps([oldest], [oldest, "a/b"]), causes: strategies },
    "preferredStrategies: emptied": { ...steps([oldest], []), causes: strategies },
    "preferredStrategies: null now": { ...steps([oldest], null), causes: strategies },
    "preferredStrategies: absent now": {
      versions: list,
      tweak: without("spec", "preferredStrategies"),
      causes: strategies,
    },
  },
});
