import type { Submission } from "../../src/engine/validate/submission.ts";
import { createValidate, type Validate } from "../../src/engine/validate/validate.ts";
import { afterDates } from "../../src/learn/build-policy.ts";
import { learn } from "../../src/learn/learn.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { laterBy } from "../harness/later-by.ts";
import type { AttackHistory } from "./histories/attack-history.ts";
import { apiServer, garbageCollector } from "./histories/clients.ts";
import { candidate, type History, heartbeat, submissionsOf, term } from "./history.ts";

/** The times in hours before an attack at which its legitimate writes were recorded. */
const hours = Array.from({ length: 12 }, (_, index) => 48 - 4 * index);

const components: readonly UserInfo[] = ["system:kube-scheduler", "system:kube-controller-manager"].map((username) => ({
  username,
  groups: ["system:authenticated"],
}));

/** The writes that every cluster contains: heartbeats, elections of components, and deletions. */
const cluster: readonly History[] = [
  ...Array.from({ length: 3 }, (_, index): History => {
    const name = `node-${index + 1}`;
    const by = { username: `system:node:${name}`, groups: ["system:nodes", "system:authenticated"] };
    return {
      namespace: "kube-node-lease",
      name,
      acts: [{ at: 0, spec: { ...heartbeat(0), holderIdentity: name }, by }],
    };
  }),
  ...components.flatMap((by): readonly History[] => {
    const name = by.username.replace("system:", "");
    const acts = [{ at: 0, spec: { ...candidate, leaseName: name }, by }];
    return [
      { namespace: "kube-system", name, acts: [{ at: 0, spec: term("master-0_8a7f", 0), by }] },
      { kind: "LeaseCandidate", namespace: "kube-system", name: "master-0_8a7f", acts },
    ];
  }),
  {
    namespace: "kube-system",
    name: "apiserver-wlv32tlttr4jl3gtroqexyxapa",
    acts: [{ at: 0, spec: { holderIdentity: "apiserver-x_1", leaseDurationSeconds: 3_600 }, by: apiServer }],
  },
  {
    namespace: "team-z",
    name: "removed",
    acts: [
      { at: 0, spec: {} },
      { at: 1, spec: null, by: garbageCollector },
    ],
  },
];

const policies = new Map<string, Promise<Validate>>();

/**
 * Returns the rules under a policy that `lease-guard learn` learns from the legitimate writes
 * before a history and from the writes of a cluster's components. The writes are repeated over two
 * days. All dates of the policy have passed.
 */
export function learnedValidate({ given = [], kind, version, namespace, name }: AttackHistory): Promise<Validate> {
  const own: History = {
    ...(kind && { kind }),
    ...(version && { version }),
    ...(namespace && { namespace }),
    ...(name && { name }),
    acts: given,
  };
  const key = JSON.stringify(own);
  const known = policies.get(key) ?? validateOf(legitimateWrites(own));
  policies.set(key, known);
  return known;
}

/** Returns the writes of a cluster from which the policy for a history is learned. */
export function legitimateWrites(own: History): readonly ObservedWrite[] {
  return hours.flatMap((hour) =>
    [...cluster, own].flatMap(submissionsOf).map((write) => observe(earlierBy(write, hour))),
  );
}

function earlierBy({ change, context, ...write }: Submission, hour: number): Submission {
  const ms = -hour * 3_600_000;
  return { ...write, change: laterBy(change, ms), context: { ...context, now: new Date(context.now.getTime() + ms) } };
}

async function validateOf(writes: readonly ObservedWrite[]): Promise<Validate> {
  const learned = await learn(() => writes, { administrators: defaultAdministrators, holdBack: 0 });
  if (learned === undefined) throw new Error("must have writes");
  return createValidate(rules, afterDates(learned.policy));
}
