import { beforeEach, describe, expect, it } from "vitest";
import type { Answer, Body, Writer } from "../harness/api.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { leaseSpec } from "../harness/release.ts";
import { expectStatus } from "../harness/world.ts";
import type { Exported } from "./exported-policies.ts";

const writer: Writer = { username: "system:serviceaccount:team-b:other", groups: [electorsGroup] };
const denial = /\((lease\/holder-kept-until-expiry|lease-guard)\)$/;
const applyPatch = "application/apply-patch+yaml";
const future = "2036-01-01T00:00:00Z";

/** Returns an entry of managedFields that owns all fields of a Lease, as a client can send it. */
function entry(fields: object = {}): object {
  const owned = Object.fromEntries(Object.keys(leaseSpec).map((field) => [`f:${field}`, {}]));
  const fieldsV1 = { "f:spec": owned };
  return {
    manager: "other",
    operation: "Update",
    apiVersion: "coordination.k8s.io/v1",
    time: future,
    fieldsType: "FieldsV1",
    fieldsV1,
    ...fields,
  };
}

interface Row {
  readonly name: string;
  /**
   * The managedFields that the client sends. If undefined, the client sends the managedFields that
   * it has read.
   */
  readonly list: unknown;
  /** True if the API server removes all entries when an update changes only this list. */
  readonly resets?: true;
}

const rows: readonly Row[] = [
  { name: "as read", list: undefined },
  { name: "null", list: null },
  { name: "an empty list", list: [], resets: true },
  { name: "an empty entry", list: [{}], resets: true },
  { name: "two empty entries", list: [{}, {}] },
  { name: "an entry of another manager", list: [entry()] },
  { name: "entries of two managers", list: [entry(), entry({ manager: "third" })] },
  { name: "an entry of the writer", list: [entry({ manager: "writer" })] },
  { name: "entries of the writer and of another manager", list: [entry({ manager: "writer" }), entry()] },
  { name: "an entry of server-side apply", list: [entry({ operation: "Apply" })] },
  { name: "an entry of server-side apply of the writer", list: [entry({ operation: "Apply", manager: "writer" })] },
  { name: "an entry of an unknown API version", list: [entry({ apiVersion: "coordination.k8s.io/v9" })], resets: true },
  {
    name: "such an entry of the writer",
    list: [entry({ apiVersion: "coordination.k8s.io/v9", manager: "writer" })],
    resets: true,
  },
  { name: "an entry of another API group", list: [entry({ apiVersion: "apps/v1" })], resets: true },
  { name: "an entry of a subresource", list: [entry({ subresource: "status", manager: "writer" })] },
  { name: "an entry without a time", list: [entry({ time: null })] },
  { name: "an entry without fields", list: [entry({ fieldsV1: {} })], resets: true },
  { name: "an entry with unknown fields", list: [entry({ fieldsV1: { "f:spec": { "f:unknown": {} } } })] },
  { name: "an entry with the whole spec", list: [entry({ fieldsV1: { "f:spec": {} } })] },
];

/**
 * Tests that a client cannot take over a held Lease in one write with false data in managedFields.
 * The policies read the time of the write in managedFields. Unless the row states another time, the
 * time in an entry is in the future.
 */
export function forgedClock(exported: () => Exported): void {
  describe("a takeover of a held Lease with false managedFields", () => {
    const collection = "/apis/coordination.k8s.io/v1/namespaces/team-b/leases";
    let count = 0;
    let path: string;
    let held: Body;

    const call = (...args: Parameters<Exported["world"]["api"]["call"]>): Promise<Answer> =>
      exported().world.api.call(...args);
    beforeEach(async () => {
      count += 1;
      path = `${collection}/held-${count}`;
      const body = { metadata: { name: `held-${count}` }, spec: takenNow("holder", 600) };
      held = expectStatus(201, await call("POST", `${collection}?fieldManager=earlier`, { body })).body;
    });

    const put = async (managedFields: unknown, spec: object): Promise<Answer> => {
      const metadata = { ...held.metadata, ...(managedFields !== undefined && { managedFields }) };
      const body = { ...held, metadata, spec: { ...held.spec, ...spec } };
      const answer = await call("PUT", `${path}?fieldManager=writer`, { body, writer });
      if (answer.status === 200) held = answer.body;
      return answer;
    };
    const takeOver = (managedFields?: unknown): Promise<Answer> => put(managedFields, takenNow("other", 600, 1));
    const expectDenied = async (answer: Answer): Promise<void> => {
      expect(answer).toMatchObject({ status: 403, body: { message: expect.stringMatching(denial) } });
      expect((await call("GET", path)).body.spec).toMatchObject({ holderIdentity: "holder" });
    };

    it.each(rows)("$name: is denied in one write", async ({ list }) => {
      await expectDenied(await takeOver(list));
    });

    it.each(rows)("$name: passes without another change", async ({ list, resets = false }) => {
      expectStatus(200, await put(list, {}));
      expect(held.metadata?.["managedFields"] === undefined).toBe(resets);
    });

    it.each(rows.filter(({ resets }) => !resets))("$name: is denied in the second write", async ({ list }) => {
      expectStatus(200, await put(list, {}));
      await expectDenied(await takeOver(list));
      await expectDenied(await takeOver());
    });

    // kube-apiserver then does not track the fields of updates, so the new renewTime is the clock.
    it.each(rows.filter(({ resets }) => resets))("$name: is denied in the write after a reset", async ({ list }) => {
      expectStatus(200, await put(list, {}));
      await expectDenied(await takeOver());
      expect(held.metadata?.["managedFields"]).toBeUndefined();
    });

    it.each(rows.filter(({ resets }) => resets))(
      "$name: passes after a reset with a renewTime in the future",
      async ({ list }) => {
        expectStatus(200, await put(list, {}));
        expectStatus(
          200,
          await put(undefined, { ...takenNow("other", 600, 1), renewTime: "2036-01-01T00:00:00.000000Z" }),
        );
        expect(held.metadata?.["managedFields"]).toBeUndefined();
      },
    );

    it("is denied again after a server-side apply", async () => {
      expectStatus(200, await put([], {}));
      const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { labels: { tracked: "true" } } };
      held = expectStatus(
        200,
        await call("PATCH", `${path}?fieldManager=admin`, { body, contentType: applyPatch }),
      ).body;
      await expectDenied(await takeOver());
    });

    // No entry owns a field then, so kube-apiserver itself empties the list.
    it("passes in the write after one that removes all fields of the spec", async () => {
      expectStatus(
        200,
        await put(undefined, Object.fromEntries(Object.keys(leaseSpec).map((field) => [field, undefined]))),
      );
      expect(held).toMatchObject({
        metadata: expect.not.objectContaining({ managedFields: expect.anything() }),
        spec: {},
      });
      expectStatus(200, await takeOver());
    });

    it("is denied as a forced server-side apply", async () => {
      const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", spec: takenNow("other", 600, 1) };
      await expectDenied(
        await call("PATCH", `${path}?fieldManager=writer&force=true`, { body, writer, contentType: applyPatch }),
      );
      const listed = { ...body, metadata: { managedFields: [entry()] } };
      const answer = await call("PATCH", `${path}?fieldManager=writer&force=true`, {
        body: listed,
        writer,
        contentType: applyPatch,
      });
      expect(answer).toMatchObject({ status: 400, body: { message: "metadata.managedFields must be nil" } });
    });

    it.each([[[]], [[{}]], [null], [[entry()]]])("is denied as a JSON patch with %j", async (value) => {
      const body = [
        { op: "replace", path: "/metadata/managedFields", value },
        { op: "replace", path: "/spec/holderIdentity", value: "other" },
      ];
      await expectDenied(
        await call("PATCH", `${path}?fieldManager=writer`, {
          body,
          writer,
          contentType: "application/json-patch+json",
        }),
      );
    });
  });
}
