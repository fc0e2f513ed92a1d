import { rule } from "../../../src/rules/lease-candidate/ping-time-needs-renew-time.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueRequired", field: "spec.renewTime" }];
const poisoned = without("spec", "renewTime");
const dying = (object: Draft): void => {
  poisoned(object);
  metadata({ deletionTimestamp: "2026-07-01T08:00:00Z", finalizers: null })(object);
};

testRule(rule, {
  silent: {
    "renewTime: before pingTime": { tweak: spec({ renewTime: "2026-07-01T07:00:00.000000Z" }) },
    "renewTime: the second second there ever was": { tweak: spec({ renewTime: "0001-01-01T00:00:01.000000Z" }) },
    "pingTime: absent": { tweak: without("spec", "pingTime") },
    "pingTime: null, renewTime null": { tweak: spec({ pingTime: null, renewTime: null }) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "renewTime: absent before, now healed": { old: poisoned },
    "pingTime: removed from an invalid candidate": { tweak: spec({ pingTime: null, renewTime: null }), old: poisoned },
    "deletion: continues, invalid before": { tweak: dying, old: dying },
  },
  reports: {
    "renewTime: absent": { tweak: poisoned, causes },
    "renewTime: null": { tweak: spec({ renewTime: null }), causes },
    "renewTime: never there, pingTime added": {
      tweak: poisoned,
      old: spec({ pingTime: null, renewTime: null }),
      causes,
    },
    "renewTime: absent before too, pingTime as it was": { tweak: poisoned, old: poisoned, causes },
    "renewTime: absent before too, only a label written": {
      tweak: (object) => {
        poisoned(object);
        metadata({ labels: { a: "b" } })(object);
      },
      old: spec({ renewTime: null }),
      causes,
    },
    "renewTime: removed, and everything else new": {
      tweak: spec({
        pingTime: "2026-07-01T09:00:00.000000Z",
        renewTime: null,
        binaryVersion: "1.37.0",
        emulationVersion: "1.37.0",
      }),
      causes,
    },
    "renewTime: removed while a deletion waits": {
      tweak: dying,
      old: metadata({ deletionTimestamp: "2026-07-01T08:00:00Z" }),
      causes,
    },
  },
});
