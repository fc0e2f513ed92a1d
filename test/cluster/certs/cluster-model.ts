import { propagationMs } from "../../../src/cli/certs/apply.ts";
import { servingLifetimeMs } from "../../../src/cluster/certs/issue.ts";
import {
  type CertificateState,
  type KnownCa,
  planCertificates,
  type Step,
  type StoredServing,
} from "../../../src/cluster/certs/plan-certificates.ts";
import { backdateMs, caLifetimeMs } from "../../../src/cluster/certs/sign.ts";
import { dayMs } from "../../../src/core/text/duration.ts";

/** The maximum time in milliseconds for which an API server uses an old configuration. */
export const stalenessMs = 30_000;

/** A version of an object, and the real time at which the next version replaced this version. */
interface Version<T> {
  readonly value: T;
  replacedAt: number;
}

/** An object with optimistic locking. Keeps all versions of the object. */
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
  /**
   * Replaces the latest version. Does nothing if another run of the command has already replaced
   * `read`.
   */
  replace(read: Version<T>, value: T, at: number): void {
    if (read !== this.latest) return;
    read.replacedAt = at;
    this.versions.push({ value, replacedAt: Number.POSITIVE_INFINITY });
  }
  /**
   * Returns every version that can still be in use at the time `at`, if a change takes `lagMs` to
   * reach all readers.
   */
  within(lagMs: number, at: number): readonly T[] {
    return this.versions.filter(({ replacedAt }) => replacedAt + lagMs > at).map(({ value }) => value);
  }
}

type Bundles = CertificateState["bundles"];
type ModelServing = StoredServing & { readonly signer: string };

/**
 * A model of a cluster with only the parts that affect certificates: the real time, one wall clock,
 * and three objects. The lifetimes of certificates are the same as in a real cluster.
 */
export class ClusterModel {
  /**
   * The real time in milliseconds. The runs of the command cannot read the real time, and the wall
   * clock can differ from it by any amount.
   */
  realMs = 0;
  clockMs: number = 20_000 * dayMs;
  latestClockMs = 0;
  #made = 0;
  readonly ca: Stored<KnownCa | undefined> = new Stored<KnownCa | undefined>(undefined);
  readonly serving: Stored<ModelServing | undefined> = new Stored<ModelServing | undefined>(undefined);
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
    return { certificate: `ca-${this.#made}`, ...this.#life(caLifetimeMs) };
  }

  newServing(ca: KnownCa): ModelServing {
    const { notBefore, notAfter } = this.#life(servingLifetimeMs);
    return { signer: ca.certificate, notBefore, notAfter: Math.min(notAfter, ca.notAfter) };
  }

  /**
   * Describes a certificate that a pod could still serve and an API server could reject. Returns
   * undefined if there is none. A pod can serve a replaced certificate for up to `podLagMs`.
   */
  distrusted(podLagMs: number): string | undefined {
    for (const bundles of this.bundles.within(stalenessMs, this.realMs)) {
      // Before the first bundle has reached the API servers, no call succeeds. A rejected
      // certificate is therefore not a new failure.
      if (bundles.every((bundle) => bundle.length === 0)) continue;
      for (const serving of this.serving.within(podLagMs, this.realMs)) {
        if (serving === undefined || serving.notAfter < this.latestClockMs) continue;
        const isTrusted = bundles.every((bundle) => bundle.some(({ certificate }) => certificate === serving.signer));
        if (!isTrusted && this.#followsTrusted(serving))
          return `${serving.signer} is not in ${JSON.stringify(bundles)}`;
      }
    }
    return undefined;
  }

  /**
   * Reports whether the certificate or an earlier one was ever trusted. Otherwise, the certificate
   * cannot break a working cluster.
   */
  #followsTrusted(serving: ModelServing): boolean {
    const certificates = this.serving.versions.map(({ value }) => value);
    const trusted = new Set(
      this.bundles.versions.flatMap(({ value }) => value.flat()).map(({ certificate }) => certificate),
    );
    return certificates
      .slice(0, certificates.indexOf(serving) + 1)
      .some((each) => each !== undefined && trusted.has(each.signer));
  }

  #life(lifetimeMs: number): { notBefore: number; notAfter: number } {
    return { notBefore: this.clockMs - backdateMs, notAfter: this.clockMs + lifetimeMs };
  }
}

/**
 * One run of the command. Each call of `advance` sends at most one request, so that other events
 * can happen between two requests.
 */
export class Run {
  readonly #model: ClusterModel;
  #propagatedCa: string | undefined;
  #wakesAt = 0;
  #read: (() => void)[] = [];
  #serving: Version<ModelServing | undefined> | undefined;
  #bundles: Version<Bundles> | undefined;
  #ca: Version<KnownCa | undefined> | undefined;
  /** The last step of the run. The value is undefined while the run has not ended. */
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
    const { serving, bundles, ca } = this.#model;
    if (this.#ca === undefined) {
      // Like the command, reads the certificate first, then the bundles, and then the CA.
      this.#serving = serving.latest;
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
    const [serving, bundles, ca] = [this.#serving, this.#bundles, this.#ca];
    if (serving === undefined || bundles === undefined || ca === undefined) throw new Error("all is read before");
    const state: CertificateState = {
      bundles: bundles.value,
      ...(ca.value && { ca: ca.value }),
      ...(serving.value && { serving: serving.value }),
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
        if (ca.value) model.serving.replace(serving, model.newServing(ca.value), model.realMs);
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
