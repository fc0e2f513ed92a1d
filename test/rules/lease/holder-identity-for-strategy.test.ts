import { rule } from "../../../src/rules/lease/holder-identity-for-strategy.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const oldest = "OldestEmulationVersion";
const absent = without("spec", "holderIdentity");
const uncoordinated = spec({ holderIdentity: null, strategy: null, preferredHolder: null });
const ofOthers = spec({ holderIdentity: null, strategy: "example.com/newest", preferredHolder: null });
const causes = [{ type: "FieldValueRequired", field: "spec.holderIdentity" }];

testRule(rule, {
  silent: {
    "holder: empty, as after a release": { tweak: spec({ holderIdentity: "", strategy: oldest }) },
    "holder: null, no strategy": { tweak: uncoordinated, operations: ["CREATE"] },
    "holder: null, another strategy": { tweak: ofOthers, operations: ["CREATE"] },
    "holder: null, the strategy in another letter case": {
      tweak: spec({ holderIdentity: null, strategy: "oldestemulationversion" }),
      operations: ["CREATE"],
    },
    "holder: removed, of a lease without a strategy": {
      old: spec({ strategy: null, preferredHolder: null }),
      tweak: uncoordinated,
      operations: ["UPDATE"],
    },
    "holder: removed, of a lease with another strategy": {
      old: spec({ strategy: "example.com/newest", preferredHolder: null }),
      tweak: ofOthers,
      operations: ["UPDATE"],
    },
    "strategy: removed, and the holder is kept": {
      tweak: spec({ strategy: null, preferredHolder: null }),
      operations: ["UPDATE"],
    },
    "strategy: removed by a release of client-go": {
      tweak: spec({ holderIdentity: "", strategy: null, preferredHolder: null }),
      operations: ["UPDATE"],
    },
    "holder: absent before and after": { old: absent, tweak: absent, operations: ["UPDATE"] },
    "holder: absent before, null after, with another duration": {
      old: absent,
      tweak: spec({ holderIdentity: null, leaseDurationSeconds: 5 }),
      operations: ["UPDATE"],
    },
    "holder: set on a lease without": {
      old: absent,
      tweak: spec({ holderIdentity: "controller-1" }),
      operations: ["UPDATE"],
    },
    "strategy: removed from a lease without a holder": {
      old: absent,
      tweak: spec({ holderIdentity: null, strategy: null, preferredHolder: null }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "holder: absent in a new lease": { tweak: absent, operations: ["CREATE"], causes },
    "holder: null in a new lease": { tweak: spec({ holderIdentity: null }), operations: ["CREATE"], causes },
    "holder: removed": { tweak: absent, operations: ["UPDATE"], causes },
    "holder: removed when it was empty": {
      old: spec({ holderIdentity: "" }),
      tweak: absent,
      operations: ["UPDATE"],
      causes,
    },
    "holder: removed together with the strategy": { tweak: uncoordinated, operations: ["UPDATE"], causes },
    "holder: removed together with the whole spec": {
      tweak: (object) => {
        object.spec = {};
      },
      operations: ["UPDATE"],
      causes,
    },
    "holder: removed, with another strategy": { tweak: ofOthers, operations: ["UPDATE"], causes },
    "strategy: set on a lease without a holder": {
      old: spec({ holderIdentity: null, strategy: null, preferredHolder: null }),
      tweak: absent,
      operations: ["UPDATE"],
      causes,
    },
  },
});
