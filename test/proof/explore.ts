import { createElection, type Election, type SiblingAct, type Step } from "./election.ts";
import { longestWait, type Setup } from "./setup.ts";
import { datedAhead } from "./write-kind.ts";

/**
 * What must never happen:
 * - "two leaders": both correct pods believe that they lead.
 * - "denied": lease-guard denies a write of a correct pod.
 * - "stuck": no client takes the Lease of a crashed leader within the lease term and two waits of a
 *   candidate.
 * - "endless": the sibling starts a lease term of more than 30 days.
 * - "bloated": the sibling adds more than 1,000 labels, or a megabyte.
 * - "preferred": the sibling sets preferredHolder, so that a coordinated leader stops.
 * - "crash": kube-apiserver crashes.
 */
export type Property = "two leaders" | "denied" | "stuck" | "endless" | "bloated" | "preferred" | "crash";

export interface CounterExample {
  readonly property: Property;
  /** What the sibling does. Counter-examples with the same property and kinds are one class. */
  readonly kinds: readonly string[];
  /** The writes of the sibling. */
  readonly writes: readonly SiblingAct[];
  /** The actions from the start, and at the end what happened. */
  readonly trace: readonly string[];
}

export interface Exploration {
  readonly states: number;
  readonly counterExamples: readonly CounterExample[];
}

/** A state: numbers of the Lease and of the two pods, and the flags of `misc`. */
interface State {
  readonly lease: number;
  readonly a: number;
  readonly b: number;
  readonly misc: number;
}

// The bits of `misc`: the seconds since a crash, the budget, the fault, the candidate, and the stop.
const waitedBits = 128;
const budgetUnit = waitedBits;
const faultUnit = budgetUnit * 8;
const candidateUnit = faultUnit * 4;
const stopUnit = candidateUnit * 2;
const miscSize = stopUnit * 2;
const pairSize = 2 ** 22;
const leaseSize = 2 ** 17;
const electorFactor = 2 ** 20;

const waitedOf = (misc: number): number => misc % waitedBits;
const budgetOf = (misc: number): number => Math.floor(misc / budgetUnit) % 8;
/** 0: no fault yet. 1 and 2: the fault of `a` or `b`. 3: the fault has ended. */
const faultOf = (misc: number): number => Math.floor(misc / faultUnit) % 4;
const hasCandidate = (misc: number): boolean => Math.floor(misc / candidateUnit) % 2 === 1;
const hasStopped = (misc: number): boolean => Math.floor(misc / stopUnit) % 2 === 1;

type Visit = (next: State, title: string, violation?: Property, act?: SiblingAct) => void;

const candidate: SiblingAct = { kind: "creates a LeaseCandidate" };

/**
 * Explores all states that are reachable in a setup, without a limit of the depth. Times are
 * relative, so the number of states is finite. Stops early after a counter-example that is enough.
 */
export function explore(setup: Setup, isEnough: (found: CounterExample) => boolean = () => false): Exploration {
  const election = createElection(setup);
  const successors = successorsOf(setup, election);
  const encode = encoderOf(setup, election);
  const parents = new Map<number, number>();
  const found = new Map<string, CounterExample>();
  let layer: State[] = [];
  for (const state of startsOf(setup, election)) {
    const key = encode(state);
    if (parents.has(key)) continue;
    parents.set(key, -1);
    layer.push(state);
  }
  const starts = layer;
  let isDone = false;
  while (layer.length > 0 && !isDone) {
    const next: State[] = [];
    for (const state of layer) {
      if (isDone) break;
      const from = encode(state);
      successors(state, (to, title, violation, act) => {
        if (violation !== undefined) {
          const { trace, writes: before } = wayTo(from);
          const writes = act === undefined ? before : [...before, act];
          const counterExample = {
            property: violation,
            kinds: kindsOf(violation, writes, title),
            writes,
            trace: [...trace, title],
          };
          const key = classOf(counterExample);
          if (!found.has(key)) found.set(key, counterExample);
          isDone ||= isEnough(counterExample);
          return;
        }
        const key = encode(to);
        if (parents.has(key)) return;
        parents.set(key, from);
        next.push(to);
      });
    }
    layer = next;
  }
  return { states: parents.size, counterExamples: [...found.values()] };

  /** Repeats the way to a state. Symmetric states share a key, so the names can change places. */
  function wayTo(end: number): Pick<CounterExample, "writes" | "trace"> {
    const keys = [end];
    for (let key = parents.get(end); key !== undefined && key !== -1; key = parents.get(key)) keys.unshift(key);
    const trace: string[] = [];
    const writes: SiblingAct[] = [];
    let state = starts.find((each) => encode(each) === keys[0]) as State;
    for (const key of keys.slice(1)) {
      let found: State | undefined;
      successors(state, (to, title, violation, act) => {
        if (found !== undefined || violation !== undefined || encode(to) !== key) return;
        found = to;
        trace.push(title);
        if (act !== undefined) writes.push(act);
      });
      state = found as unknown as State;
    }
    return { trace, writes };
  }
}

/** Returns the name of the class of a counter-example. */
export function classOf({ property, kinds }: Pick<CounterExample, "property" | "kinds">): string {
  return [property, ...kinds].join("; ");
}

/** A takeover of a Lease that the sibling has dated ahead can be denied, whatever else it wrote. */
function kindsOf(property: Property, writes: readonly SiblingAct[], title: string): readonly string[] {
  const kinds = writes.map(({ kind }) => kind);
  const isTakeover = property === "denied" && title.endsWith("is denied by lease/holder-kept-until-expiry");
  return isTakeover && kinds.some((kind) => kind.includes(datedAhead)) ? ["dates a Lease ahead"] : kinds;
}

function startsOf({ timing, budget }: Setup, election: Election): readonly State[] {
  const waits = Array.from({ length: timing.retryPeriod }, (_, wait) => wait);
  const lease = election.leases.idOf(undefined);
  return waits.map((wait) => ({
    lease,
    a: election.start(0),
    b: election.start(wait),
    misc: budget * budgetUnit,
  }));
}

/** Returns a function that returns one number for a state, and the same for its mirror image. */
function encoderOf({ skews, members }: Setup, { exchangedLease }: Election): (state: State) => number {
  const isSymmetric = skews.a === skews.b && members.a.user.extra !== undefined;
  const pairs = new Map<number, number>();
  const pairOf = (a: number, b: number): number => {
    const key = a * electorFactor + b;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    pairs.set(key, pairs.size);
    return pairs.size - 1;
  };
  const pack = (lease: number, a: number, b: number, misc: number): number => {
    const pair = pairOf(a, b);
    if (lease >= leaseSize || pair >= pairSize) throw new RangeError("the run has too many states for its keys");
    return (lease * pairSize + pair) * miscSize + misc;
  };
  const swap = [0, 2, 1, 3];
  return ({ lease, a, b, misc }) => {
    if (!isSymmetric || a < b) return pack(lease, a, b, misc);
    const fault = faultOf(misc);
    const mirrored = misc + ((swap[fault] ?? fault) - fault) * faultUnit;
    const other = exchangedLease(lease);
    if (a > b) return pack(other, b, a, mirrored);
    return lease < other || (lease === other && misc <= mirrored)
      ? pack(lease, a, b, misc)
      : pack(other, b, a, mirrored);
  };
}

function successorsOf(setup: Setup, election: Election): (state: State, visit: Visit) => void {
  const { fault, timing } = setup;
  const patience = timing.leaseDuration + 2 * longestWait(timing);
  const isCrash = fault === "crash" || fault === "crash in a storm";
  if (isCrash && patience + 1 >= waitedBits) throw new RangeError("the lease term is too long");
  const { notified } = election;

  /** Changes the Lease for both pods. */
  const changed = (state: State, { lease, keepsRecord }: Step, misc: number): State => ({
    lease,
    a: notified(state.a, keepsRecord),
    b: notified(state.b, keepsRecord),
    misc,
  });
  const all = (steps: readonly Step[], state: State, visit: Visit) => {
    for (const step of steps) visit(changed(state, step, state.misc), step.title, step.violation);
  };

  function othersAct(state: State, visit: Visit): void {
    const { lease, misc } = state;
    if (hasCandidate(misc)) all(election.controllerSteps(lease), state, visit);
    all(election.collectorSteps(lease), state, visit);
    if (budgetOf(misc) === 0) return;
    const spent = misc - budgetUnit;
    for (const step of election.siblingSteps(lease))
      visit(changed(state, step, spent), step.title, step.violation, step.write);
    if (election.isCandidateAccepted && !hasCandidate(misc))
      visit({ ...state, misc: spent + candidateUnit }, `s: ${candidate.kind}`, undefined, candidate);
  }

  function faultActs(state: State, visit: Visit): void {
    if (fault === "none") return;
    const { misc, a, b } = state;
    const current = faultOf(misc);
    if (current === 0) {
      const dead = isCrash ? election.dead : undefined;
      const waits = (pod: number) => (dead !== undefined && election.believes(pod) ? 1 : 0);
      visit({ ...state, a: dead ?? a, misc: misc + faultUnit + waits(a) }, `${fault} of a`);
      visit({ ...state, b: dead ?? b, misc: misc + 2 * faultUnit + waits(b) }, `${fault} of b`);
    } else if (current < 3 && !isCrash)
      visit({ ...state, misc: misc + (3 - current) * faultUnit }, `the ${fault} ends`);
  }

  const networkOf = (pod: 0 | 1, { lease, misc }: State): number => {
    const failed = faultOf(misc);
    const isStorm = fault === "storm" ? failed === pod + 1 : fault === "crash in a storm" && failed !== 0;
    if (isStorm) return election.acceptsLabels(lease) ? 2 : 0;
    return fault === "partition" && failed === pod + 1 ? 1 : 0;
  };

  /** Lets the pods act in one order, and then lets a second pass. */
  function act(order: readonly (0 | 1)[], state: State, title: string, visit: Visit): void {
    const [pod, ...rest] = order;
    if (pod === undefined) {
      pass(state, title, visit);
      return;
    }
    const elector = pod === 0 ? state.a : state.b;
    const network = networkOf(pod, state);
    const take = (step: Step, misc: number) => {
      const text = step.title === "" ? title : title === "" ? step.title : `${title}; ${step.title}`;
      if (step.denied.length > 0) {
        visit(state, `${text} is denied by ${step.denied.join(", ")}`, "denied");
        return;
      }
      const other = pod === 0 ? state.b : state.a;
      const notifiedOther = step.lease === state.lease ? other : notified(other, step.keepsRecord);
      const [a, b] = pod === 0 ? [step.elector, notifiedOther] : [notifiedOther, step.elector];
      if (election.believes(a) && election.believes(b)) visit(state, `${text}; both lead`, "two leaders");
      else act(rest, { lease: step.lease, a, b, misc }, text, visit);
    };
    for (const step of election.turns(pod, elector, state.lease, network)) take(step, state.misc);
    if (!hasStopped(state.misc) && election.believes(elector))
      take(election.cancelled(pod, elector, state.lease, network), state.misc + stopUnit);
  }

  function pass({ lease, a, b, misc }: State, title: string, visit: Visit): void {
    const dead = faultOf(misc) === 1 ? "a" : "b";
    const isWaiting = waitedOf(misc) > 0 && election.holder(lease) === dead;
    const waited = isWaiting ? waitedOf(misc) + 1 : 0;
    const next = {
      lease: election.nextLease(lease),
      a: election.nextElector(a),
      b: election.nextElector(b),
      misc: misc - waitedOf(misc) + waited,
    };
    const text = title === "" ? "1 s" : `${title}; 1 s`;
    if (waited > patience) visit(next, `${text}; the Lease of the crashed pod is not taken`, "stuck");
    else visit(next, text);
  }

  return (state, visit) => {
    othersAct(state, visit);
    faultActs(state, visit);
    act([0, 1], state, "", visit);
    if (election.isDue(state.a) && election.isDue(state.b)) act([1, 0], state, "", visit);
  };
}
