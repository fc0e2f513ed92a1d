import { describe, expect, it } from "vitest";
import { byPod } from "../../harness/by-pod.ts";
import type { Answer, Body, Writer } from "../harness/api.ts";
import { identityOf } from "../harness/bound-tokens.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { expectStatus, type World } from "../harness/world.ts";

type Entry = Readonly<Record<string, unknown>>;

const entry = (manager: string, rest: Entry): Entry => ({
  manager,
  operation: "Apply",
  apiVersion: "coordination.k8s.io/v1",
  time: "2026-07-01T08:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": { "f:leaseDurationSeconds": {} } },
  ...rest,
});
const entries = (count: number, rest: (index: number) => Entry = () => ({})): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => entry(`manager-${index}`, rest(index)));
const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, "x"]));

/**
 * Tests that a sibling cannot fill the Lease of a pod so that lease-guard denies the next renewal,
 * which adds a label and an entry of managedFields.
 */
export function filledLease(world: () => World): void {
  describe("a Lease that a sibling fills", () => {
    const writerOf = (namespace: string, pod: string): Writer => {
      const { groups, ...user } = byPod(pod, "worker-1", `${namespace}:controller`);
      return { ...user, groups: [...groups, electorsGroup] };
    };

    it("keeps its holder", async () => {
      const namespace = await world().newNamespace();
      const [holder, sibling] = ["store-0", "store-1"].map((pod) => writerOf(namespace, pod));
      const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      const call = (method: string, path: string, body: object, writer: Writer | undefined): Promise<Answer> =>
        world().api.call(method, path, { body, ...(writer && { writer }) });
      const metadata = { name: "filled" };
      const spec = takenNow(identityOf("store-0"), 600);
      let held: Body = expectStatus(201, await call("POST", collection, { metadata, spec }, holder)).body;
      const put = (change: object, writer: Writer | undefined, changedSpec: object = {}): Promise<Answer> =>
        call(
          "PUT",
          `${collection}/filled`,
          { ...held, metadata: { ...held.metadata, ...change }, spec: { ...held.spec, ...changedSpec } },
          writer,
        );
      const managers = (): readonly Entry[] => (held.metadata?.["managedFields"] ?? []) as readonly Entry[];
      const renew = async (label: string): Promise<void> => {
        const own = { labels: { ...(held.metadata?.["labels"] as object | undefined), [label]: "x" } };
        const { renewTime } = takenNow("", 1);
        held = expectStatus(200, await put(own, holder, { renewTime })).body;
      };
      const denied = (rule: string) => ({ status: 403, body: { message: expect.stringContaining(`(${rule})`) } });

      const tooMany = { managedFields: [...managers(), ...entries(1001)] };
      expect(await put(tooMany, sibling)).toMatchObject(denied("metadata/entries-at-most-1000"));
      held = expectStatus(200, await put({ managedFields: [...managers(), ...entries(1000)] }, sibling)).body;
      expect(managers().filter(({ operation }) => operation === "Apply")).toHaveLength(1000);
      await renew("own-1");
      expect(managers().length).toBeGreaterThan(1000);
      held = expectStatus(200, await put({ managedFields: managers().slice(-1), labels: labels(1000) }, sibling)).body;
      await renew("own-2");
      expect(Object.keys(held.metadata?.["labels"] ?? {})).toHaveLength(1001);

      // In JSON, kube-apiserver sends each of these characters in 6 bytes.
      const fieldsV1 = { "f:metadata": { "f:labels": { [`f:${"<".repeat(300_000)}`]: {} } } };
      const large = { managedFields: [...managers(), entry("large", { fieldsV1 })] };
      expect(await put(large, sibling)).toMatchObject(denied("metadata/size-at-most-512-kib"));

      // kube-apiserver keeps few entries of updates, even if each names another version.
      const updates = entries(1001, (index) => ({ operation: "Update", apiVersion: `coordination.k8s.io/v${index}` }));
      held = expectStatus(200, await put({ managedFields: [...managers(), ...updates] }, sibling)).body;
      expect(managers().length).toBeLessThan(20);
      await renew("own-3");
    });
  });
}
