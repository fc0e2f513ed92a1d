import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput } from "../../src/playground/share-link.ts";

const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: controller, namespace: team-a }
spec:
  holderIdentity: controller-1
  leaseDurationSeconds: 15
  renewTime: "2026-07-01T08:00:00.000000Z"
  leaseTransitions: 3
`;

/** The first input: a takeover 5 s after the last renewal of the holder. */
export const startInput: PlaygroundInput = {
  ...emptyInput,
  operation: "UPDATE",
  oldObject: lease,
  object: lease
    .replace("controller-1", "controller-2")
    .replace("08:00:00", "08:00:05")
    .replace("Transitions: 3", "Transitions: 4"),
  policy: "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n",
  now: "2026-07-01T08:00:05Z",
};
