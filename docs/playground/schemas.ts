import leaseV1 from "../../schemas/bundled/coordination.k8s.io/v1/lease.json" with { type: "json" };
import candidateV1alpha1 from "../../schemas/bundled/coordination.k8s.io/v1alpha1/lease-candidate.json" with {
  type: "json",
};
import candidateV1alpha2 from "../../schemas/bundled/coordination.k8s.io/v1alpha2/lease-candidate.json" with {
  type: "json",
};
import leaseV1beta1 from "../../schemas/bundled/coordination.k8s.io/v1beta1/lease.json" with { type: "json" };
import candidateV1beta1 from "../../schemas/bundled/coordination.k8s.io/v1beta1/lease-candidate.json" with {
  type: "json",
};
import policy from "../../schemas/bundled/lease-guard.dev/v1alpha1/policy.json" with { type: "json" };
import type { FieldSchema } from "../../src/playground/field-schema.ts";

/** The schema of policies. */
export const policySchema: FieldSchema = policy;

/** The schemas of Leases and LeaseCandidates, by `apiVersion` and `kind`. */
export const leaseSchemas: Readonly<Record<string, FieldSchema>> = {
  "coordination.k8s.io/v1 Lease": leaseV1,
  "coordination.k8s.io/v1beta1 Lease": leaseV1beta1,
  "coordination.k8s.io/v1beta1 LeaseCandidate": candidateV1beta1,
  "coordination.k8s.io/v1alpha2 LeaseCandidate": candidateV1alpha2,
  "coordination.k8s.io/v1alpha1 LeaseCandidate": candidateV1alpha1,
};
