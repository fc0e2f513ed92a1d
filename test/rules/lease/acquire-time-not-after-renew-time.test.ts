import { rule } from "../../../src/rules/lease/acquire-time-not-after-renew-time.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.acquireTime" }];
const crossed = spec({ acquireTime: "2026-07-01T09:00:00.000000Z" });

testRule(rule, {
  silent: {
    "acquireTime: equal to renewTime": { tweak: spec({ acquireTime: "2026-07-01T08:00:10.123456Z" }) },
    "acquireTime: after renewTime by the allowance of two clocks": {
      tweak: spec({ acquireTime: "2026-07-01T08:00:20.123456Z" }),
    },
    "acquireTime: before renewTime in another offset": {
      tweak: spec({ acquireTime: "2026-07-01T10:00:00.000000+02:00" }),
    },
    "acquireTime: null": { tweak: spec({ acquireTime: null }) },
    "renewTime: null": { tweak: spec({ renewTime: null }) },
    "holder: none": { tweak: spec({ holderIdentity: "", acquireTime: "2026-07-01T09:00:00.000000Z" }) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "acquireTime: crossed before, only metadata written": { operations: ["UPDATE"], old: crossed, tweak: crossed },
    "acquireTime: crossed before, only the holder written": {
      operations: ["UPDATE"],
      old: crossed,
      tweak: spec({ acquireTime: "2026-07-01T11:00:00.000000+02:00", holderIdentity: "x" }),
    },
  },
  reports: {
    "acquireTime: a microsecond more after renewTime": {
      tweak: spec({ acquireTime: "2026-07-01T08:00:20.123457Z" }),
      causes,
    },
    "acquireTime: later in an offset that makes it look earlier": {
      tweak: spec({ acquireTime: "2026-07-01T07:00:00.000000-02:00" }),
      causes,
    },
    "acquireTime: later, with every other field changed": {
      tweak: spec({
        acquireTime: "9999-12-31T23:59:59.999999Z",
        holderIdentity: "x",
        leaseDurationSeconds: 1,
        strategy: null,
      }),
      causes,
    },
    "renewTime: put before acquireTime": { tweak: spec({ renewTime: "2026-07-01T07:59:49.999999Z" }), causes },
    "renewTime: a plain renewal that stays before acquireTime": {
      operations: ["UPDATE"],
      old: crossed,
      tweak: spec({ acquireTime: "2026-07-01T09:00:00.000000Z", renewTime: "2026-07-01T08:00:12.000000Z" }),
      causes,
    },
    "renewTime: absent before": { operations: ["UPDATE"], old: spec({ renewTime: null }), tweak: crossed, causes },
  },
});
