import { rule } from "../../../src/rules/lease-candidate/renew-time-required.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueRequired", field: "spec.renewTime" }];
const neither = spec({ pingTime: null, renewTime: null });

testRule(rule, {
  silent: {
    "renewTime: set, no pingTime": { tweak: without("spec", "pingTime") },
    "renewTime: long past": { tweak: spec({ renewTime: "0001-01-01T00:00:01.000000Z" }) },
    "renewTime: absent before, set now": { old: neither, operations: ["UPDATE"] },
    "renewTime: absent before too, nothing written": { tweak: neither, old: neither, operations: ["UPDATE"] },
    "renewTime: absent before too, null for absent": {
      tweak: neither,
      old: (object) => {
        delete object.spec["pingTime"];
        delete object.spec["renewTime"];
      },
      operations: ["UPDATE"],
    },
    "renewTime: absent before too, only a label written": {
      tweak: (object) => {
        neither(object);
        metadata({ labels: { a: "b" } })(object);
      },
      old: neither,
      operations: ["UPDATE"],
    },
    "emulationVersion: empty for absent, renewTime absent": {
      tweak: spec({ pingTime: null, renewTime: null, emulationVersion: "" }),
      old: (object: Draft) => {
        neither(object);
        delete object.spec["emulationVersion"];
      },
      operations: ["UPDATE"],
    },
    "renewTime: removed next to a pingTime, which another rule reports": {
      tweak: spec({ renewTime: null }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "renewTime: absent": { tweak: without("spec", "renewTime"), operations: ["CREATE"], causes },
    "renewTime: null": { tweak: spec({ renewTime: null }), operations: ["CREATE"], causes },
    "renewTime: null, no pingTime": { tweak: neither, causes },
    "spec: empty": {
      tweak: (object) =>
        Object.assign(object, { spec: { leaseName: "controller", binaryVersion: "1.36.0", strategy: "a/b" } }),
      versions: ["v1beta1", "v1alpha2"],
      causes,
    },
    "renewTime: removed": { tweak: neither, old: without("spec", "pingTime"), operations: ["UPDATE"], causes },
    "renewTime: absent before too, another version": {
      tweak: spec({ pingTime: null, renewTime: null, binaryVersion: "1.37.0" }),
      old: neither,
      operations: ["UPDATE"],
      causes,
    },
    "renewTime: absent before too, another strategy": {
      tweak: spec({
        pingTime: null,
        renewTime: null,
        strategy: "example.com/a",
        preferredStrategies: ["example.com/a"],
      }),
      old: neither,
      operations: ["UPDATE"],
      causes,
    },
  },
});
