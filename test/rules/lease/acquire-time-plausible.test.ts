import { rule } from "../../../src/rules/lease/acquire-time-plausible.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const zero = spec({ acquireTime: "0001-01-01T00:00:00.000000Z" });
const causes = [{ type: "FieldValueInvalid", field: "spec.acquireTime" }];

testRule(rule, {
  silent: {
    "acquireTime: the allowance ahead": { tweak: spec({ acquireTime: "2026-07-01T08:01:05.000000Z" }) },
    "acquireTime: Kubernetes' first moment": { tweak: spec({ acquireTime: "2014-06-06T00:00:00.000000Z" }) },
    "acquireTime: of the lease that was deleted": { tweak: spec({ acquireTime: "2025-01-01T00:00:00.000000Z" }) },
    "acquireTime: now in another offset": { tweak: spec({ acquireTime: "2026-07-02T08:01:00.000000+24:00" }) },
    "acquireTime: null": { tweak: spec({ acquireTime: null }) },
    "acquireTime: zero before": { operations: ["UPDATE"], old: zero, tweak: zero },
    "acquireTime: zero before, another holder": {
      operations: ["UPDATE"],
      old: zero,
      tweak: spec({ acquireTime: "0001-01-01T01:00:00.000000+01:00", holderIdentity: "x" }),
    },
  },
  reports: {
    "acquireTime: the allowance and a microsecond ahead": {
      tweak: spec({ acquireTime: "2026-07-01T08:01:05.000001Z" }),
      causes,
    },
    "acquireTime: before Kubernetes": { tweak: spec({ acquireTime: "2014-06-05T23:59:59.999999Z" }), causes },
    "acquireTime: 1970": { tweak: spec({ acquireTime: "1970-01-01T00:00:00.000000Z" }), causes },
    "acquireTime: year 1, Go's zero": { tweak: zero, causes },
    "acquireTime: year 0": { tweak: spec({ acquireTime: "0000-01-01T00:00:00.000000Z" }), causes },
    "acquireTime: the last possible time": { tweak: spec({ acquireTime: "9999-12-31T23:59:59.999999Z" }), causes },
    "acquireTime: ahead in an offset that makes it look past": {
      tweak: spec({ acquireTime: "2026-07-01T07:00:00.000000-02:00" }),
      causes,
    },
    "acquireTime: zero, absent before": {
      operations: ["UPDATE"],
      old: spec({ acquireTime: null }),
      tweak: zero,
      causes,
    },
    "acquireTime: zero, with the holder and all else removed": {
      tweak: spec({
        acquireTime: "0001-01-01T00:00:00.000000Z",
        holderIdentity: "",
        renewTime: null,
        leaseDurationSeconds: null,
      }),
      causes,
    },
  },
});
