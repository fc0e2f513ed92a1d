import { rule } from "../../../src/rules/lease/duration-at-least-3-seconds.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const plain = { strategy: null, preferredHolder: null };
const renewed = { ...plain, acquireTime: "2026-07-01T08:00:12.000000Z", renewTime: "2026-07-01T08:00:12.000000Z" };
const duration = (leaseDurationSeconds: unknown) => spec({ leaseDurationSeconds });
const person = { username: "jane", groups: ["system:authenticated"] };
const holder = { username: "system:serviceaccount:team-a:controller", groups: [] };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: 3 s": { tweak: duration(3) },
    "duration: null": { tweak: duration(null) },
    "duration: absent": { tweak: without("spec", "leaseDurationSeconds") },
    "duration: 0, which another rule reports": { tweak: duration(0) },
    "duration: 1 s, kept by a renewal": {
      old: spec({ ...plain, leaseDurationSeconds: 1 }),
      tweak: spec({ ...plain, leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:11.000000Z" }),
      operations: ["UPDATE"],
    },
    "holder: empty, as in a release": { tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1 }) },
    "holder: null, as in a release": { tweak: spec({ holderIdentity: null, leaseDurationSeconds: 1 }) },
    "holder: kept in a release of fabric8": {
      now,
      old: spec(plain),
      tweak: spec({ ...renewed, leaseDurationSeconds: 1 }),
      user: holder,
      operations: ["UPDATE"],
    },
    "holder: kept in a release of fabric8, as audit reads it": {
      now,
      tweak: spec({ ...renewed, leaseDurationSeconds: 1 }),
    },
    "duration: shortened by a person while the lease is held": {
      now,
      tweak: duration(1),
      user: person,
      operations: ["UPDATE"],
    },
  },
  reports: {
    "duration: 2 s": { tweak: duration(2), causes },
    "duration: 1 s, in a create": {
      now,
      tweak: spec({ ...renewed, leaseDurationSeconds: 1 }),
      user: holder,
      operations: ["CREATE"],
      causes,
    },
    "duration: 2 s, in an acquisition": {
      now,
      old: spec({ ...plain, holderIdentity: "", leaseDurationSeconds: 2 }),
      tweak: spec({ ...renewed, leaseDurationSeconds: 2 }),
      user: holder,
      operations: ["UPDATE"],
      causes,
    },
    "duration: 1 s, in a takeover": {
      now: "2026-07-01T08:00:30Z",
      old: spec({ ...plain, leaseDurationSeconds: 1 }),
      tweak: spec({ ...renewed, holderIdentity: "controller-2", leaseDurationSeconds: 1 }),
      user: holder,
      operations: ["UPDATE"],
      causes,
    },
    "duration: shortened by a person after the lease term": {
      now: "2026-07-01T08:01:00Z",
      tweak: duration(1),
      user: person,
      operations: ["UPDATE"],
      causes,
    },
  },
});
