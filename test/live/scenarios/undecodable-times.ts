import { describe, expect, it } from "vitest";
import { objectsAt } from "../../../src/core/api/fields.ts";
import type { Body, Writer } from "../harness/api.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { expectStatus, type World } from "../harness/world.ts";

const rival: Writer = { username: "system:serviceaccount:team-b:rival", groups: [electorsGroup] };

/** In a body, this string becomes a byte that is not UTF-8. */
const notUtf8 = "not-utf-8";

/** Changes of an entry in managedFields, and the form in which kube-apiserver sends them. */
const changes = [
  [{ time: "9999-12-31T23:59:59-01:00" }, { time: "10000-01-01T00:59:59Z" }],
  [{ time: "0000-01-01T00:00:00+01:00" }, { time: "-0001-12-31T23:00:00Z" }],
  [{ fieldsV1: { [`f:${notUtf8}`]: {} } }, { fieldsV1: { "f:\ufffd": {} } }],
] as const;

/**
 * Tests that a client cannot hide a takeover with a time that kube-apiserver accepts and its own
 * decoder rejects, or behind bytes that are not UTF-8.
 */
export function undecodableTimes(world: () => World, guard: () => Guard): void {
  describe("a Lease with managedFields that kube-apiserver accepts, but that do not decode", () => {
    it.each(changes)("%j: a theft is denied, and the holder can renew and release", async (change, sent) => {
      const namespace = await world().newNamespace();
      const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      const path = `${collection}/held`;
      const created = await world().api.call("POST", collection, {
        body: { metadata: { name: "held" }, spec: takenNow("holder", 600) },
      });
      let held: Body = expectStatus(201, created).body;
      const put = async (managedFields: object, spec: object, writer: Writer) => {
        const object = { ...held, metadata: { ...held.metadata, managedFields }, spec: { ...held.spec, ...spec } };
        const body = Buffer.from(JSON.stringify(object).replaceAll(notUtf8, "\xff"), "latin1");
        const answer = await world().api.call("PUT", `${path}?fieldManager=writer`, { body, writer });
        if (answer.status === 200) held = answer.body;
        return answer;
      };
      const [entry] = objectsAt(held, "metadata", "managedFields");
      // kube-apiserver ignores an update that changes only a time in managedFields.
      const forged = [{ ...entry, manager: "forged", ...change }];
      expectStatus(200, await put(forged, {}, rival));
      expect(held.metadata?.["managedFields"]).toMatchObject([{ manager: "forged", ...sent }]);

      const theft = await put([{}], takenNow("rival", 600, 1), rival);
      expect(theft).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/\(lease\/holder-kept-until-expiry\)$/) },
      });
      const { acquireTime: _, ...renewal } = takenNow("holder", 600);
      expectStatus(200, await put(forged, renewal, rival));
      expectStatus(
        200,
        await put([{}], { holderIdentity: "", leaseDurationSeconds: 1, renewTime: renewal.renewTime }, rival),
      );
      expectStatus(200, await put([{}], takenNow("rival", 600, 1), rival));

      const decisions = (await guard().everyDecision()).filter(
        (decision) => decision.namespace === namespace && decision.operation === "UPDATE",
      );
      expect(decisions.map(({ allowed }) => allowed)).toEqual([true, false, true, true, true]);
      expect(decisions.filter((decision) => "undecoded" in decision)).toEqual([]);
    });
  });
}
