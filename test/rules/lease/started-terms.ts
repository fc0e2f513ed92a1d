import { byPod } from "../../harness/by-pod.ts";
import type { RuleTable } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const user = byPod("controller-0");
const expired = spec({ renewTime: "2026-07-01T07:00:00.000000Z" });
const update = { now, user, operations: ["UPDATE"] } as const;
const written = [{ type: "FieldValueForbidden", field: "spec" }];
const started = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];

/** Writes by which a pod starts, or keeps, the lease term of another pod. */
export const startedTerms: RuleTable["reports"] = {
  "term: of an expired lease of a sibling, in the future": {
    ...update,
    old: expired,
    tweak: spec({ renewTime: "2094-01-01T00:00:00.000000Z" }),
    causes: written,
  },
  "term: in the future before and after, with another count": {
    ...update,
    old: spec({ renewTime: "2094-01-01T00:00:00.000000Z" }),
    tweak: spec({ renewTime: "2094-01-01T00:00:00.000000Z", leaseTransitions: 7 }),
    causes: written,
  },
  "term: of an expired lease of a sibling, renewed in the past": {
    ...update,
    old: expired,
    tweak: spec({ renewTime: "2026-07-01T08:00:02.900000Z" }),
    causes: written,
  },
  "term: of an expired lease of a sibling, with another count": {
    ...update,
    old: expired,
    tweak: spec({ renewTime: "2026-07-01T07:00:00.000000Z", leaseTransitions: 7 }),
    causes: written,
  },
  "term: of an expired lease of a sibling, with the duration removed": {
    ...update,
    old: expired,
    tweak: spec({ renewTime: "2026-07-01T07:00:00.000000Z", leaseDurationSeconds: null }),
    causes: written,
  },
  "term: of an expired lease of a sibling, shortened": {
    ...update,
    old: expired,
    tweak: spec({ renewTime: "2026-07-01T07:00:00.000000Z", leaseDurationSeconds: 1 }),
    causes: written,
  },
  "term: of an expired lease, for another sibling, in the past": {
    ...update,
    old: expired,
    tweak: spec({ holderIdentity: "controller-7", renewTime: "2026-07-01T07:00:00.000000Z" }),
    causes: started,
  },
  "term: of a second more than the allowance, for a sibling, in the past": {
    ...update,
    old: spec({ holderIdentity: "" }),
    tweak: spec({ leaseDurationSeconds: 6, renewTime: "2026-07-01T07:00:00.000000Z" }),
    causes: started,
  },
  "term: of the allowance, for a sibling, in the future": {
    ...update,
    old: spec({ holderIdentity: "" }),
    tweak: spec({ leaseDurationSeconds: 5, renewTime: "2026-07-01T09:00:00.000000Z" }),
    causes: started,
  },
  "term: of a released lease, for a sibling, in the past": {
    ...update,
    old: spec({ holderIdentity: "" }),
    tweak: spec({ renewTime: "2026-07-01T07:00:00.000000Z" }),
    causes: started,
  },
  "term: of an expired lease, for a sibling without a renewTime": {
    ...update,
    old: expired,
    tweak: spec({ holderIdentity: "controller-7", renewTime: null }),
    causes: started,
  },
  "term: of a released lease, for a sibling, a millisecond after the allowance": {
    ...update,
    old: spec({ holderIdentity: "" }),
    tweak: spec({ renewTime: "2026-07-01T08:00:17.001000Z" }),
    causes: started,
  },
};
