import { describe, expect, it } from "vitest";
import type { Body, Writer } from "../harness/api.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { expectStatus, type World } from "../harness/world.ts";

const rival: Writer = { username: "system:serviceaccount:team-b:rival", groups: [electorsGroup] };

/** A rule denies this write of any other writer. */
const filler: Writer = { ...rival, groups: [...rival.groups, "lease-guard:break-glass"] };

/** Returns an owner that kube-apiserver stores in `count` bytes, and sends in 6 times as many. */
const owner = (count: number) => ({ apiVersion: "example.com/v1", kind: "Owner", name: "<".repeat(count), uid: "u" });

/**
 * Tests that a client cannot hide a takeover in a review of more than 7 MiB. kube-apiserver stores
 * an object of 1.5 MiB, but its review can have 18 MiB, because Go escapes some characters.
 */
export function escapedCharacters(world: () => World, guard: () => Guard): void {
  describe("a Lease whose review is much larger than the Lease", () => {
    it("has decisions: a theft is denied, and the holder can repair the Lease", async () => {
      const namespace = await world().newNamespace();
      const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      const created = await world().api.call("POST", collection, {
        body: { metadata: { name: "held" }, spec: takenNow("holder", 600) },
      });
      let held: Body = expectStatus(201, created).body;
      const put = async (ownerReferences: readonly object[], spec: object, writer = rival) => {
        const body = { ...held, metadata: { ...held.metadata, ownerReferences }, spec: { ...held.spec, ...spec } };
        const answer = await world().api.call("PUT", `${collection}/held`, { body, writer });
        if (answer.status === 200) held = answer.body;
        return answer;
      };
      const theft = takenNow("rival", 600, 1);
      const tooLarge = { status: 403, body: { message: expect.stringMatching(/7340032 bytes.*\(schema\/limits\)$/) } };
      expect(await put([owner(1_400_000)], theft)).toMatchObject(tooLarge);
      const tooMuch = { status: 403, body: { message: expect.stringContaining("(metadata/size-at-most-512-kib)") } };
      expect(await put([owner(500_000)], {})).toMatchObject(tooMuch);
      expectStatus(200, await put([owner(700_000)], {}, filler));
      expect(await put([owner(700_000)], theft)).toMatchObject(tooLarge);
      expect(await put([owner(600_000)], theft)).toMatchObject(tooLarge);
      const repaired = await put([owner(600_000)], {});
      expect(repaired).toMatchObject({ status: 200, warnings: [expect.stringMatching(/\(schema\/limits\)$/)] });
      expectStatus(200, await put([], {}));
      expect(await put([], theft)).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/\(lease\/holder-kept-until-expiry\)$/) },
      });

      const decisions = (await guard().everyDecision()).filter(
        (decision) => decision.namespace === namespace && decision.operation === "UPDATE",
      );
      expect(decisions.map(({ allowed }) => allowed)).toEqual([false, false, true, false, false, true, true, false]);
    });
  });
}
