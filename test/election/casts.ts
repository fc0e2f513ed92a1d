import type { UserInfo } from "../../src/rules/rule.ts";
import { microTime, type Ref } from "./api-object.ts";
import { type Client, type Clock, nothing } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";
import { coordinatedClient } from "./coordinated-client.ts";
import { electionController } from "./election-controller.ts";
import { heartbeatClient } from "./heartbeat-client.ts";
import { libraries, libraryClient } from "./library-client.ts";
import { mergePatchClient } from "./merge-patch-client.ts";
import type { SortOfWrite } from "./sort-of-write.ts";

/** What a process is started with; a life is a process from start to end. */
export interface Start {
  readonly clock: Clock;
  readonly leaseDurationSeconds: number;
  /** How often it has come back as another: a pod that was replaced. */
  readonly life: number;
}

/** One who takes part in an election. */
export interface Actor {
  readonly title: string;
  /** Of each life: a replaced pod has another token. */
  readonly user: UserInfo | ((life: number) => UserInfo);
  readonly start: (start: Start) => Client;
}

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const user = (username: string, ...groups: readonly string[]): UserInfo => ({ username, groups: [...groups, "system:authenticated"] });
const serviceAccount = user("system:serviceaccount:team-a:controller", "system:serviceaccounts", "system:serviceaccounts:team-a");
const apiServer = user("system:apiserver", "system:masters");

const elector =
  (title: string, connect: (config: ElectorConfig, clock: Clock) => Client) =>
  (number: number): Actor => ({
    title: `${title} ${number}`,
    user: serviceAccount,
    start: ({ clock, leaseDurationSeconds, life }) =>
      connect({ lease, identity: `controller-${number}_${life}`, leaseDurationSeconds }, clock),
  });

const goClient = elector("client-go", clientGo);
const patching = elector("merge patch", mergePatchClient);
const coordinated = (number: number, emulationVersion: string, dropsPing = false): Actor =>
  elector("coordinated", (config, clock) => coordinatedClient({ ...config, binaryVersion: "1.36.0", emulationVersion, dropsPing }, clock))(
    number,
  );
const ofLibraries = Object.entries(libraries).map(([title, library]) =>
  elector(title, (config, clock) => libraryClient(library, config, clock)),
);

/** kube-apiserver's part of a coordinated election. */
export const controller: Actor = {
  title: "election controller",
  user: apiServer,
  start: ({ clock }) => electionController(lease, clock),
};

const kubelet = (name: string): Actor => ({
  title: `kubelet ${name}`,
  user: user(`system:node:${name}`, "system:nodes"),
  start: ({ clock }) =>
    heartbeatClient(
      {
        lease: { kind: "Lease", namespace: "kube-node-lease", name },
        holderIdentity: name,
        leaseDurationSeconds: 40,
        deletes: false,
      },
      clock,
    ),
});

const apiServerIdentity: Actor = {
  title: "kube-apiserver",
  user: apiServer,
  start: ({ clock, life }) =>
    heartbeatClient(
      {
        lease: { kind: "Lease", namespace: "kube-system", name: "apiserver-wlv32tlttr4jl3gtroqexyxapa" },
        holderIdentity: `apiserver-wlv32tlttr4jl3gtroqexyxapa_${life}`,
        leaseDurationSeconds: 3600,
        labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "host-a" },
        deletes: true,
      },
      clock,
    ),
};

/** Somebody with kubectl: labels the Lease, and when told to stop deletes it. */
const administrator: Actor = {
  title: "kubectl",
  user: user("jane"),
  start: ({ clock }) => ({
    *tick() {
      if (clock.monotonic() % 10 > 0) return;
      const seen = microTime(clock.wall()).replaceAll(":", "-");
      yield { verb: "patch", ref: lease, patch: { labels: { "example.com/seen": seen } } };
    },
    *stop() {
      yield { verb: "delete", ref: lease };
    },
  }),
};

/** Somebody with kubectl who empties the holder: the next take-over need not wait. */
const evictor: Actor = {
  title: "kubectl, evicting",
  user: user("jane"),
  start: () => {
    let ticks = 0;
    return {
      *tick() {
        if (++ticks % 20 === 0) yield { verb: "patch", ref: lease, patch: { spec: { holderIdentity: "", leaseDurationSeconds: 1 } } };
      },
      stop: nothing,
    };
  },
};

/** Who contends with whom, and the sorts of writes that must come of it: a model in which nothing happens proves nothing. */
export interface Cast {
  readonly actors: readonly Actor[];
  readonly writes: readonly SortOfWrite[];
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];
const coordination: readonly SortOfWrite[] = [...contention, "candidacy", "ping", "wish", "hand-over"];

/** All casts; each library against itself, for most programs bring their own. */
export const casts: Readonly<Record<string, Cast>> = {
  "client-go": { actors: [1, 2, 3].map(goClient), writes: contention },
  "client-go and an administrator": {
    actors: [goClient(1), goClient(2), administrator, evictor],
    writes: [...contention, "delete", "other"],
  },
  "coordinated election": {
    actors: [coordinated(1, "1.36.0"), coordinated(2, "1.35.0"), coordinated(3, "1.35.0"), controller],
    writes: coordination,
  },
  "coordinated election while an old release still runs": {
    actors: [coordinated(1, "1.36.0"), coordinated(2, "1.35.0"), goClient(3), controller],
    writes: coordination,
  },
  "coordinated election whose candidates drop the ping that they answer": {
    actors: [coordinated(1, "1.36.0", true), coordinated(2, "1.35.0"), coordinated(3, "1.35.0", true), controller],
    writes: coordination,
  },
  "merge patches": { actors: [patching(1), patching(2), administrator], writes: contention },
  ...Object.fromEntries(
    Object.entries(libraries).map(([title, library], index) => {
      const actors = [1, 2].flatMap((number) => ofLibraries[index]?.(number) ?? []);
      return [title, { actors, writes: library.release ? contention : ["create", "renewal", "take-over"] }];
    }),
  ),
  "all libraries": { actors: [goClient(0), ...ofLibraries.map((library, index) => library(index + 1))], writes: contention },
  heartbeats: { actors: [kubelet("node-1"), kubelet("node-2"), apiServerIdentity], writes: ["create", "renewal", "delete"] },
};
