import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { RuleId, UserInfo } from "../../src/rules/rule.ts";
import { maxTransitMs } from "../../src/rules/shared/lease-term.ts";
import { byPod } from "../harness/by-pod.ts";
import { rowOf } from "../harness/reviews.ts";
import { isLong } from "../harness/sample.ts";
import type { Ref } from "./api-object.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { gitOps, repairer } from "./bystanders.ts";
import type { Clock } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";
import type { Participant } from "./elections.ts";
import { type Library, libraries, libraryClient } from "./library-client.ts";
import { workloads } from "./pod-participants.ts";
import { recoveringClient } from "./recovering-client.ts";
import { requestMs, runSchedule, schedules } from "./schedule.ts";

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const served = rowOf("v1", "Lease");
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });
const jane: UserInfo = { username: "oidc:jane@example.com", groups: ["system:authenticated"] };
const component: UserInfo = { username: "k3s-cloud-controller-manager", groups: ["system:authenticated"] };

const counting = ([title]: readonly [string, Library]) => title.startsWith("fabric8") || title.startsWith("C#");
const releasing: readonly Library[] = Object.entries(libraries)
  .filter(counting)
  .map(([, library]) => library);
const makes = [
  clientGo,
  recoveringClient,
  ...releasing.map((library) => (config: ElectorConfig, clock: Clock) => libraryClient(library, config, clock)),
];

/**
 * Returns a client that works like client-go, and a client for each variant of fabric8 and C#. When
 * a client is replaced, its lease duration changes.
 */
function electors(
  member: (number: number, replacements: number) => { readonly user: UserInfo; readonly identity: string },
): readonly Participant[] {
  return makes.map((connect, number): Participant => {
    return {
      title: `elector ${number}`,
      user: (replacements) => member(number + 1, replacements).user,
      start: ({ clock, leaseDurationSeconds, replacements }) => {
        const config = {
          lease,
          identity: member(number + 1, replacements).identity,
          leaseDurationSeconds: leaseDurationSeconds * (1 + (replacements % 3)),
        };
        return connect(config, clock);
      },
    };
  });
}

interface Run {
  readonly writes: readonly Write[];
  /** Returns the writes that `rule` reports. */
  readonly reported: (rule: RuleId) => readonly Write[];
}

/**
 * The longest time in seconds after which a client repeats a request. A request of client-go that
 * is repeated later can arrive after `maxTransitMs`, still with the renewTime of its first attempt.
 * If Argo CD has restored a shorter duration in the meantime, the rules report this request.
 */
const longestDeadline = (maxTransitMs - requestMs) / 1000;

/** Runs schedules until there are enough writes. */
function runSchedules(participants: readonly Participant[], wanted: number, skewMs?: number): Run {
  const writes: Write[] = [];
  const found: { readonly origin: string; readonly write: Write }[] = [];
  const property = fc.property(schedules(skewMs), ({ pace, ...schedule }) => {
    const renewDeadline = Math.min(pace.renewDeadline, longestDeadline);
    const server = createApiServer((write) => {
      const { change, user, now } = write;
      const { findings, crashes } = strict({ served, change, context: { now: new Date(now), user, dryRun: false } });
      expect(crashes).toEqual([]);
      writes.push(write);
      for (const { origin } of findings) found.push({ origin, write });
      return true;
    });
    runSchedule(participants, { ...schedule, pace: { ...pace, renewDeadline } }, server);
  });
  while (writes.length < (isLong ? wanted : wanted / 3))
    fc.assert(property, { numRuns: 5, skipAllAfterTimeLimit: 15_000 });
  return { writes, reported: (rule) => found.flatMap(({ origin, write }) => (origin === rule ? [write] : [])) };
}

function isRelease({ change }: Write): boolean {
  return (
    change.operation === "UPDATE" && Boolean(change.oldObject.spec.holderIdentity) && !change.object.spec.holderIdentity
  );
}

function lengthens({ change }: Write): boolean {
  if (change.operation !== "UPDATE" || !change.object.spec.holderIdentity) return false;
  const [old, spec] = [change.oldObject.spec, change.object.spec];
  return old.renewTime === spec.renewTime && (spec.leaseDurationSeconds ?? 0) > (old.leaseDurationSeconds ?? 0);
}

describe("a GitOps pod that restores the duration, and rollouts that change it", () => {
  const argoCd = byPod("argocd-application-controller-0", "node-9", "argocd:argocd-application-controller");

  it.each(Object.entries(workloads))("start no lease term for a holder: %s", (_, workload) => {
    const restoring: Participant = {
      title: "Argo CD",
      user: argoCd,
      start: () => gitOps(lease, { leaseDurationSeconds: 15 }),
    };
    const participants = [...electors(workload), restoring];
    const { writes, reported } = runSchedules(participants, 3_000);
    expect(writes.filter((write) => write.user === argoCd && lengthens(write))).not.toEqual([]);
    expect(reported("lease/term-started-by-renewal")).toEqual([]);
  });
});

describe("leader-election clients with the certificate of a component and equal clocks", () => {
  it.each([
    ["on hosts", (number: number, replacements: number) => `worker-${number}_${replacements}`],
    ["with stable identities", (number: number) => `controller-${number}`],
  ])("are not treated as persons: %s", (_, identity) => {
    const participants = electors((number, replacements) => ({
      user: component,
      identity: identity(number, replacements),
    }));
    const { writes, reported } = runSchedules(participants, 5_000, 0);
    expect(writes.filter(isRelease)).not.toEqual([]);
    expect(reported("lease/term-kept-by-persons")).toEqual([]);
  });

  it("do not hide a person who empties their holder", () => {
    const repairing: Participant = { title: "kubectl, repairing", user: jane, start: () => repairer(lease) };
    const participants = [...electors((number) => ({ user: component, identity: `worker-${number}` })), repairing];
    const { reported } = runSchedules(participants, 5_000, 0);
    const found = reported("lease/term-kept-by-persons");
    expect(found).not.toEqual([]);
    expect(found.filter(({ user }) => user !== jane)).toEqual([]);
  });
});
