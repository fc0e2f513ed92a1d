import { rule } from "../../../src/rules/lease/holder-is-candidate.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
const expiredCauses = causes.map((cause) => ({ ...cause, other: "LeaseCandidate controller-1" }));
const live = (name: string, fields = {}) => candidate("v1beta1", name, fields);

/** A write that makes controller-1 the holder 10 s after renewTime. The Lease has not expired. */
const taken: Row = {
  now: "2026-07-01T08:00:20Z",
  old: spec({ holderIdentity: "controller-3", preferredHolder: null }),
  tweak: without("spec", "preferredHolder"),
};
const besideOther: Row = { ...taken, beside: () => [live("controller-3")] };

testRule(rule, {
  silent: {
    "holderIdentity: a live candidate": { ...taken, beside: () => [live("controller-1"), live("controller-3")] },
    "holderIdentity: a live candidate of v1alpha1": { ...taken, beside: () => [candidate("v1alpha1", "controller-1")] },
    "holderIdentity: a candidate renewed 30 minutes ago": {
      ...taken,
      beside: () => [live("controller-1", { renewTime: "2026-07-01T07:30:20.000000Z" })],
    },
    "holderIdentity: a candidate renewed in the future": {
      ...taken,
      beside: () => [live("controller-1", { renewTime: "2026-07-01T09:00:00.000000Z" })],
    },
    "holderIdentity: a candidate that disagrees on the strategy": {
      ...taken,
      beside: () => [live("controller-1", { strategy: "example.com/newest" }), live("controller-3")],
    },
    "holderIdentity: as it was": { ...besideOther, old: () => {}, tweak: () => {}, operations: ["UPDATE"] },
    "holderIdentity: empty": { ...besideOther, tweak: spec({ holderIdentity: "" }) },
    "holderIdentity: absent": { ...besideOther, tweak: without("spec", "holderIdentity") },
    "strategy: absent": { ...besideOther, tweak: spec({ strategy: null, preferredHolder: null }) },
    "strategy: empty": { ...besideOther, tweak: spec({ strategy: "", preferredHolder: null }) },
    "renewTime: expired by a millisecond": { ...besideOther, now: "2026-07-01T08:00:25.124Z" },
    "renewTime: absent": { ...besideOther, tweak: spec({ renewTime: null, preferredHolder: null }) },
    "leaseDurationSeconds: absent": {
      ...besideOther,
      tweak: spec({ leaseDurationSeconds: null, preferredHolder: null }),
    },
    "preferredHolder: a live candidate, while an old release holds the Lease": {
      ...taken,
      old: spec({ strategy: null, preferredHolder: null }),
      tweak: spec({ preferredHolder: "controller-3" }),
      beside: () => [live("controller-3")],
    },
    "candidates: none known": { ...taken, abstains: true },
    "candidates: only of another Lease": {
      ...taken,
      beside: () => [live("other", { leaseName: "other" })],
      abstains: true,
    },
    "candidates: only of another namespace": {
      ...taken,
      beside: () => [{ ...live("other"), metadata: { name: "other", namespace: "team-b" } }],
      abstains: true,
    },
    "candidates: one of them is known twice": {
      ...taken,
      beside: () => [live("other"), live("other")],
      abstains: true,
    },
    "candidates: none that decodes": {
      ...taken,
      beside: () => [live("controller-3", { renewTime: "now" })],
      abstains: true,
    },
  },
  reports: {
    "holderIdentity: not a candidate": { ...besideOther, causes },
    "holderIdentity: not a candidate, at the end of the term": {
      ...besideOther,
      now: "2026-07-01T08:00:25.123Z",
      causes,
    },
    "holderIdentity: a candidate of another Lease": {
      ...taken,
      beside: () => [live("controller-3"), live("controller-1", { leaseName: "other" })],
      causes,
    },
    "holderIdentity: a candidate of another namespace": {
      ...taken,
      beside: () => [
        live("controller-3"),
        { ...live("controller-1"), metadata: { name: "controller-1", namespace: "team-b" } },
      ],
      causes,
    },
    "holderIdentity: a candidate that expired a millisecond ago": {
      ...taken,
      beside: () => [live("controller-1", { renewTime: "2026-07-01T07:30:19.999000Z" })],
      causes: expiredCauses,
    },
    "holderIdentity: a candidate without renewTime": {
      ...taken,
      beside: () => [live("controller-1", { renewTime: null })],
      causes: expiredCauses,
    },
    "holderIdentity: the name of a candidate in upper case": {
      ...taken,
      tweak: spec({ holderIdentity: "CONTROLLER-1", preferredHolder: null }),
      beside: () => [live("controller-1")],
      causes,
    },
    "strategy: another than OldestEmulationVersion": {
      ...besideOther,
      tweak: spec({ strategy: "example.com/newest", preferredHolder: null }),
      causes,
    },
    "strategy: set, and no preferredHolder": {
      ...besideOther,
      operations: ["UPDATE"],
      old: spec({ strategy: null, preferredHolder: null }),
      causes,
    },
    "preferredHolder: not a candidate either": {
      ...besideOther,
      tweak: spec({ preferredHolder: "controller-2" }),
      causes,
    },
  },
});
