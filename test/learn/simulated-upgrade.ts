import { createValidate, type Validate } from "../../src/engine/validate/validate.ts";
import { denials } from "../../src/engine/validate/verdict.ts";
import { afterDates } from "../../src/learn/build-policy.ts";
import { type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { type ApiObject, microTime, type Ref, type Spec } from "../election/api-object.ts";
import { type ApiServer, createApiServer, type Request, type Write } from "../election/api-server.ts";
import type { Client, Turn } from "../election/client.ts";
import type { Connect } from "../election/pod-participants.ts";
import { byPod } from "../harness/by-pod.ts";
import { rowOf } from "../harness/reviews.ts";
import { learnFrom } from "./learned-from.ts";

/** One release of a program: the users and the identities of its pods, and its term. */
export interface Release {
  readonly pod: (number: number) => { readonly user: UserInfo; readonly identity: string };
  readonly leaseDurationSeconds: number;
}

export interface Upgrade {
  readonly before: Release;
  readonly after: Release;
  /** The old pods release the Lease, or end without a further write. */
  readonly ending: "release" | "kill";
  readonly connect: Connect;
  readonly lease: Ref;
}

/** A write after the upgrade began, and whether the learned policy denied it. */
export interface JudgedWrite {
  readonly write: ObservedWrite;
  readonly isAttack: boolean;
  readonly isDenied: boolean;
}

export interface UpgradeResult {
  readonly policy: ReturnType<typeof afterDates>;
  readonly writes: readonly JudgedWrite[];
  /** The holders of the Lease at the end of each second after the old pods ended, `""` if free. */
  readonly holders: readonly string[];
}

const begin = Date.parse("2026-07-01T08:00:00Z");
const retryMs = 2_000;
const [recordedSeconds, overlapSeconds, laterSeconds] = [600, 20, 300];

interface Process {
  readonly client: Client;
  readonly user: UserInfo;
  due: number;
}

const attackers: readonly UserInfo[] = [
  byPod("mallory-7d9f6c8b5d-x2vzk", "node-9", "team-b:mallory"),
  byPod("mallory-0", "node-9", "team-a:mallory"),
  { username: "system:serviceaccount:team-a:legacy", groups: ["system:serviceaccounts"] },
];

/** What a attacker makes of the spec of a Lease that another client holds. */
const attacks: readonly ((spec: Spec, now: number) => Spec)[] = [
  (spec, now) => ({ ...spec, holderIdentity: "mallory", renewTime: microTime(now), acquireTime: microTime(now) }),
  (spec) => ({ ...spec, holderIdentity: "" }),
  (spec) => ({ ...spec, leaseDurationSeconds: 1 }),
  (spec, now) => ({ ...spec, renewTime: microTime(now - 3_600_000) }),
];

/**
 * Records ten minutes of the old release, learns a policy from them, and upgrades the program under
 * this policy, whose dates have passed. Meanwhile, attackers attack the Lease whenever it is held.
 */
export async function upgraded({ before, after, ending, connect, lease }: Upgrade): Promise<UpgradeResult> {
  let now = begin;
  let admit: (write: Write) => boolean = () => true;
  const server = createApiServer((write) => admit(write));
  const start = ({ pod, leaseDurationSeconds }: Release, number: number): Process => {
    const { user, identity } = pod(number);
    const clock = { wall: () => now, monotonic: () => now };
    return { client: connect({ lease, identity, leaseDurationSeconds }, clock), user, due: now };
  };
  const run = (processes: readonly Process[], seconds: number, each: () => void = () => {}): void => {
    for (let second = 0; second < seconds; second++) {
      for (const process of processes) {
        if (now < process.due) continue;
        process.due = now + retryMs;
        finish(server, process.client.tick(), process.user, now);
      }
      each();
      now += 1_000;
    }
  };

  const recorded: ObservedWrite[] = [];
  admit = (write) => recorded.push(observedWrite(write)) > 0;
  const old = [start(before, 1), start(before, 2)];
  run(old, recordedSeconds / 2);
  const [first] = old.splice(0, 1, start(before, 3));
  if (first !== undefined) finish(server, first.client.stop(), first.user, now);
  run(old, recordedSeconds / 2);

  const policy = afterDates((await learnFrom(recorded)).policy);
  const validate = createValidate(rules, policy);
  const writes: JudgedWrite[] = [];
  let isAttack = false;
  admit = (write) => {
    const judged = judge(validate, write, isAttack);
    writes.push(judged);
    return !judged.isDenied;
  };
  const attack = (): void => {
    const held = server.handle({ verb: "get", ref: lease }, byPod("reader"), now).object;
    if (held === undefined || holderAt(held, now) === "") return;
    isAttack = true;
    const turn = Math.floor(now / 1_000);
    const [attacker, attack] = [attackers[turn % attackers.length], attacks[turn % attacks.length]];
    if (attacker !== undefined && attack !== undefined)
      server.handle({ verb: "update", object: { ...held, spec: attack(held.spec, now) } }, attacker, now);
    isAttack = false;
  };
  const next = [start(after, 11), start(after, 12)];
  run([...old, ...next], overlapSeconds, attack);
  if (ending === "release") for (const { client, user } of old) finish(server, client.stop(), user, now);
  const holders: string[] = [];
  run(next, laterSeconds, () => {
    attack();
    const object = server.handle({ verb: "get", ref: lease }, byPod("reader"), now).object;
    holders.push(object === undefined ? "" : holderAt(object, now));
  });
  return { policy, writes, holders };
}

function judge(validate: Validate, write: Write, isAttack: boolean): JudgedWrite {
  const observed = observedWrite(write);
  if (observed.submission === undefined) throw new Error("must show the whole write");
  return { write: observed, isAttack, isDenied: denials(validate(observed.submission)).length > 0 };
}

function observedWrite({ kind, change, user, now }: Write): ObservedWrite {
  return observe({ served: rowOf("v1", kind), change, context: { now: new Date(now), user, dryRun: false } });
}

/** Sends all requests of an iteration of a client, without a delay. */
function finish(server: ApiServer, turn: Turn, user: UserInfo, now: number): void {
  let { done, value } = turn.next();
  while (done !== true) ({ done, value } = turn.next(server.handle(value as Request, user, now)));
}

function holderAt({ spec }: ApiObject, now: number): string {
  const { holderIdentity, renewTime, leaseDurationSeconds } = spec;
  if (!holderIdentity || !renewTime || !leaseDurationSeconds) return "";
  return Date.parse(renewTime) + leaseDurationSeconds * 1000 > now ? holderIdentity : "";
}
