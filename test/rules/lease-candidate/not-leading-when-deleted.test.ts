import { rule } from "../../../src/rules/lease-candidate/not-leading-when-deleted.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";

const causes = [{ type: "FieldValueForbidden", field: "metadata.name" }];
/** Returns a Lease that the candidate renewed at 08:00:10, for 15 s. */
const held = (fields: Readonly<Record<string, unknown>> = {}, metadata = {}): Draft => {
  const object = validObject(rowOf("v1", "Lease"));
  const spec = { ...object.spec, holderIdentity: "controller", preferredHolder: null, ...fields };
  return { ...object, metadata: { ...object.metadata, ...metadata }, spec };
};
const early = "2026-07-01T08:00:12Z";
const beside = (fields: Readonly<Record<string, unknown>> = {}, metadata = {}): Row => ({
  now: early,
  beside: () => [held(fields, metadata)],
});

testRule(rule, {
  silent: {
    "holder: another candidate": beside({ holderIdentity: "controller-1" }),
    "holder: empty": beside({ holderIdentity: "" }),
    "holder: absent": beside({ holderIdentity: null }),
    "holder: the candidate, in an election without a strategy": beside({ strategy: null }),
    "holder: the candidate, with an empty strategy": beside({ strategy: "" }),
    "holder: another candidate, and the candidate is preferred": beside({
      holderIdentity: "controller-1",
      preferredHolder: "controller",
    }),
    "renewTime: the term ends within the clock skew allowance": { ...beside(), now: "2026-07-01T08:00:20Z" },
    "renewTime: expired": { ...beside(), now: "2026-07-01T08:00:26Z" },
    "renewTime: absent": beside({ renewTime: null }),
    "renewTime: further in the future than the allowance": beside({ renewTime: "2026-07-01T08:00:17.001000Z" }),
    "leaseDurationSeconds: absent": beside({ leaseDurationSeconds: null }),
    "user: the garbage collector": {
      ...beside(),
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] },
    },
    "user: the namespace controller": {
      ...beside(),
      user: { username: "system:serviceaccount:kube-system:namespace-controller" },
    },
    "user: kube-apiserver, which deletes expired candidates": { ...beside(), user: { username: "system:apiserver" } },
    "lease: not known": { now: early, abstains: true },
    "lease: of another name": { ...beside({}, { name: "other" }), abstains: true },
    "lease: of another namespace": { ...beside({}, { namespace: "team-b" }), abstains: true },
    "lease: known twice": { now: early, beside: () => [held(), held()], abstains: true },
    "lease: does not decode": { ...beside({ leaseTransitions: "1" }), abstains: true },
  },
  reports: {
    "holder: the candidate": { ...beside(), causes },
    "holder: the candidate, which must stop for another": { ...beside({ preferredHolder: "controller-2" }), causes },
    "holder: the candidate, elected by another strategy": { ...beside({ strategy: "example.com/newest" }), causes },
    "renewTime: the term ends after the clock skew allowance": { ...beside(), now: "2026-07-01T08:00:19.999Z", causes },
    "renewTime: in the future by the allowance": { ...beside({ renewTime: "2026-07-01T08:00:17.000000Z" }), causes },
    "user: an administrator": { ...beside(), user: { username: "jane", groups: ["system:masters"] }, causes },
    "user: a person": { ...beside(), user: { username: "jane" }, causes },
  },
});
