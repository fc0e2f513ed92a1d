import { evaluate } from "../../src/playground/evaluate.ts";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput } from "../../src/playground/share-link.ts";

/** Returns one line for each diagnostic: its position, its level, and its origin or message. */
export async function shownDiagnostics(input: Partial<PlaygroundInput>): Promise<readonly string[]> {
  const { diagnostics } = await evaluate({ ...emptyInput, ...input }, now);
  return diagnostics.map(
    ({ pane, line, column, level, origin, message }) => `${pane}:${line}:${column} ${level} ${origin ?? message}`,
  );
}

export const now: Date = new Date("2026-07-01T08:00:05Z");

export const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: controller, namespace: team-a }
spec:
  holderIdentity: controller-1
  leaseDurationSeconds: 15
  renewTime: "2026-07-01T08:00:00.000000Z"
`;
export const taken: string = lease.replace("controller-1", "controller-2");
/** Returns the YAML of a candidate for the Lease in `lease`. */
export const candidate = (name: string, strategy: string): string => `apiVersion: coordination.k8s.io/v1beta1
kind: LeaseCandidate
metadata: { name: ${name}, namespace: team-a }
spec:
  leaseName: controller
  binaryVersion: 1.36.0
  emulationVersion: 1.36.0
  strategy: ${strategy}
  renewTime: "2026-07-01T08:00:00.000000Z"
`;
export const oldest: string = candidate("a", "OldestEmulationVersion");
export const other: string = candidate("b", "example.com/newest");
