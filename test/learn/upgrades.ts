import { connects } from "../election/pod-participants.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Release, Upgrade } from "./simulated-upgrade.ts";

interface Names {
  readonly namespace?: string;
  readonly account?: string;
  readonly pod?: (number: number) => string;
  readonly identity?: (pod: string, number: number) => string;
  readonly leaseDurationSeconds?: number;
}

const suffixes = "bcdfghjklmnpqrstvwxz";

const podOf =
  (deployment: string, hash: string) =>
  (number: number): string =>
    `${deployment}-${hash}-x2vz${suffixes[number]}`;

const withUuid = (pod: string, number: number): string =>
  `${pod}_8a7f3b9c-1d2e-4f5a-9b8c-${String(number).padStart(12, "0")}`;

function release({
  namespace = "team-a",
  account = "controller",
  pod = podOf("controller", "5d78c9869d"),
  identity = withUuid,
  leaseDurationSeconds = 15,
}: Names): Release {
  return {
    pod: (number) => ({
      user: byPod(pod(number), `node-${number}`, `${namespace}:${account}`),
      identity: identity(pod(number), number),
    }),
    leaseDurationSeconds,
  };
}

const renamedPod = podOf("team-a-controller", "6c5b7d8f9b");
const ordinal = (number: number): string => `controller-${number - 11}`;

/** The releases before and after an upgrade. By default, the old release has the usual names. */
const changes: Readonly<Record<string, { readonly before?: Names; readonly after: Names }>> = {
  "nothing but the image": { after: { pod: podOf("controller", "6c5b7d8f9b") } },
  "the ServiceAccount": { after: { account: "renamed", pod: podOf("controller", "6c5b7d8f9b") } },
  "the Deployment": { after: { pod: renamedPod } },
  "the Deployment and the ServiceAccount": { after: { account: "renamed", pod: renamedPod } },
  "a longer term": { after: { pod: podOf("controller", "6c5b7d8f9b"), leaseDurationSeconds: 60 } },
  "a shorter term": { after: { pod: podOf("controller", "6c5b7d8f9b"), leaseDurationSeconds: 6 } },
  "a StatefulSet": { after: { pod: ordinal, identity: (pod) => pod } },
  "a StatefulSet, another ServiceAccount, and a longer term": {
    after: { account: "renamed", pod: ordinal, leaseDurationSeconds: 60 },
  },
  "another form of identity": { after: { account: "renamed", identity: (_, number) => `replica-${number}` } },
  "the ServiceAccount, with free identities": {
    before: { identity: (_, number) => withUuid("", number).slice(1) },
    after: { account: "renamed", identity: (_, number) => withUuid("", number).slice(1) },
  },
  "the ServiceAccount, on the host's network": {
    before: { identity: (_, number) => withUuid(`node-${number}`, number) },
    after: { account: "renamed", identity: (_, number) => withUuid(`node-${number}`, number) },
  },
  "the ServiceAccount of a program in another namespace": {
    before: { namespace: "cert-manager" },
    after: { namespace: "cert-manager", account: "renamed" },
  },
};

const lease = { kind: "Lease", namespace: "team-a", name: "controller" } as const;

/** The libraries whose writes the profile `strict` denies by design. */
const deniedByDesign = ["kube-leader-election", "kube-lease-manager"];

/** Every change of a release, with every end of the old pods and every library. */
export const upgrades: Readonly<Record<string, Upgrade>> = Object.fromEntries(
  Object.entries(changes).flatMap(([change, { before = {}, after }]) =>
    (["release", "kill"] as const).flatMap((ending) =>
      Object.entries(connects)
        .filter(([library]) => !deniedByDesign.includes(library))
        .map(([library, connect]) => [
          `${change}, ${ending}, ${library}`,
          { before: release(before), after: release(after), ending, connect, lease },
        ]),
    ),
  ),
);
