import { setTimeout as pause } from "node:timers/promises";
import { certificateState } from "../../certs/certificate-state.ts";
import { issueCa, issueServing } from "../../certs/issue.ts";
import { planCertificates, type Step } from "../../certs/plan-certificates.ts";
import type { SubjectNames } from "../../certs/subject-names.ts";
import { ClusterError } from "../../cluster/cluster-error.ts";
import type { CertificateStore } from "./store.ts";

/** How a run goes about it. */
export interface RenewOptions {
  readonly names: SubjectNames;
  readonly now: () => Date;
  /** How long every API server may take to see a changed `caBundle`. */
  readonly spreadMs: number;
  readonly timeoutMs: number;
  /** Takes a line for each step. */
  readonly tell: (line: string) => void;
  /** Takes a line for each new reason to try again. */
  readonly warn: (line: string) => void;
}

/** Between two tries, doubled each time and halved at random: for a server in trouble, and where somebody else was faster. */
const backoffMs = { fault: 2000, conflict: 100, most: 60_000 };

const moreToDo = "the steps that are due take longer";

/** Takes one step after another until none is due; returns why it could not, where the time is over. */
export async function renewCertificates(read: () => Promise<CertificateStore>, options: RenewOptions): Promise<string | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  const run: Run = { failures: 0, reason: moreToDo };
  for (;;) {
    const delayMs = await oneStep(read, options, run);
    if (delayMs === undefined) return undefined;
    if (performance.now() + delayMs > deadline) return run.reason;
    await pause(delayMs);
  }
}

/** What a run knows beyond what is stored. */
interface Run {
  /** The CA that was in every bundle, and was then waited for. */
  spread?: string;
  /** In a row. */
  failures: number;
  /** Why it is not done yet. */
  reason: string;
}

/** Returns how long to wait before the next one; nothing where none is due. */
async function oneStep(read: () => Promise<CertificateStore>, options: RenewOptions, run: Run): Promise<number | undefined> {
  try {
    const snapshot = await read();
    const now = options.now();
    const step = planCertificates(certificateState(snapshot.stored, options.names.dnsNames), now.getTime(), run.spread);
    if (step.do === "wait") run.spread = step.for;
    options.tell(await performed(step, snapshot, { ...options, now }));
    run.failures = 0;
    run.reason = moreToDo;
    if (step.do === "rest") return undefined;
    return step.do === "wait" ? options.spreadMs : 0;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.message !== run.reason) options.warn(`trying again: ${error.message}`);
    run.reason = error.message;
    const longest = Math.min(backoffMs.most, (error.isConflict ? backoffMs.conflict : backoffMs.fault) * 2 ** run.failures);
    run.failures++;
    return Math.max(error.retryAfterMs, longest * (0.5 + Math.random() / 2));
  }
}

/** Does it, and says what was done. */
async function performed(
  step: Step,
  { stored, writeCa, writeServing, writeBundles }: CertificateStore,
  { names, now, spreadMs }: Pick<RenewOptions, "names" | "spreadMs"> & { readonly now: Date },
): Promise<string> {
  switch (step.do) {
    case "make-ca":
      await writeCa(await issueCa(now));
      return `made a CA: ${step.because}`;
    case "trust":
      await writeBundles(step.bundles.map((certificates) => certificates.join("")));
      return `added the CA to caBundle, which now trusts ${Math.max(...step.bundles.map(({ length }) => length))}`;
    case "wait":
      return `waiting ${spreadMs / 1000} s, for every API server to trust the CA`;
    case "issue":
      if (stored.ca === undefined) throw new Error("planned without a CA");
      await writeServing(await issueServing(names, now, stored.ca), stored.ca);
      return `made a serving certificate: ${step.because}`;
    case "rest":
      return `nothing is due until ${new Date(step.until).toISOString()}`;
  }
}
