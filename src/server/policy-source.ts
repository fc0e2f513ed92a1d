import type { Logger } from "pino";
import type { Policy } from "../policy/policy.ts";
import { diagnosticText, type ReadablePolicy, readPolicy } from "../policy-file/read-policy.ts";
import { FileWatch } from "./file-watch.ts";
import type { Metrics } from "./metrics.ts";
import { type PolicyFileText, readPolicyText } from "./read-policy-text.ts";

/** A policy and the text it was read from. */
export interface PolicyText extends ReadablePolicy {
  readonly text: string;
}

/** What a `PolicySource` works with; `use` gets each new policy, unless `fault` says why it cannot be used here. */
export interface PolicySourceOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly fault: (policy: Policy) => string | undefined;
  readonly use: (policy: Policy) => void;
}

/**
 * A policy file under watch. One that can be used is in force as soon as it is there; of another all complaints are logged, once a
 * change, and the old policy stays.
 */
export class PolicySource {
  readonly #file: string;
  readonly #options: PolicySourceOptions;
  readonly #watch: FileWatch<PolicyFileText>;
  #inForce: PolicyText;
  /** What was read and refused last. */
  #refused: string | undefined;
  #told: ReadonlySet<string> = new Set();

  /** `inForce` is what the file held when the server started. */
  constructor(file: string, inForce: PolicyText, options: PolicySourceOptions) {
    this.#file = file;
    this.#inForce = inForce;
    this.#options = options;
    options.metrics.policyLoaded(options.now());
    this.#watch = new FileWatch(
      [file],
      () => readPolicyText(file),
      (read) => this.#look(read),
    );
  }

  /** Nothing is used any more. */
  close(): void {
    this.#watch.close();
  }

  #look(read: PolicyFileText): void {
    if (read.ok && read.value === this.#inForce.text) this.#keep();
    else this.#judge(read);
    this.#tellNotes();
  }

  /** The same again is not parsed again: that takes a while, and a bad file may stay for long. */
  #judge(read: PolicyFileText): void {
    const seen = JSON.stringify(read);
    if (seen === this.#refused) this.#options.metrics.policyReloaded("error");
    else if (!read.ok) this.#refuse(seen, [`${this.#file} ${read.error}`]);
    else this.#judgeText(seen, read.value);
  }

  #judgeText(seen: string, text: string): void {
    const read = readPolicy(text);
    const fault = read.ok ? this.#options.fault(read.value.policy) : undefined;
    if (!read.ok) {
      this.#refuse(
        seen,
        read.error.map((error) => diagnosticText(this.#file, error, "error")),
      );
    } else if (fault !== undefined) this.#refuse(seen, [fault]);
    else this.#use({ ...read.value, text });
  }

  #keep(): void {
    if (this.#refused === undefined) return;
    this.#refused = undefined;
    this.#options.log.info({ file: this.#file }, "policy file is again the policy in force");
  }

  #use(read: PolicyText): void {
    const { log, metrics, now, use } = this.#options;
    use(read.policy);
    this.#inForce = read;
    this.#refused = undefined;
    this.#told = new Set();
    metrics.policyLoaded(now());
    metrics.policyReloaded("success");
    log.info({ file: this.#file, profile: read.policy.profile }, "policy changed");
  }

  #refuse(seen: string, complaints: readonly string[]): void {
    // It changed while it was read: the next look tells more.
    if (this.#watch.settling) return;
    const { log, metrics } = this.#options;
    // At each look, so that an alert lasts as long as the file is bad.
    metrics.policyReloaded("error");
    this.#refused = seen;
    log.error({ file: this.#file, complaints }, "policy file refused, the old policy stays");
  }

  /** Each once, at the first look after it has become true: an exemption may expire at any time. */
  #tellNotes(): void {
    const notes = this.#inForce.warnings(this.#options.now()).map((note) => diagnosticText(this.#file, note, "warning"));
    for (const note of notes) if (!this.#told.has(note)) this.#options.log.warn({ note }, "policy note");
    this.#told = new Set(notes);
  }
}
