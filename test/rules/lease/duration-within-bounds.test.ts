import { rule } from "../../../src/rules/lease/duration-within-bounds.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const duration = (seconds: unknown): Row => ({ tweak: spec({ leaseDurationSeconds: seconds }) });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];
const update = { operations: ["UPDATE"] } as const;
const released = "2026-07-01T08:00:59.000000Z";
const kept = { holderIdentity: "controller-1", leaseDurationSeconds: 1, acquireTime: released, renewTime: released };
const held = { holderIdentity: "controller-1", leaseDurationSeconds: 15 };
const largest = 2 ** 31 - 1;

testRule(rule, {
  parameters: { minSeconds: 5, maxSeconds: 300 },
  silent: {
    "leaseDurationSeconds: the minimum": duration(5),
    "leaseDurationSeconds: the maximum": duration(300),
    "leaseDurationSeconds: absent": { tweak: without("spec", "leaseDurationSeconds") },
    "leaseDurationSeconds: null": duration(null),
    "leaseDurationSeconds: too long before too": {
      ...update,
      tweak: spec({ leaseDurationSeconds: largest, renewTime: "2026-07-01T08:00:59.000000Z" }),
      old: spec({ leaseDurationSeconds: largest }),
    },
    "leaseDurationSeconds: too short before too": {
      ...update,
      tweak: spec({ leaseDurationSeconds: 1, holderIdentity: "controller-2" }),
      old: spec({ leaseDurationSeconds: 1 }),
    },
    "leaseDurationSeconds: below the minimum of a release": {
      tweak: spec({ leaseDurationSeconds: 1, holderIdentity: "" }),
    },
    "leaseDurationSeconds: below the minimum, holderIdentity null": {
      tweak: spec({ leaseDurationSeconds: 1, holderIdentity: null }),
    },
    "leaseDurationSeconds: a release that keeps the holder, as of fabric8": {
      ...update,
      tweak: spec(kept),
      old: spec(held),
    },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "maxSeconds: not given": { ...duration(largest), parameters: { minSeconds: 5 } },
    "minSeconds: not given": { ...duration(1), parameters: { maxSeconds: 300 } },
  },
  reports: {
    "leaseDurationSeconds: below the minimum": { ...duration(4), causes },
    "leaseDurationSeconds: above the maximum": { ...duration(301), causes },
    "leaseDurationSeconds: 68 years": { ...duration(largest), causes },
    "leaseDurationSeconds: above the only bound, a maximum": {
      ...duration(301),
      parameters: { maxSeconds: 300 },
      causes,
    },
    "leaseDurationSeconds: below the only bound, a minimum": { ...duration(4), parameters: { minSeconds: 5 }, causes },
    "leaseDurationSeconds: too long, and worse before": {
      ...update,
      ...duration(301),
      old: spec({ leaseDurationSeconds: largest }),
      causes,
    },
    "leaseDurationSeconds: too long, none before": {
      ...update,
      ...duration(301),
      old: without("spec", "leaseDurationSeconds"),
      causes,
    },
    "bypass: a duration for the next holder, too long": {
      tweak: spec({ leaseDurationSeconds: largest, holderIdentity: "" }),
      causes,
    },
    "bypass: a holder after a release, whose duration stays": {
      ...update,
      tweak: spec({ leaseDurationSeconds: 1 }),
      old: spec({ leaseDurationSeconds: 1, holderIdentity: "" }),
      causes,
    },
    "bypass: a short term of the same holder that looks like a release, without its times": {
      ...update,
      tweak: spec({ ...kept, acquireTime: null, renewTime: null }),
      old: spec(held),
      causes,
    },
    "bypass: a take-over that looks like a release of the same holder": {
      ...update,
      tweak: spec(kept),
      old: spec({ ...held, holderIdentity: "controller-9" }),
      causes,
    },
    "bypass: a short term of the same holder that looks like a release, of 2 seconds": {
      ...update,
      tweak: spec({ ...kept, leaseDurationSeconds: 2 }),
      old: spec(held),
      causes,
    },
    "bypass: a create that looks like a release": { operations: ["CREATE"], tweak: spec(kept), causes },
    "bypass: a first holder that keeps the duration": {
      ...update,
      tweak: spec({ leaseDurationSeconds: 1 }),
      old: spec({ leaseDurationSeconds: 1, holderIdentity: null }),
      causes,
    },
    "bypass: with every other field changed": {
      tweak: (object) => {
        Object.assign(object.metadata, { labels: {}, annotations: {} });
        spec({ leaseDurationSeconds: 4, holderIdentity: "x", acquireTime: null, renewTime: null, strategy: null })(
          object,
        );
      },
      causes,
    },
  },
});
