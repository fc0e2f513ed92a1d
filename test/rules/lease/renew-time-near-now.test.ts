import { rule } from "../../../src/rules/lease/renew-time-near-now.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const old = spec({ renewTime: "2026-06-30T08:00:00.000000Z" });
const past = { renewTime: "2026-07-01T07:59:54.999999Z" };
const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];

testRule(rule, {
  silent: {
    "renewTime: the allowance ahead": { tweak: spec({ renewTime: "2026-07-01T08:01:05.000000Z" }) },
    "renewTime: as long ago as the maximum time of a request": {
      tweak: spec({ renewTime: "2026-07-01T07:59:55.000000Z" }),
    },
    "renewTime: now in another offset": { tweak: spec({ renewTime: "2026-07-02T08:01:00.000000+24:00" }) },
    "renewTime: now, in the year 10000 before": {
      operations: ["UPDATE"],
      old: spec({ renewTime: "9999-12-31T23:59:59.000000-01:00" }),
      tweak: spec({ renewTime: "2026-07-01T08:01:00.000000Z" }),
    },
    "renewTime: null": { tweak: spec({ renewTime: null }) },
    "renewTime: long past, not written": {
      operations: ["UPDATE"],
      old: spec(past),
      tweak: spec({ ...past, holderIdentity: "x" }),
    },
    "renewTime: far ahead, written again in another offset": {
      operations: ["UPDATE"],
      old: spec({ renewTime: "2027-07-01T08:00:00.000000Z" }),
      tweak: spec({ renewTime: "2027-07-01T10:00:00.000000+02:00" }),
    },
    "renewTime: past, in a create": {
      operations: ["CREATE"],
      tweak: spec({ renewTime: "0001-01-01T00:00:00.000000Z" }),
    },
    "renewTime: past, in a release": { tweak: spec({ ...past, holderIdentity: "" }) },
    "renewTime: past, in a release with null": { tweak: spec({ ...past, holderIdentity: null }) },
    "renewTime: past, of a lease without duration": { tweak: spec({ ...past, leaseDurationSeconds: null }) },
  },
  reports: {
    "renewTime: the allowance and a microsecond ahead": {
      tweak: spec({ renewTime: "2026-07-01T08:01:05.000001Z" }),
      causes,
    },
    "renewTime: longer ago than the maximum time of a request": { operations: ["UPDATE"], tweak: spec(past), causes },
    "renewTime: ahead in an offset that makes it look past": {
      tweak: spec({ renewTime: "2026-07-01T07:00:00.000000-02:00" }),
      causes,
    },
    "renewTime: local time passed off as UTC": { tweak: spec({ renewTime: "2026-07-01T10:01:00.000000Z" }), causes },
    "renewTime: the last possible time": { tweak: spec({ renewTime: "9999-12-31T23:59:59.999999Z" }), causes },
    "renewTime: in the year 10000": { tweak: spec({ renewTime: "9999-12-31T23:59:59.000000-01:00" }), causes },
    "renewTime: in the year -1": {
      operations: ["UPDATE"],
      old,
      tweak: spec({ renewTime: "0000-01-01T00:00:00.000000+01:00" }),
      causes,
    },
    "renewTime: year 0": {
      operations: ["UPDATE"],
      old,
      tweak: spec({ renewTime: "0000-01-01T00:00:00.000000Z" }),
      causes,
    },
    "renewTime: ahead, in a release": {
      tweak: spec({ renewTime: "2026-07-01T09:00:00.000000Z", holderIdentity: "" }),
      causes,
    },
    "renewTime: ahead, of a lease without duration": {
      tweak: spec({ renewTime: "2026-07-01T09:00:00.000000Z", leaseDurationSeconds: null }),
      causes,
    },
    "renewTime: past, absent before": {
      operations: ["UPDATE"],
      old: spec({ renewTime: null }),
      tweak: spec(past),
      causes,
    },
    "renewTime: past, by another holder with another duration": {
      operations: ["UPDATE"],
      tweak: spec({ ...past, holderIdentity: "controller-2", leaseDurationSeconds: 3600, leaseTransitions: 2 }),
      causes,
    },
  },
});
