import type { World } from "./world.ts";
import { expectStatus } from "./world.ts";

/** The merge patches of a client, its field manager, and the time between two patches. */
export interface Writing {
  readonly manager: string;
  readonly intervalMs: number;
  /** Returns the patch after `count` earlier patches. */
  readonly patch: (count: number) => object;
}

/**
 * Patches a Lease at once, and then again and again. Returns a function that ends the writes.
 * Ignores the errors of all writes except the first.
 */
export async function keepWriting(
  { api }: World,
  [namespace, name]: readonly [string, string],
  { manager, intervalMs, patch }: Writing,
): Promise<() => void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}?fieldManager=${manager}`;
  let count = 0;
  const write = async (): Promise<void> => {
    expectStatus(
      200,
      await api.call("PATCH", path, { contentType: "application/merge-patch+json", body: patch(count++) }),
    );
  };
  await write();
  const timer = setInterval(() => void write().catch(() => undefined), intervalMs);
  return () => clearInterval(timer);
}
