import { setTimeout as pause } from "node:timers/promises";
import { certificateState } from "../../cluster/certs/certificate-state.ts";
import { issueCa, issueServing } from "../../cluster/certs/issue.ts";
import { planCertificates, type Step } from "../../cluster/certs/plan-certificates.ts";
import type { SubjectNames } from "../../cluster/certs/subject-names.ts";
import { ClusterError } from "../../cluster/cluster-error.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import type { CertificateStore } from "./store.ts";

export interface RenewOptions {
  readonly names: SubjectNames;
  readonly now: () => Date;
  /** Time in milliseconds after which every API server uses a changed `caBundle`. */
  readonly propagationMs: number;
  readonly timeoutMs: number;
  readonly print: (line: string) => void;
  /** Prints a line after a failed step, unless the previous step failed with the same error. */
  readonly warn: (line: string) => void;
}

/**
 * Times before a retry, in milliseconds: `conflict` after a conflict, and `error` after any other
 * error. The time doubles with each consecutive failure, up to `most`. lease-guard then subtracts a
 * random part of at most half.
 */
const backoffMs = { error: 2000, conflict: 100, most: 60_000 };

const moreToDo = "the remaining steps take longer";

/**
 * Takes all steps that are due. Fails if the wait before the next step would end after `timeoutMs`.
 * If the last step failed, the error is the message of this step. Otherwise, it states that more
 * steps remain.
 */
export async function renewCertificates(
  read: () => Promise<CertificateStore>,
  options: RenewOptions,
): Promise<Result<undefined, string>> {
  const deadline = performance.now() + options.timeoutMs;
  const run: Run = { failures: 0, reason: moreToDo };
  for (;;) {
    const delayMs = await oneStep(read, options, run);
    if (delayMs === undefined) return ok(undefined);
    if (performance.now() + delayMs > deadline) return failed(run.reason);
    await pause(delayMs);
  }
}

interface Run {
  /** The CA certificate that was in every `caBundle` before the last wait, in PEM. */
  propagatedCa?: string;
  /** The number of consecutive failures. */
  failures: number;
  reason: string;
}

/**
 * Takes one step. Returns the milliseconds to wait before the next step or before a retry, or
 * undefined if no further step is due.
 */
async function oneStep(
  read: () => Promise<CertificateStore>,
  options: RenewOptions,
  run: Run,
): Promise<number | undefined> {
  try {
    const snapshot = await read();
    const now = options.now();
    const step = planCertificates(
      certificateState(snapshot.stored, options.names.dnsNames),
      now.getTime(),
      run.propagatedCa,
    );
    if (step.do === "wait") run.propagatedCa = step.for;
    options.print(await perform(step, snapshot, { ...options, now }));
    run.failures = 0;
    run.reason = moreToDo;
    if (step.do === "done") return undefined;
    return step.do === "wait" ? options.propagationMs : 0;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.message !== run.reason) options.warn(`trying again: ${error.message}`);
    run.reason = error.message;
    const longest = Math.min(
      backoffMs.most,
      (error.isConflict ? backoffMs.conflict : backoffMs.error) * 2 ** run.failures,
    );
    run.failures++;
    return Math.max(error.retryAfterMs, longest * (0.5 + Math.random() / 2));
  }
}

async function perform(
  step: Step,
  { stored, writeCa, writeServing, writeBundles }: CertificateStore,
  { names, now, propagationMs }: Pick<RenewOptions, "names" | "propagationMs"> & { readonly now: Date },
): Promise<string> {
  switch (step.do) {
    case "issue-ca":
      await writeCa(await issueCa(now));
      return `issued a CA: ${step.because}`;
    case "trust":
      await writeBundles(step.bundles.map((certificates) => certificates.join("")));
      return `added the CA to caBundle, which now trusts ${Math.max(...step.bundles.map(({ length }) => length))}`;
    case "wait":
      return `waiting ${propagationMs / 1000} s for every API server to trust the CA`;
    case "issue":
      if (stored.ca === undefined) throw new Error("planned without a CA");
      await writeServing(await issueServing(names, now, stored.ca), stored.ca);
      return `issued a serving certificate: ${step.because}`;
    case "done":
      return `nothing is due until ${new Date(step.until).toISOString()}`;
  }
}
