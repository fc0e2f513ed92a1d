import { rule } from "../../../src/rules/lease-candidate/preferred-strategies-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const listed = { versions: ["v1alpha1"] } as const;
const causes = [{ type: "FieldValueRequired", field: "spec.preferredStrategies" }];
const strategies = (preferredStrategies: unknown) => spec({ preferredStrategies });
const renewTime = "2026-07-01T08:00:59.000000Z";

testRule(rule, {
  silent: {
    "preferredStrategies: one": { ...listed, tweak: strategies(["example.com/newest"]) },
    "preferredStrategies: two": { ...listed, tweak: strategies(["example.com/newest", "OldestEmulationVersion"]) },
    "preferredStrategies: an empty strategy, for another rule to report": { ...listed, tweak: strategies([""]) },
    "preferredStrategies: empty before and after": {
      ...listed,
      operations: ["UPDATE"],
      old: strategies([]),
      tweak: spec({ preferredStrategies: [], renewTime }),
    },
    "preferredStrategies: absent before, empty after": {
      ...listed,
      operations: ["UPDATE"],
      old: without("spec", "preferredStrategies"),
      tweak: strategies([]),
    },
    "preferredStrategies: set, empty before": { ...listed, operations: ["UPDATE"], old: strategies([]) },
    "strategy: absent in another version, for another rule to report": {
      versions: ["v1beta1", "v1alpha2"],
      tweak: without("spec", "strategy"),
    },
  },
  reports: {
    "preferredStrategies: empty": { ...listed, tweak: strategies([]), causes },
    "preferredStrategies: null": { ...listed, tweak: strategies(null), causes },
    "preferredStrategies: absent": { ...listed, tweak: without("spec", "preferredStrategies"), causes },
    "spec: absent": { ...listed, tweak: (object) => Reflect.deleteProperty(object, "spec"), causes },
  },
});
