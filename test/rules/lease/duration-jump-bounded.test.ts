import { rule } from "../../../src/rules/lease/duration-jump-bounded.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const jump = (before: unknown, after: unknown): Row => ({
  old: spec({ leaseDurationSeconds: before }),
  tweak: spec({ leaseDurationSeconds: after }),
});
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];
const largest = 2 ** 31 - 1;
const released = "2026-07-01T08:00:59.000000Z";
const kept = { holderIdentity: "controller-1", leaseDurationSeconds: 1, acquireTime: released, renewTime: released };
const held = { holderIdentity: "controller-1", leaseDurationSeconds: 15 };
const absent = without("spec", "leaseDurationSeconds");

testRule(rule, {
  parameters: { maxFactor: 4 },
  silent: {
    "leaseDurationSeconds: four times as long": jump(15, 60),
    "leaseDurationSeconds: four times shorter": jump(60, 15),
    "leaseDurationSeconds: as it was": jump(15, 15),
    "leaseDurationSeconds: 1.15 times as long, which 1.15 * 100 is not": {
      ...jump(100, 115),
      parameters: { maxFactor: 1.15 },
    },
    "leaseDurationSeconds: unchanged, with a factor of 1": { ...jump(largest, largest), parameters: { maxFactor: 1 } },
    "leaseDurationSeconds: absent now": { old: spec({ leaseDurationSeconds: 3600 }), tweak: absent },
    "leaseDurationSeconds: absent before": { old: absent, tweak: spec({ leaseDurationSeconds: 3600 }) },
    "leaseDurationSeconds: null now": jump(3600, null),
    "leaseDurationSeconds: null before": jump(null, 3600),
    "leaseDurationSeconds: 0 now, which another rule reports": jump(3600, 0),
    "leaseDurationSeconds: below 0 before": jump(-1, 3600),
    "holderIdentity: a release": { ...jump(15, 1), tweak: spec({ leaseDurationSeconds: 1, holderIdentity: "" }) },
    "holderIdentity: none before": {
      old: spec({ leaseDurationSeconds: 1, holderIdentity: "" }),
      tweak: spec({ leaseDurationSeconds: 15 }),
    },
    "holderIdentity: kept in a release, as of fabric8": { old: spec(held), tweak: spec(kept) },
    "holderIdentity: another one after a release that keeps the holder": {
      old: spec(kept),
      tweak: spec({ leaseDurationSeconds: 15, holderIdentity: "controller-2", leaseTransitions: 2 }),
    },
    "holderIdentity: the same one after a release that keeps the holder": { old: spec(kept), tweak: spec(held) },
    "holderIdentity: null before": { old: spec({ leaseDurationSeconds: 1, holderIdentity: null }), tweak: spec({}) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
  },
  reports: {
    "leaseDurationSeconds: more than four times as long": { ...jump(15, 61), causes },
    "leaseDurationSeconds: more than four times shorter": { ...jump(61, 15), causes },
    "leaseDurationSeconds: one second more, with a factor of 1": {
      ...jump(15, 16),
      parameters: { maxFactor: 1 },
      causes,
    },
    "leaseDurationSeconds: 68 years": { ...jump(15, largest), causes },
    "leaseDurationSeconds: one second": { ...jump(15, 1), causes },
    "bypass: a take-over with the jump": {
      ...jump(15, 3600),
      tweak: spec({ leaseDurationSeconds: 3600, holderIdentity: "controller-2", leaseTransitions: 2 }),
      causes,
    },
    "bypass: a release that keeps the holder, without its times": {
      old: spec(held),
      tweak: spec({ ...kept, acquireTime: null, renewTime: null }),
      causes,
    },
    "bypass: a release that keeps the holder, of 2 seconds": {
      old: spec(held),
      tweak: spec({ ...kept, leaseDurationSeconds: 2 }),
      causes,
    },
    "bypass: a take-over that looks like a release": {
      old: spec(held),
      tweak: spec({ ...kept, holderIdentity: "controller-2", leaseTransitions: 2 }),
      causes,
    },
    "bypass: a duration of one second that is renewed": {
      old: spec({ ...kept, acquireTime: "2026-07-01T08:00:00.000000Z" }),
      tweak: spec(held),
      causes,
    },
    "bypass: a duration of one second without times": {
      old: spec({ ...kept, acquireTime: null, renewTime: null }),
      tweak: spec(held),
      causes,
    },
    "bypass: with every other field changed": {
      tweak: (object) => {
        Object.assign(object.metadata, { labels: {}, annotations: {} });
        spec({ leaseDurationSeconds: 3600, acquireTime: null, renewTime: null, strategy: null, preferredHolder: null })(
          object,
        );
      },
      causes,
    },
  },
});
