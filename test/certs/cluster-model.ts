import { type CertificateState, type KnownCa, planCertificates, type Step, type StoredLeaf } from "../../src/certs/plan-certificates.ts";

export const secondMs = 1000;
export const dayMs: number = 24 * 60 * 60 * secondMs;

/** How long an API server may go on with an old registration, and a run waits for it. */
export const propagationMs: number = 30 * secondMs;

/** A version of an object, and the real time at which the next one took its place. */
interface Version<T> {
  readonly value: T;
  replacedAt: number;
}

/** One object with optimistic locking, and all it ever was. */
class Stored<T> {
  readonly versions: Version<T>[];
  constructor(first: T) {
    this.versions = [{ value: first, replacedAt: Number.POSITIVE_INFINITY }];
  }
  get latest(): Version<T> {
    const last = this.versions.at(-1);
    if (last === undefined) throw new Error("never empty");
    return last;
  }
  /** Nothing happens where another one was faster. */
  replace(read: Version<T>, value: T, at: number): void {
    if (read !== this.latest) return;
    read.replacedAt = at;
    this.versions.push({ value, replacedAt: Number.POSITIVE_INFINITY });
  }
  /** Every version that is still in use if a change takes `lagMs` to arrive. */
  within(lagMs: number, at: number): readonly T[] {
    return this.versions.filter(({ replacedAt }) => replacedAt + lagMs > at).map(({ value }) => value);
  }
}

type Bundles = CertificateState["bundles"];
type ModelLeaf = StoredLeaf & { readonly signer: string };

/** A cluster reduced to what certificates have to do with: real time, one wall clock, three objects. Lives are as issued for real. */
export class ClusterModel {
  /** Nobody can read it; the wall clock is off by what it was set to. */
  realMs = 0;
  clockMs: number = 20_000 * dayMs;
  latestClockMs = 0;
  #made = 0;
  readonly ca: Stored<KnownCa | undefined> = new Stored<KnownCa | undefined>(undefined);
  readonly leaf: Stored<ModelLeaf | undefined> = new Stored<ModelLeaf | undefined>(undefined);
  readonly bundles: Stored<Bundles>;

  constructor(webhooks: number) {
    this.bundles = new Stored<Bundles>(Array.from({ length: webhooks }, () => []));
  }

  pass(ms: number): void {
    this.realMs += ms;
    this.setClock(this.clockMs + ms);
  }

  setClock(ms: number): void {
    this.clockMs = ms;
    this.latestClockMs = Math.max(this.latestClockMs, ms);
  }

  newCa(): KnownCa {
    this.#made++;
    return { certificate: `ca-${this.#made}`, ...this.#life(365) };
  }

  newLeaf(ca: KnownCa): ModelLeaf {
    const { notBefore, notAfter } = this.#life(90);
    return { signer: ca.certificate, notBefore, notAfter: Math.min(notAfter, ca.notAfter) };
  }

  /** Returns a served certificate that an API server would reject, with any delay of pods and API servers. */
  distrusted(podLagMs: number): string | undefined {
    for (const bundles of this.bundles.within(propagationMs, this.realMs)) {
      // Before the first bundle has spread no call succeeds, so none can fail that did not before.
      if (bundles.every((bundle) => bundle.length === 0)) continue;
      for (const leaf of this.leaf.within(podLagMs, this.realMs)) {
        if (leaf === undefined || leaf.notAfter < this.latestClockMs) continue;
        const isTrusted = bundles.every((bundle) => bundle.some(({ certificate }) => certificate === leaf.signer));
        if (!isTrusted && this.#followsTrusted(leaf)) return `${leaf.signer} is not in ${JSON.stringify(bundles)}`;
      }
    }
    return undefined;
  }

  /** False for what was installed and never trusted: only what has worked can break. */
  #followsTrusted(leaf: ModelLeaf): boolean {
    const leaves = this.leaf.versions.map(({ value }) => value);
    const trusted = new Set(this.bundles.versions.flatMap(({ value }) => value.flat()).map(({ certificate }) => certificate));
    return leaves.slice(0, leaves.indexOf(leaf) + 1).some((each) => each !== undefined && trusted.has(each.signer));
  }

  #life(days: number): { notBefore: number; notAfter: number } {
    return { notBefore: this.clockMs - 5 * 60 * secondMs, notAfter: this.clockMs + days * dayMs };
  }
}

/** One run of the command: each `advance` is one request, so that anything may happen between two of them. */
export class Run {
  readonly #model: ClusterModel;
  #propagatedCa: string | undefined;
  #wakesAt = 0;
  #read: (() => void)[] = [];
  #leaf: Version<ModelLeaf | undefined> | undefined;
  #bundles: Version<Bundles> | undefined;
  #ca: Version<KnownCa | undefined> | undefined;
  /** The last step, once it has nothing left to do. */
  ended: Step | undefined;

  constructor(model: ClusterModel) {
    this.#model = model;
  }

  advance(): void {
    if (this.ended !== undefined || this.#model.realMs < this.#wakesAt) return;
    const next = this.#read.shift();
    if (next !== undefined) {
      next();
      return;
    }
    const { leaf, bundles, ca } = this.#model;
    if (this.#ca === undefined) {
      // In the order in which the command reads.
      this.#leaf = leaf.latest;
      this.#read = [
        () => {
          this.#bundles = bundles.latest;
        },
        () => {
          this.#ca = ca.latest;
        },
      ];
      return;
    }
    this.#perform();
    this.#ca = undefined;
  }

  #perform(): void {
    const model = this.#model;
    const [leaf, bundles, ca] = [this.#leaf, this.#bundles, this.#ca];
    if (leaf === undefined || bundles === undefined || ca === undefined) throw new Error("all is read before");
    const state: CertificateState = {
      bundles: bundles.value,
      ...(ca.value && { ca: ca.value }),
      ...(leaf.value && { leaf: leaf.value }),
    };
    const step = planCertificates(state, model.clockMs, this.#propagatedCa);
    switch (step.do) {
      case "issue-ca":
        model.ca.replace(ca, model.newCa(), model.realMs);
        return;
      case "trust": {
        const known = [...bundles.value.flat(), ...(ca.value ? [ca.value] : [])];
        const find = (certificate: string) => known.filter((each) => each.certificate === certificate).slice(0, 1);
        const trusting = step.bundles.map((bundle) => bundle.flatMap(find));
        model.bundles.replace(bundles, trusting, model.realMs);
        return;
      }
      case "issue":
        if (ca.value) model.leaf.replace(leaf, model.newLeaf(ca.value), model.realMs);
        return;
      case "wait":
        this.#propagatedCa = step.for;
        this.#wakesAt = model.realMs + propagationMs;
        return;
      case "done":
        this.ended = step;
    }
  }
}
