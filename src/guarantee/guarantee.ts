import type { NamespaceLabels } from "../cluster/registration/selects-labels.ts";
import type { Fields } from "../core/api/fields.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import type { Policy } from "../policy/policy.ts";
import { decideRules } from "./denying-rules.ts";
import { type Answer, fails, type HypothesisId, holds, hypotheses, notKnown } from "./hypotheses.ts";
import { type ClientTiming, decideClocks, decideProviso } from "./proviso.ts";
import { decideClosed, decideSent } from "./sent-writes.ts";

/** What a cluster shows about an election. An error names the fact that is missing. */
export interface GuardedElection {
  readonly namespace: string;
  readonly name: string;
  /** True if the Lease has a strategy. */
  readonly isCoordinated: boolean;
  readonly leaseMs: number | undefined;
  readonly timing: Result<ClientTiming, string>;
  readonly holderNamed: Answer;
  readonly tokensBound: Answer;
  readonly collectorKnown: Answer;
  /** How much the clock of the holder is ahead of that of the API server. */
  readonly offsetMs?: number | undefined;
}

/** What protects all elections of a cluster. An error names the fact that is missing. */
export interface Guard {
  readonly now: Date;
  /** The webhooks that call lease-guard. */
  readonly webhooks: Result<readonly Fields[], string>;
  readonly policy: Result<Policy, string>;
  readonly labelsOf: (namespace: string) => NamespaceLabels;
  /** The largest difference between two clocks, and the longest time of an attempt, as stated. */
  readonly skewMs: Result<number, string>;
  readonly latencyMs: Result<number, string>;
}

export interface HypothesisAnswer extends Answer {
  readonly id: HypothesisId;
}

export interface Guarantee {
  /** True only if every hypothesis holds. */
  readonly isGuaranteed: boolean;
  readonly answers: readonly HypothesisAnswer[];
}

/** Decides every hypothesis of the guarantee for an election. */
export function guaranteeOf(election: GuardedElection, guard: Guard): Guarantee {
  const { webhooks, policy, skewMs, latencyMs } = guard;
  const { timing, leaseMs: lease, offsetMs } = election;
  const namespace = guard.labelsOf(election.namespace);
  const allowanceMs = policy.ok ? ok(policy.value.clockSkewMs) : policy;
  const leaseMs = lease === undefined ? failed("needs leaseDurationSeconds of the Lease") : ok(lease);
  const decided: Readonly<Record<HypothesisId, Answer>> = {
    "writes-sent": webhooks.ok ? decideSent(webhooks.value, namespace) : notKnown(webhooks.error),
    "rules-deny": policy.ok ? decideRules(policy.value, election, guard.now) : notKnown(policy.error),
    "fails-closed": webhooks.ok ? decideClosed(webhooks.value, namespace) : notKnown(webhooks.error),
    "tokens-bound": election.tokensBound,
    "holder-named": election.holderNamed,
    "collector-known": election.collectorKnown,
    "clients-elect": decideClients(election),
    "clocks-agree": decideClocks({ skewMs, allowanceMs, offsetMs, latencyMs }),
    "deadline-early": decideProviso({ leaseMs, timing, latencyMs, allowanceMs, skewMs }),
  };
  const answers = hypotheses.map(({ id }) => ({ id, ...decided[id] }));
  return { isGuaranteed: answers.every(({ status }) => status === "holds"), answers };
}

function decideClients({ isCoordinated, timing }: GuardedElection): Answer {
  if (isCoordinated) return fails("the Lease has a strategy, so that kube-apiserver elects the leader");
  if (!timing.ok) return notKnown(timing.error);
  const { library, source } = timing.value;
  if (library !== "client-go") return fails(`the clients do not use client-go, according to ${source}`);
  return holds(`the clients elect as client-go does, according to ${source}`);
}
