import { rule } from "../../../src/rules/lease/preferred-holder-is-candidate.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.preferredHolder" }];
const expiredCauses = causes.map((cause) => ({ ...cause, other: "LeaseCandidate controller-2" }));
const live = (name: string, fields = {}) => candidate("v1beta1", name, fields);

/** A write that sets preferredHolder to controller-2. */
const preferred: Row = { old: without("spec", "preferredHolder") };
const besideHolder: Row = { ...preferred, beside: () => [live("controller-1")] };

testRule(rule, {
  silent: {
    "preferredHolder: a live candidate": { ...preferred, beside: () => [live("controller-1"), live("controller-2")] },
    "preferredHolder: a live candidate of v1alpha1": {
      ...preferred,
      beside: () => [candidate("v1alpha1", "controller-2")],
    },
    "preferredHolder: a candidate renewed 30 minutes ago": {
      ...preferred,
      beside: () => [live("controller-2", { renewTime: "2026-07-01T07:31:00.000000Z" })],
    },
    "preferredHolder: a candidate renewed in the future": {
      ...preferred,
      beside: () => [live("controller-2", { renewTime: "2026-07-01T09:00:00.000000Z" })],
    },
    "preferredHolder: as it was": { ...besideHolder, operations: ["UPDATE"], old: () => {} },
    "preferredHolder: absent": { ...besideHolder, old: () => {}, tweak: without("spec", "preferredHolder") },
    "preferredHolder: null": { ...besideHolder, old: () => {}, tweak: spec({ preferredHolder: null }) },
    "preferredHolder: empty": { ...besideHolder, old: () => {}, tweak: spec({ preferredHolder: "" }) },
    "strategy: absent, for another rule to report": { ...besideHolder, tweak: without("spec", "strategy") },
    "candidates: none known": { ...preferred, abstains: true },
    "candidates: only of another Lease": {
      ...preferred,
      beside: () => [live("controller-1", { leaseName: "other" })],
      abstains: true,
    },
  },
  reports: {
    "preferredHolder: not a candidate": { ...besideHolder, causes },
    "preferredHolder: not a candidate, and the holder absent": {
      ...besideHolder,
      tweak: without("spec", "holderIdentity"),
      causes,
    },
    "preferredHolder: another": {
      ...besideHolder,
      old: () => {},
      tweak: spec({ preferredHolder: "controller-3" }),
      beside: () => [live("controller-2")],
      causes,
    },
    "preferredHolder: a candidate that expired a millisecond ago": {
      ...preferred,
      beside: () => [live("controller-2", { renewTime: "2026-07-01T07:30:59.999000Z" })],
      causes: expiredCauses,
    },
    "preferredHolder: a candidate without renewTime": {
      ...preferred,
      beside: () => [live("controller-2", { renewTime: null })],
      causes: expiredCauses,
    },
    "preferredHolder: a candidate of another namespace": {
      ...besideHolder,
      beside: () => [
        live("controller-1"),
        { ...live("controller-2"), metadata: { name: "controller-2", namespace: "team-b" } },
      ],
      causes,
    },
    "strategy: another than OldestEmulationVersion": {
      ...besideHolder,
      tweak: spec({ strategy: "example.com/newest" }),
      causes,
    },
  },
});
