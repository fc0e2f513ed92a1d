import { namespacedName, referenceKey } from "../../core/field/object-reference.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { leastOffsetMs } from "../../core/text/time.ts";
import { decideTokens } from "../../guarantee/bound-tokens.ts";
import { decideCollector } from "../../guarantee/collector.ts";
import { type Guard, guaranteeOf } from "../../guarantee/guarantee.ts";
import { holderDecision } from "../../guarantee/holder-name.ts";
import { type Answer, notKnown } from "../../guarantee/hypotheses.ts";
import { type ClientTiming, leadingMs } from "../../guarantee/proviso.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { lockOf, type PodElection } from "../../listing/pod-elections.ts";
import { type Pods, writerOf } from "../../listing/pods.ts";
import { isKubectl, renewerOf } from "../../listing/spec-writers.ts";
import type { Recorded } from "../recorded.ts";
import type { FlagTiming } from "./advice.ts";
import type { Guarantees, ListedElection } from "./elections.ts";

/** What was read of a cluster, and what the flags state. */
export interface GuaranteeInput {
  readonly guard: Guard;
  readonly serverVersion: string | undefined;
  readonly objects: readonly ListedObject[];
  readonly pods: Pods | undefined;
  readonly recorded: Recorded | undefined;
  readonly podElections: readonly PodElection[];
  readonly flags: (FlagTiming & Pick<ClientTiming, "releases">) | undefined;
}

/** Decides for each election which hypotheses of the guarantee hold. */
export function guaranteesOf(elections: readonly ListedElection[], input: GuaranteeInput): Guarantees {
  const { guard, serverVersion, objects, recorded, pods } = input;
  const listed = new Map(objects.map((object) => [referenceKey(object), object]));
  const timings = timingsOf(input);
  const collectorKnown = decideCollector({
    managers: pods?.controllerManagers(),
    isRecorded: recorded?.showsController === true,
  });
  const holderNamed = holdersOf(input);
  return new Map(
    elections.map((each) => {
      const lease = listed.get(referenceKey(each));
      const election = {
        namespace: each.namespace,
        name: each.name,
        isCoordinated: lease?.isCoordinated === true,
        leaseMs: each.election.termMs,
        timing: timings(each),
        holderNamed: holderNamed(each),
        tokensBound: decideTokens(recorded && { ...recorded, tally: recorded.writers(each).tokens }, serverVersion),
        collectorKnown,
        offsetMs: lease && offsetOf(lease),
      };
      return [each, guaranteeOf(election, guard)];
    }),
  );
}

/** Returns a function that finds the settings of clients, in the flags or in the program table. */
function timingsOf({ flags, podElections }: GuaranteeInput): (lease: ListedElection) => Result<ClientTiming, string> {
  const found = new Map<string, ClientTiming[]>();
  for (const { election } of podElections) {
    const { renewDeadline, retryPeriod } = election.timings;
    if (renewDeadline.seconds === undefined || retryPeriod.seconds === undefined) continue;
    const lock = lockOf(election);
    const { name, library, releases } = election.program;
    const timing = {
      renewMs: renewDeadline.seconds * 1000,
      retryMs: retryPeriod.seconds * 1000,
      releases,
      library,
      source: `the program table and the pods of ${name}`,
    };
    found.set(lock, [...(found.get(lock) ?? []), timing]);
  }
  return (lease) => {
    const clients = found.get(namespacedName(lease)) ?? [];
    if (flags !== undefined) {
      // The flags cannot contradict the program table.
      const known = clients.find(({ releases }) => releases === true);
      const { releases, source } = known ?? { releases: flags.releases, source: "--renew-deadline" };
      return ok({ ...flags, releases, library: "client-go", source });
    }
    // The slowest client decides.
    const [slowest] = clients.toSorted((a, b) => stopsMs(b) - stopsMs(a));
    return slowest ? ok(slowest) : failed("needs --renew-deadline and --retry-period of the clients");
  };
}

/** Orders a client that can release its Lease before all others. */
function stopsMs(timing: ClientTiming): number {
  return timing.releases === false ? leadingMs(timing) : Number.POSITIVE_INFINITY;
}

/** Returns a function that decides whether the identities of the holders name their pods. */
function holdersOf({ pods, recorded }: GuaranteeInput): (lease: ListedElection) => Answer {
  const decide = pods && holderDecision(Array.from(pods.all(), writerOf));
  return (lease) => {
    const { holder = "", election } = lease;
    const listed = decide ? decide(holder, election.pod && writerOf(election.pod)) : notKnown("needs pods");
    const earlier = recorded?.writers(lease).unrecognized;
    return earlier === undefined || listed.status === "fails" ? listed : earlier;
  };
}

/** Returns how much the clock of the holder is ahead of that of the API server. */
function offsetOf({ writers, renewedMs }: ListedObject): number | undefined {
  const renewer = renewerOf(writers);
  if (renewer === undefined || isKubectl(renewer.manager) || renewedMs === undefined) return undefined;
  return leastOffsetMs(renewedMs - renewer.atMs);
}
