import { expect, it } from "vitest";
import type { ServedVersion } from "../../../src/core/api/served-versions.ts";
import type { Change, UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { randomFrom } from "../../harness/random-from.ts";
import { isShort } from "../../harness/short.ts";
import { expectEqualDecisions, tallyOf } from "../harness/differences.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { compareWrite, livePath } from "../harness/live-write.ts";
import type { Exported } from "./exported-policies.ts";

const seed = 20260701;
const writes = isShort ? 300 : 1000;

/**
 * The users of the writes: pods, service accounts without a pod, a person, nodes, and a component.
 */
const users: readonly UserInfo[] = [
  byPod("controller-7d9c5b8f6d-x2x4z"),
  byPod("controller-7d9c5b8f6d-b5b6c"),
  byPod("db-0"),
  byPod("db-1"),
  byPod("agent-1", "node-2", "team-b:agent"),
  { username: "system:serviceaccount:team-a:controller", groups: ["system:serviceaccounts"] },
  { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: ["system:serviceaccounts"] },
  { username: "jane", groups: ["developers"] },
  { username: "system:node:node-1", groups: ["system:nodes"] },
  { username: "system:node:node-2", groups: ["system:nodes"] },
  { username: "system:kube-scheduler", groups: [] },
];

const namespaces = ["team-a", "team-a", "team-b", "kube-node-lease"];
const names = ["one", "two", "node-1", "db-0"];
const holders = [
  "db-0",
  "db-1",
  "db-0_0e5a7f0c-24a3-4a1c-8f5b-cb6b9a3c1e11",
  "controller-7d9c5b8f6d-x2x4z_7c1d",
  "controller-7d9c5b8f6d-b5b6c",
  "node-1",
  "apiserver",
  "$(POD_NAME)",
  "",
  undefined,
];
const offsets = [-7200, -60, -20, -12, -8, -3, 0, 0, 0, 0, 3, 8, 60, 7200];

/** Sends random writes and compares each decision with the decision of the engine. */
export function exportedRandomWrites(exported: () => Exported): void {
  it(`${writes} random writes have the same decisions as the engine (seed ${seed})`, async () => {
    const { world, validate, served } = exported();
    const below = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
    const chance = (percent: number): boolean => below(100) < percent;
    const time = (): string =>
      `${new Date(Date.now() + pick(offsets) * 1000).toISOString().slice(0, -1)}${String(below(1000)).padStart(3, "0")}Z`;
    const stored = new Map<string, Draft>();

    const specFields: Readonly<Record<string, () => unknown>> =
      served[0]?.gvk.kind === "Lease"
        ? {
            holderIdentity: () => pick(holders),
            leaseDurationSeconds: () => pick([undefined, 1, 10, 15, 40, 3600, 100_000]),
            acquireTime: () => (chance(85) ? time() : undefined),
            renewTime: () => (chance(90) ? time() : undefined),
            leaseTransitions: () => pick([undefined, 0, 1, 2, 3, 2_000_000_000]),
            strategy: () => pick([undefined, undefined, undefined, "example.com/first"]),
          }
        : {
            leaseName: () => "elected",
            binaryVersion: () => pick(["1.36.0", "1.36.1", "1.37.0"]),
            emulationVersion: () => pick(["1.35.0", "1.36.0", undefined]),
            strategy: () => pick(["OldestEmulationVersion", "OldestEmulationVersion", "example.com/first"]),
            pingTime: () => (chance(30) ? time() : undefined),
            renewTime: () => (chance(85) ? time() : undefined),
          };
    const metadataFields: Readonly<Record<string, () => unknown>> = {
      labels: () =>
        pick([undefined, { app: "one" }, { app: "two", "apiserver.kubernetes.io/identity": "kube-apiserver" }]),
      annotations: () => pick([undefined, { "example.com/note": "hello" }]),
    };
    const changedFields = (fields: Readonly<Record<string, () => unknown>>, percent: number): object =>
      Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (chance(percent) ? [[name, value()]] : [])));

    const changeOf = (version: ServedVersion, key: string, place: object): Change<Draft> => {
      const oldObject = stored.get(key);
      const apiVersion = `${version.gvk.group}/${version.gvk.version}`;
      if (oldObject === undefined) {
        const metadata = { ...place, ...changedFields(metadataFields, 30) };
        return {
          operation: "CREATE",
          object: { apiVersion, kind: version.gvk.kind, metadata, spec: { ...changedFields(specFields, 95) } },
        };
      }
      const old = { ...oldObject, apiVersion };
      if (chance(6)) return { operation: "DELETE", oldObject: old };
      const metadata = { ...old.metadata, ...changedFields(metadataFields, 12) };
      return {
        operation: "UPDATE",
        object: { ...old, metadata, spec: { ...old.spec, ...changedFields(specFields, 40) } },
        oldObject: old,
      };
    };

    const tally = tallyOf();
    for (let count = 0; tally.compared < writes && count < 3 * writes; count += 1) {
      const version = pick(served);
      const place = { namespace: pick(namespaces), name: pick(names) };
      const key = `${place.namespace}/${place.name}`;
      const change = changeOf(version, key, place);
      const { groups, ...user } = pick(users);
      const writer = {
        ...user,
        groups: [...groups.filter((group) => group !== "system:authenticated"), "system:authenticated", electorsGroup],
      };
      tally.add(`write ${count}`, await compareWrite(world, validate, { served: version, change, user: writer }));
      const { status, body } = await world.api.call("GET", livePath(version, { metadata: place }));
      if (status === 200) stored.set(key, body as unknown as Draft);
      else stored.delete(key);
    }
    expectEqualDecisions(tally);
    expect(tally.compared).toBe(writes);
    expect(tally.denied).toBeGreaterThan(writes / 20);
  });
}
