import { rule } from "../../../src/rules/lease/preferred-holder-needs-strategy.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "spec.preferredHolder" }];
const bothAbsent = (object: Draft) => {
  without("spec", "preferredHolder")(object);
  without("spec", "strategy")(object);
};

testRule(rule, {
  silent: {
    "strategy: OldestEmulationVersion": { tweak: spec({ strategy: "OldestEmulationVersion", preferredHolder: "x" }) },
    "strategy: a qualified name": { tweak: spec({ strategy: "example.com/newest", preferredHolder: "x" }) },
    "strategy: unknown, which another rule reports": { tweak: spec({ strategy: "foo" }) },
    "strategy: blank, which another rule reports": { tweak: spec({ strategy: " " }) },
    "preferredHolder: empty, strategy null": { tweak: spec({ preferredHolder: "", strategy: null }) },
    "preferredHolder: empty, strategy empty": { tweak: spec({ preferredHolder: "", strategy: "" }) },
    "preferredHolder: null, strategy null": { tweak: spec({ preferredHolder: null, strategy: null }) },
    "preferredHolder: null, strategy empty": { tweak: spec({ preferredHolder: null, strategy: "" }) },
    "preferredHolder: absent, strategy set": { tweak: without("spec", "preferredHolder") },
    "preferredHolder: absent, strategy absent": { tweak: bothAbsent },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "strategy: set, absent before": { old: without("spec", "strategy"), operations: ["UPDATE"] },
    "preferredHolder: removed with its strategy": { tweak: bothAbsent, operations: ["UPDATE"] },
  },
  reports: {
    "strategy: absent": { tweak: without("spec", "strategy"), causes },
    "strategy: null": { tweak: spec({ strategy: null }), causes },
    "strategy: empty": { tweak: spec({ strategy: "" }), causes },
    "preferredHolder: blank": { tweak: spec({ strategy: null, preferredHolder: " " }), causes },
    "preferredHolder: 0": { tweak: spec({ strategy: null, preferredHolder: "0" }), causes },
    "preferredHolder: a control character": { tweak: spec({ strategy: "", preferredHolder: "\u0000" }), causes },
    "preferredHolder: a lone surrogate": { tweak: spec({ strategy: "", preferredHolder: "\ud800" }), causes },
    "preferredHolder: the holder itself": { tweak: spec({ strategy: null, preferredHolder: "controller-1" }), causes },
    "preferredHolder: among other errors": {
      tweak: spec({ strategy: "", leaseDurationSeconds: 0, leaseTransitions: -1 }),
      causes,
    },
    "strategy: removed": { tweak: without("spec", "strategy"), operations: ["UPDATE"], causes },
    "strategy: absent before too": {
      old: without("spec", "strategy"),
      tweak: without("spec", "strategy"),
      operations: ["UPDATE"],
      causes,
    },
  },
});
