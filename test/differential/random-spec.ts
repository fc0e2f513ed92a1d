import { type Dice, microTime, nudges, randomTime } from "./dice.ts";
import { nodes, pods } from "./random-user.ts";

type Fields = Record<string, unknown>;

/** Random decisions about a write at a time, by a client with a pod. */
export interface Scene extends Dice {
  readonly now: number;
  /** The name of the pod of the client. */
  readonly own: string;
}

const uuid = "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c";
const durations = [0, 1, 2, 3, 4, 5, 6, 14, 15, 15, 15, 16, 30, 60, 61, 120, 121, 300, 301, 900, 901, 3600];
const longDurations = [86_400, 86_401, 2_592_000, 2_592_001, 2 ** 31 - 1, -1];
/** The durations of usual electors, which make a fresh Lease certainly held. */
const usualDurations = [15, 15, 20, 30, 60, 137];
const counts = [0, 1, 2, 3, 4, 5, 2 ** 30 - 1, 2 ** 30, 2 ** 30 + 1, 2 ** 31 - 2, 2 ** 31 - 1, -1];
const strategies = [
  "OldestEmulationVersion",
  "OldestEmulationVersion",
  "example.com/newest",
  "NewestBinary",
  "",
  "a/b",
  "Example.com/x",
  "a/b/c",
  "/x",
  "x/",
];
const oddHolders = [
  "localhost",
  "LOCALHOST.localdomain",
  "localhost_",
  "localhost.",
  "localhost:8080",
  `localhost_${uuid}`,
  "127.0.0.1",
  "127.1.2.3:80",
  "::1",
  "0.0.0.0",
  "::",
  "{{ .Release.Name }}",
  `\${POD_NAME}`,
  "$(POD_NAME)",
  "$HOSTNAME",
  "a$b",
  "null",
  "None",
  "undefined",
  "nil",
  "[object Object]",
  "<nil>",
  "%!s(<nil>)",
  "<no value>",
  "_",
  "-/.:|@",
  "team-a/",
  "controller-1 ",
  "a\tb",
  "a\u200bb",
  "a\u00adb",
  "\u0441ontroller",
  "\u0441\u043e",
  "caf\u00e9-\u0441",
  "\u2800",
  "\ufffd",
  "green",
  "primary",
  "12",
  uuid,
  "db-0",
];
const bounds = [512, 513, 65_536, 65_537].map((size) => "h".repeat(size));

/** Returns a holder: a pod, a pod with a UUID or a namespace, a node, or an odd text. */
export function randomHolder(dice: Dice, own?: string): string {
  const { pick, oneIn } = dice;
  if (own !== undefined && oneIn(3)) return pick([own, `${own}_${uuid}`]);
  if (oneIn(4)) return oneIn(3) ? pick(bounds) : pick(oddHolders);
  if (oneIn(8)) return pick(nodes);
  const name = pick(pods);
  return pick([name, name, `${name}_${uuid}`, `team-a/${name}`, `${name}.web.svc`]);
}

const randomDuration = ({ pick, oneIn }: Dice): number => (oneIn(12) ? pick(longDurations) : pick(durations));

const maybe = <T>({ oneIn }: Dice, of: number, value: T): T | null | undefined =>
  oneIn(of) ? (oneIn(2) ? null : undefined) : value;

/** Returns the spec of a Lease, most often one of a client-go elector. */
export function randomLeaseSpec(dice: Scene, node: string | undefined): Fields {
  const { pick, oneIn, below, now, own } = dice;
  const isFresh = oneIn(2);
  const duration = isFresh ? pick(usualDurations) : randomDuration(dice);
  const renewTime = isFresh ? microTime(now - below(9000), below(1000)) : randomTime(dice, now, duration);
  const acquireTime = oneIn(3)
    ? pick([renewTime, "0001-01-01T00:00:00.000000Z", "2014-06-05T23:59:59.999999Z", "2014-06-06T00:00:00.000000Z"])
    : randomTime(dice, now, duration);
  const holder = node !== undefined && !oneIn(4) ? node : randomHolder(dice, own);
  const isCoordinated = oneIn(5);
  return {
    holderIdentity: oneIn(8) ? pick(["", null, undefined]) : holder,
    leaseDurationSeconds: maybe(dice, 12, duration),
    acquireTime: maybe(dice, 5, acquireTime),
    renewTime: maybe(dice, 15, renewTime),
    leaseTransitions: maybe(dice, 5, pick(counts)),
    ...(isCoordinated && { strategy: pick(strategies) }),
    ...(oneIn(12) && { preferredHolder: pick(["", holder, randomHolder(dice)]) }),
  };
}

type Spec = Readonly<Fields>;

function renewed({ now, ...dice }: Scene, spec: Spec): Fields {
  const duration = typeof spec["leaseDurationSeconds"] === "number" ? spec["leaseDurationSeconds"] : 15;
  return { ...spec, renewTime: dice.oneIn(2) ? microTime(now) : randomTime(dice, now, duration) };
}

/** Returns the count of a Lease and some more, as far as an int32 can count. */
function counted({ leaseTransitions }: Spec, more: number): number {
  return Math.min((typeof leaseTransitions === "number" ? leaseTransitions : 0) + more, 2 ** 31 - 1);
}

/** Updates as clients write them, some with a mistake. */
const updates: readonly ((dice: Scene, spec: Spec) => Fields)[] = [
  renewed,
  (dice, spec) => ({ ...renewed(dice, spec), leaseDurationSeconds: randomDuration(dice) }),
  (dice, spec) => {
    const taken = renewed(dice, spec);
    const acquireTime = taken["renewTime"];
    const more = dice.pick([0, 1, 1, 1, 2]);
    return {
      ...taken,
      acquireTime,
      holderIdentity: randomHolder(dice, dice.own),
      leaseTransitions: counted(spec, more),
    };
  },
  (dice, spec) => {
    const released = {
      ...spec,
      acquireTime: microTime(dice.now),
      renewTime: microTime(dice.now),
      leaseDurationSeconds: 1,
    };
    return { ...released, holderIdentity: dice.pick(["", null, "", spec["holderIdentity"]]) };
  },
  (dice, spec) => ({ ...spec, holderIdentity: dice.pick(["", null, undefined]) }),
  (dice, spec) => ({ ...spec, leaseDurationSeconds: maybe(dice, 6, randomDuration(dice)) }),
  (dice, spec) => ({
    ...renewed(dice, spec),
    leaseTransitions: dice.pick([counted(spec, 1), counted(spec, -1), dice.pick(counts), null]),
  }),
  (dice, spec) => ({ ...spec, ...(dice.oneIn(2) && renewed(dice, spec)), acquireTime: microTime(dice.now) }),
  (dice, spec) => {
    const own = renewed(dice, spec);
    return { ...own, acquireTime: own["renewTime"] };
  },
  // A takeover by the client itself.
  ({ pick, now, own }, spec) => {
    const taken = { ...spec, acquireTime: microTime(now), renewTime: microTime(now) };
    return { ...taken, holderIdentity: pick([own, `${own}_${uuid}`]), leaseTransitions: counted(spec, 1) };
  },
  ({ pick }, spec) => ({ ...spec, leaseDurationSeconds: pick([120, 301, 901, 3600, 86_400]) }),
  ({ pick, now }, spec) => {
    const leaseDurationSeconds = pick([900, 901, 3600, 7200]);
    return { ...spec, holderIdentity: "", leaseDurationSeconds, renewTime: pick([microTime(now), spec["renewTime"]]) };
  },
  ({ pick }, spec) => ({ ...spec, [pick(Object.keys(spec))]: pick([null, undefined]) }),
  ({ pick }, spec) => ({ ...spec, [pick(["renewTime", "leaseDurationSeconds"])]: pick([null, undefined]) }),
  (dice, spec) => ({
    ...spec,
    strategy: dice.pick([...strategies, null]),
    preferredHolder: dice.pick([null, randomHolder(dice), spec["holderIdentity"], ""]),
  }),
  (dice, spec) => {
    const fresh = randomLeaseSpec(dice, undefined);
    return { ...spec, ...Object.fromEntries(Object.entries(fresh).filter(() => dice.oneIn(3))) };
  },
];

/**
 * Returns the specs of an update of an expired Lease: the client takes it over, or changes its
 * duration.
 */
export function expiredLeaseSpecs(
  { pick, oneIn, now, own }: Scene,
  spec: Spec,
): { readonly old: Fields; readonly next: Fields } {
  const ages = [16, 20, 64, 65, 66, 3600, 86_399, 86_400, 86_401].map((seconds) => seconds * 1000);
  const renewTime = microTime(now - pick(ages) - pick(nudges));
  const old = { ...spec, holderIdentity: pick([...pods, "green", "primary"]), leaseDurationSeconds: 15, renewTime };
  if (oneIn(2)) return { old, next: { ...old, leaseDurationSeconds: pick([60, 120, 3600, 86_400, 2_592_000]) } };
  const taken = { ...old, acquireTime: microTime(now), renewTime: microTime(now), holderIdentity: own };
  return { old, next: taken };
}

export function updatedLeaseSpec(dice: Scene, spec: Spec): Fields {
  return dice.pick(updates)(dice, spec);
}

const versions = [
  "1.36.0",
  "1.35.0",
  "1.36.0-rc.1",
  "1.36.0-rc.2",
  "0.0.0",
  "0.0.0+x",
  "0.0.0-a",
  "1.36.0+b",
  "",
  "v1.36.0",
];
const oddVersions = [
  "1.36",
  "01.2.3",
  "18446744073709551615.0.0",
  "18446744073709551616.0.0",
  "1.2.3-01",
  "1.2.3-a.1",
  "1.2.3-a",
  "1.2.3 ",
];

const randomVersion = ({ pick, oneIn }: Dice): string => (oneIn(4) ? pick(oddVersions) : pick(versions));

function randomStrategies(dice: Dice, version: string): Fields {
  const { pick, below, oneIn } = dice;
  if (version !== "v1alpha1") return { strategy: oneIn(12) ? null : pick(strategies) };
  if (oneIn(5)) return { preferredStrategies: pick([null, [], undefined]) };
  return { preferredStrategies: Array.from({ length: 1 + below(2) }, () => pick(strategies)) };
}

/** Returns the spec of a LeaseCandidate of a served version. */
export function randomCandidateSpec(dice: Scene, version: string): Fields {
  const { pick, oneIn, now } = dice;
  const leaseNames = [
    "controller",
    "kube-scheduler",
    "node-1",
    "apiserver-abcdefghijklmnopqrstuvwx27",
    "apiserver-a",
    "Bad",
    "",
  ];
  return {
    leaseName: oneIn(3) ? pick([...leaseNames, "a".repeat(253), "a".repeat(254), null]) : pick(leaseNames.slice(0, 2)),
    binaryVersion: maybe(dice, 12, randomVersion(dice)),
    emulationVersion: maybe(dice, 12, randomVersion(dice)),
    renewTime: maybe(dice, 6, randomTime(dice, now, 0)),
    ...(oneIn(3) && { pingTime: randomTime(dice, now, 0) }),
    ...randomStrategies(dice, version),
  };
}

export function updatedCandidateSpec(dice: Scene, version: string, spec: Spec): Fields {
  const { pick, oneIn, now } = dice;
  const fresh = randomCandidateSpec(dice, version);
  if (oneIn(3)) return { ...spec, renewTime: oneIn(2) ? microTime(now) : fresh["renewTime"] };
  if (oneIn(4)) return { ...spec, pingTime: pick([null, undefined, microTime(now)]) };
  return { ...spec, ...Object.fromEntries(Object.entries(fresh).filter(() => oneIn(3))) };
}
