import { rule } from "../../../src/rules/lease/duration-at-least-3-seconds.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const time = "2026-07-01T08:00:12.000000Z";
const plain = { strategy: null, preferredHolder: null };
const user = { username: "system:serviceaccount:team-a:controller", groups: [] };
const old = spec({ ...plain, holderIdentity: "" });
const acquired = (leaseDurationSeconds: unknown) =>
  spec({ ...plain, acquireTime: time, renewTime: time, leaseDurationSeconds });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: 3 s": { old, user, tweak: acquired(3) },
    "duration: null": { old, user, tweak: acquired(null) },
    "duration: absent": { old, user, tweak: without("spec", "leaseDurationSeconds") },
    "duration: 0, which another rule reports": { old, user, tweak: acquired(0) },
    "duration: shortened by the holder": { old: spec(plain), user, tweak: acquired(2), operations: ["UPDATE"] },
    "duration: 1 s, in a release of fabric8": { old: spec(plain), user, tweak: acquired(1), operations: ["UPDATE"] },
    "duration: 1 s, in a release of fabric8, as audit reads it": { tweak: acquired(1), operations: ["CREATE"] },
    "duration: 1 s, kept by a renewal": {
      old: acquired(1),
      user,
      tweak: spec({ ...plain, leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:13.000000Z" }),
      operations: ["UPDATE"],
    },
    "holder: empty, as in a release": { user, tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1 }) },
    "holder: null, as in a release": { user, tweak: spec({ holderIdentity: null, leaseDurationSeconds: 1 }) },
  },
  reports: {
    "duration: 2 s": { old, user, tweak: acquired(2), causes },
    "duration: 1 s": { old, user, tweak: acquired(1), causes },
    "duration: 1 s, kept by a takeover": {
      old: spec({ ...plain, holderIdentity: "controller-2", leaseDurationSeconds: 1 }),
      user,
      tweak: acquired(1),
      operations: ["UPDATE"],
      causes,
    },
    "duration: 1 s, renewed, as audit reads it": {
      tweak: spec({ ...plain, leaseDurationSeconds: 1 }),
      operations: ["CREATE"],
      causes,
    },
  },
});
