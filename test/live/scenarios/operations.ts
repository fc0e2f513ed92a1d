import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../harness/api.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { mapRules, type Registration } from "../harness/registration.ts";
import type { Release, ServedKind } from "../harness/release.ts";
import type { Decision } from "../harness/webhook.ts";
import { expectStatus, legal, pathOf, type World } from "../harness/world.ts";

/**
 * The cluster, the kind, and the namespace of one test. The namespace contains an object with the
 * name `first`.
 */
interface Room {
  readonly world: World;
  readonly kind: ServedKind;
  readonly namespace: string;
}

interface Row {
  readonly write: (room: Room) => Promise<Answer>;
  /**
   * The decision that lease-guard must log. If the API server must not send the write to
   * lease-guard, the field is absent. If `name` is absent, the test does not check the name, for
   * example because the API server generates the name after the webhook call.
   */
  readonly decision?: { readonly operation: string; readonly name?: string; readonly dryRun?: boolean };
}

const labelled = { metadata: { labels: { touched: "yes" } } };

function create({ world, kind, namespace }: Room, metadata: object, query = ""): Promise<Answer> {
  return world.api.call("POST", pathOf(kind, namespace) + query, { body: legal(kind, metadata) });
}

function patch(
  { world, kind, namespace }: Room,
  contentType: string,
  { body, query = "" }: { body: unknown; query?: string },
): Promise<Answer> {
  return world.api.call("PATCH", pathOf(kind, namespace, "first") + query, {
    contentType: `application/${contentType}`,
    body,
  });
}

function apply(room: Room, name: string, query = ""): Promise<Answer> {
  const body = legal(room.kind, { name, ...labelled.metadata });
  const path = `${pathOf(room.kind, room.namespace, name)}?fieldManager=cluster-test&force=true${query}`;
  return room.world.api.call("PATCH", path, { contentType: "application/apply-patch+yaml", body });
}

/**
 * Replaces the object. Repeats the write after a conflict, because the server's election controller
 * also writes candidates.
 */
async function replace(room: Room, query = ""): Promise<Answer> {
  const path = pathOf(room.kind, room.namespace, "first");
  const { body } = await room.world.api.call("GET", path);
  const answer = await room.world.api.call("PUT", path + query, {
    body: { ...body, metadata: { ...body.metadata, ...labelled.metadata } },
  });
  return answer.status === 409 ? replace(room, query) : answer;
}

function remove({ world, kind, namespace }: Room, name?: string, query = ""): Promise<Answer> {
  return world.api.call("DELETE", pathOf(kind, namespace, name) + query);
}

/**
 * Reports whether a decision is the first one for its write. After a conflict, the API server calls
 * the webhook again for the same write.
 */
function isFirstTry({ operation, name, dryRun }: Decision, index: number, decisions: readonly Decision[]): boolean {
  const previous = decisions[index - 1];
  return (
    operation !== "UPDATE" || previous?.operation !== operation || previous.name !== name || previous.dryRun !== dryRun
  );
}

const update = { operation: "UPDATE", name: "first" };

const writes: Readonly<Record<string, Row>> = {
  create: { write: (room) => create(room, { name: "second" }), decision: { operation: "CREATE", name: "second" } },
  "create, dry run": {
    write: (room) => create(room, { name: "second" }, "?dryRun=All"),
    decision: { operation: "CREATE", name: "second", dryRun: true },
  },
  "create with generateName": {
    write: (room) => create(room, { generateName: "any-" }),
    decision: { operation: "CREATE" },
  },
  replace: { write: (room) => replace(room), decision: update },
  "replace, dry run": { write: (room) => replace(room, "?dryRun=All"), decision: { ...update, dryRun: true } },
  "JSON patch": {
    write: (room) =>
      patch(room, "json-patch+json", {
        body: [{ op: "add", path: "/metadata/labels", value: labelled.metadata.labels }],
      }),
    decision: update,
  },
  "merge patch": { write: (room) => patch(room, "merge-patch+json", { body: labelled }), decision: update },
  "merge patch, dry run": {
    write: (room) => patch(room, "merge-patch+json", { body: labelled, query: "?dryRun=All" }),
    decision: { ...update, dryRun: true },
  },
  "strategic merge patch": {
    write: (room) => patch(room, "strategic-merge-patch+json", { body: labelled }),
    decision: update,
  },
  "server-side apply": { write: (room) => apply(room, "first"), decision: update },
  "server-side apply, dry run": {
    write: (room) => apply(room, "first", "&dryRun=All"),
    decision: { ...update, dryRun: true },
  },
  "server-side apply that creates": {
    write: (room) => apply(room, "second"),
    decision: { operation: "CREATE", name: "second" },
  },
};

const removals: Readonly<Record<string, Row>> = {
  delete: { write: (room) => remove(room, "first"), decision: { operation: "DELETE" } },
  "delete, dry run": {
    write: (room) => remove(room, "first", "?dryRun=All"),
    decision: { operation: "DELETE", dryRun: true },
  },
  deletecollection: { write: (room) => remove(room), decision: { operation: "DELETE" } },
};

/**
 * Tests the ways to write a valid object. lease-guard must validate each write that the
 * configuration selects.
 */
export function operations(release: Release, world: () => World): void {
  const table = (rows: Readonly<Record<string, Row>>, guard: () => Guard): void => {
    for (const kind of release.kinds) {
      it.each(Object.entries(rows))(`${kind.version} ${kind.kind}: %s`, async (_, { write, decision }) => {
        const room = { world: world(), kind, namespace: await world().newNamespace() };
        expectStatus(201, await create(room, { name: "first" }));
        const answer = await write(room);

        expect(answer.body).not.toHaveProperty("reason");
        expect(answer.status).toBeOneOf([200, 201]);
        expect(answer.warnings).toEqual([]);
        const common = { resource: kind.resource, allowed: true, rules: [], dryRun: false };
        const judged = [
          { ...common, operation: "CREATE", name: "first" },
          ...(decision ? [{ ...common, ...decision }] : []),
        ];
        expect((await guard().decisions(room.namespace)).filter(isFirstTry)).toMatchObject(judged);
      });
    }
  };

  describe("with the published configuration", () => {
    let guard: Guard;
    beforeAll(async () => {
      guard = await startGuard(world());
    });
    afterAll(() => guard?.stop());
    table(writes, () => guard);
    table(
      Object.fromEntries(Object.entries(removals).map(([name, { write }]) => [`${name} is not registered`, { write }])),
      () => guard,
    );
  });

  describe("with DELETE in the configuration", () => {
    let guard: Guard;
    beforeAll(async () => {
      const edit = (shipped: Registration) =>
        mapRules(shipped, ({ operations }) => ({ operations: [...operations, "DELETE"] }));
      guard = await startGuard(world(), { edit });
    });
    afterAll(() => guard?.stop());
    table(removals, () => guard);
  });
}
