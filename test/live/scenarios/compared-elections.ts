import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { rules } from "../../../src/rules/index.ts";
import { main } from "../../harness/cli.ts";
import { eventually } from "../harness/eventually.ts";
import { type LeaseSpec, type Place, readSpec, takenNow } from "../harness/lease-spec.ts";
import type { Release, ServedKind } from "../harness/release.ts";
import { run } from "../harness/run.ts";
import { expectStatus, objectOf, pathOf, type World } from "../harness/world.ts";

const [oldest, x, y] = ["OldestEmulationVersion", "example.com/x", "example.com/y"];
const deadlineMs = 60_000;

interface CandidateSet {
  /**
   * The specs of the LeaseCandidates, by name. The test creates the LeaseCandidates in this order,
   * and deletes them in the opposite order. While only the first ones exist, their strategy must be
   * OldestEmulationVersion. For another strategy, the election controller creates a Lease without a
   * holder, and such a Lease crashes kube-apiserver 1.31.
   */
  readonly candidates: Readonly<Record<string, object>>;
  /** The candidate that the API server elects, or undefined if it elects none. */
  readonly elected?: string;
  /** The names of the LeaseCandidates that `check` reports. */
  readonly reported: readonly string[];
}

const older = { emulationVersion: "1.34.0" };
const list = (...preferredStrategies: readonly string[]): object => ({ preferredStrategies });

const sets: Readonly<Record<string, Readonly<Record<string, CandidateSet>>>> = {
  v1beta1: {
    "one strategy": {
      candidates: { a: { strategy: oldest }, b: { strategy: oldest, ...older } },
      elected: "b",
      reported: [],
    },
    "two strategies": { candidates: { a: { strategy: oldest }, b: { strategy: x } }, reported: ["a", "b"] },
  },
  v1alpha1: {
    "one list": { candidates: { a: list(oldest), b: { ...list(oldest), ...older } }, elected: "b", reported: [] },
    "[oldest, x] and [x]": {
      candidates: { a: list(oldest, x), b: { ...list(x), ...older } },
      elected: "b",
      reported: [],
    },
    "[oldest, x] and [x, oldest]": { candidates: { a: list(oldest, x), b: list(x, oldest) }, reported: ["a", "b"] },
    "[oldest, x], [x, y], and [y, oldest]": {
      candidates: { a: list(oldest, x), b: list(x, y), c: list(y, oldest) },
      reported: ["a", "b", "c"],
    },
  },
};

const relationRules = new Set<string>(rules.filter(({ isRelation }) => isRelation).map(({ id }) => id));

/**
 * Returns the relation rules that `check` of the cluster reports for a namespace, each with the
 * name of the object.
 */
async function reportedIn(world: World, { namespace }: Place): Promise<readonly string[]> {
  const listing = await world.kubectl(["get", "leases,leasecandidates", "-A", "-o", "json"]);
  expect(listing).toMatchObject({ status: 0, stderr: "" });
  const { stdout } = await run(process.execPath, [main, "check", "-o", "json", "-"], { stdin: listing.stdout });
  const { findings } = JSON.parse(stdout) as {
    findings: readonly { rule: string; object: { namespace: string; name: string } }[];
  };
  return findings
    .filter(({ rule, object }) => relationRules.has(rule) && object.namespace === namespace)
    .map(({ rule, object }) => `${rule} ${object.name}`)
    .sort();
}

/** Returns the number of elections so far that ended because of a conflict of strategies. */
function conflicts({ folder }: World): number {
  const log = readFileSync(join(folder, "kube-apiserver.log"), "utf8");
  return [...log.matchAll(/err="(invalid strategy|candidates .* differing strategies)/g)].length;
}

/**
 * Compares the decisions of the API server's election controller with the findings of `check` for a
 * listing of the cluster.
 */
export function comparedElections(release: Release, world: () => World): void {
  describe("check of a listing reports why the election controller elects no candidate", () => {
    const kindOf = (kind: ServedKind["kind"]): ServedKind => {
      const found = release.kinds.find((each) => each.kind === kind);
      if (!found) throw new Error(`${release.version} serves no ${kind}`);
      return found;
    };
    const [lease, candidate] = [kindOf("Lease"), kindOf("LeaseCandidate")];
    const versions = { binaryVersion: "1.36.0", emulationVersion: "1.36.0" };
    const single = candidate.version === "v1alpha1" ? list(oldest) : { strategy: oldest };
    const created: string[] = [];
    const create = async (kind: ServedKind, { namespace }: Place, name: string, spec: object): Promise<void> => {
      expectStatus(
        201,
        await world().api.call("POST", pathOf(kind, namespace), { body: objectOf(kind, { name }, spec) }),
      );
      created.push(pathOf(kind, namespace, name));
    };

    const newPlace = async (): Promise<Place> => {
      const namespace = await world().newNamespace();
      return { namespace, name: `elected-${namespace}` };
    };
    /** Creates candidates that have ended. The election controller pings each of them. */
    const stand = async (place: Place, candidates: Readonly<Record<string, object>>): Promise<void> => {
      const renewTime = new Date(Date.now() - 60_000).toISOString().replace("Z", "000Z");
      for (const [name, spec] of Object.entries(candidates)) {
        await create(candidate, place, name, { leaseName: place.name, ...versions, renewTime, ...spec });
        await eventually(`${place.namespace}/${name} is pinged`, deadlineMs, async () => {
          const { body } = await world().api.call("GET", pathOf(candidate, place.namespace, name));
          return body.spec?.["pingTime"];
        });
      }
    };
    /**
     * Renews candidates until the election controller has decided. The controller decides when all
     * candidates have responded to its ping, or 5 s after the ping.
     */
    const elect = (
      { namespace }: Place,
      candidates: Readonly<Record<string, object>>,
      isDecided: () => boolean | Promise<boolean>,
    ): Promise<true> =>
      eventually(`an election in ${namespace}`, deadlineMs, async () => {
        for (const name of Object.keys(candidates)) {
          const body = { spec: { renewTime: takenNow(name, 1).renewTime } };
          const contentType = "application/merge-patch+json";
          expectStatus(200, await world().api.call("PATCH", pathOf(candidate, namespace, name), { body, contentType }));
        }
        return (await isDecided()) || undefined;
      });
    const createLease = async (place: Place): Promise<LeaseSpec> => {
      const spec = { ...takenNow("ghost", 3600), strategy: oldest };
      await create(lease, place, place.name, spec);
      return spec;
    };

    afterEach(async () => {
      for (const path of created.splice(0).reverse()) await world().api.call("DELETE", path);
    });

    it.each(Object.entries(sets[candidate.version] ?? {}))("%s", async (_, { candidates, elected, reported }) => {
      const place = await newPlace();
      const before = conflicts(world());
      await stand(place, candidates);
      const predicted = await reportedIn(world(), place);
      await elect(place, candidates, async () =>
        elected === undefined
          ? conflicts(world()) > before
          : (await readSpec(world(), place)).holderIdentity === elected,
      );
      expect(await readSpec(world(), place)).toEqual(
        elected === undefined ? {} : expect.objectContaining({ strategy: oldest }),
      );
      const expected = reported.map((name) => `lease-candidate/strategies-agree ${name}`);
      expect({ predicted, after: await reportedIn(world(), place) }).toEqual({ predicted: expected, after: expected });
    });

    it("a Lease whose holder is not a candidate", async () => {
      const place = await newPlace();
      const spec = await createLease(place);
      await stand(place, { a: single });
      expect(await reportedIn(world(), place)).toEqual([`lease/holder-is-candidate ${place.name}`]);
      expect(await readSpec(world(), place)).toEqual(spec);
      await elect(place, { a: single }, async () => (await readSpec(world(), place)).preferredHolder === "a");
      expect(await reportedIn(world(), place)).toEqual([]);
    });

    it("a candidate whose Lease is in another namespace", async () => {
      const [own, other] = [await newPlace(), await newPlace()];
      const place = { namespace: own.namespace, name: other.name };
      const spec = await createLease(other);
      await stand(place, { a: single });
      expect(await reportedIn(world(), place)).toEqual(["lease-candidate/lease-of-same-namespace a"]);
      await elect(place, { a: single }, async () => (await readSpec(world(), place)).holderIdentity === "a");
      expect(await reportedIn(world(), place)).toEqual([]);
      expect(await readSpec(world(), other)).toEqual(spec);
    });
  });
}
