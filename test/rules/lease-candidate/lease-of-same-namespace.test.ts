import { rule } from "../../../src/rules/lease-candidate/lease-of-same-namespace.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.leaseName" }];
const lease = (namespace: string, fields = {}, name = "controller"): Draft => {
  const object = validObject(rowOf("v1", "Lease"));
  return { ...object, metadata: { ...object.metadata, namespace, name }, spec: { ...object.spec, ...fields } };
};
const candidateIn = (version: string, namespace: string, fields = {}): Draft => {
  const object = candidate(version, "other", fields);
  return { ...object, metadata: { ...object.metadata, namespace } };
};

testRule(rule, {
  silent: {
    "leaseName: a Lease of this namespace": { beside: () => [lease("team-a")] },
    "leaseName: a Lease of this namespace, and one elsewhere": { beside: () => [lease("team-b"), lease("team-a")] },
    "leaseName: a Lease of this namespace without a strategy": {
      beside: () => [lease("team-b"), lease("team-a", { strategy: null })],
    },
    "leaseName: a Lease elsewhere with its own candidate": {
      beside: (version) => [lease("team-b"), candidateIn(version, "team-b")],
    },
    "leaseName: a Lease elsewhere with an expired candidate": {
      beside: (version) => [
        lease("team-b"),
        candidateIn(version, "team-b", { renewTime: "2026-06-01T08:00:00.000000Z", pingTime: null }),
      ],
    },
    "leaseName: a Lease elsewhere without a strategy": {
      beside: () => [lease("team-b", { strategy: null, preferredHolder: null })],
    },
    "leaseName: a Lease elsewhere with an empty strategy": {
      beside: () => [lease("team-b", { strategy: "", preferredHolder: "" })],
    },
    "leaseName: no Lease known": { abstains: true },
    "leaseName: only Leases of other names": { beside: () => [lease("team-b", {}, "other")], abstains: true },
    "leaseName: the name of a Lease elsewhere in upper case": {
      tweak: spec({ leaseName: "Controller" }),
      beside: () => [lease("team-b")],
      abstains: true,
    },
    "leaseName: a Lease elsewhere that is known twice": {
      beside: () => [lease("team-b"), lease("team-b")],
      abstains: true,
    },
    "leaseName: a Lease elsewhere that does not decode": {
      beside: () => [lease("team-b", { renewTime: "now" })],
      abstains: true,
    },
  },
  reports: {
    "leaseName: a Lease elsewhere without a candidate": { beside: () => [lease("team-b")], causes },
    "leaseName: a Lease elsewhere whose namespace has candidates of other Leases": {
      beside: (version) => [lease("team-b"), candidateIn(version, "team-b", { leaseName: "other" })],
      causes,
    },
    "leaseName: two Leases elsewhere, and one has a candidate": {
      beside: (version) => [lease("team-b"), candidateIn(version, "team-b"), lease("team-c")],
      causes,
    },
    "leaseName: a Lease elsewhere, and a Lease of another name here": {
      beside: () => [lease("team-a", {}, "other"), lease("team-b", { strategy: "example.com/newest" })],
      causes,
    },
  },
});
