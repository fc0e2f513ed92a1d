import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { decodeText } from "../manifest/decode-text.ts";
import { type ReadablePolicy, readPolicy } from "../policy/read-policy.ts";
import { remarkText } from "../policy/remark-text.ts";
import type { Policy } from "../rules/policy.ts";
import { FileWatch } from "./file-watch.ts";
import type { Metrics } from "./metrics.ts";

/** A policy and the text it was read from. */
export interface PolicyText extends ReadablePolicy {
  readonly text: string;
}

/** What a `PolicySource` works with; `use` gets each new policy. */
export interface PolicySourceOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly use: (policy: Policy) => void;
}

/**
 * A policy file under watch. One that can be used is in force as soon as it is there; of another all complaints are logged, once a
 * change, and the old policy stays.
 */
export class PolicySource {
  readonly #file: string;
  readonly #options: PolicySourceOptions;
  readonly #watch: FileWatch;
  #inForce: PolicyText;
  #refused = "";
  #told: ReadonlySet<string> = new Set();

  /** `inForce` is what the file held when the server started. */
  constructor(file: string, inForce: PolicyText, options: PolicySourceOptions) {
    this.#file = file;
    this.#inForce = inForce;
    this.#options = options;
    options.metrics.policyLoaded(options.now());
    this.#watch = new FileWatch([file], () => this.#look());
  }

  /** Nothing is used any more. */
  close(): void {
    this.#watch.close();
  }

  async #look(): Promise<void> {
    const read = await readText(this.#file);
    if (this.#watch.closed) return;
    if ("fault" in read) this.#refuse([`${this.#file} ${read.fault}`]);
    else if (read.text === this.#inForce.text) this.#refused = "";
    else this.#judge(read.text);
    this.#tellNotes();
  }

  #judge(text: string): void {
    const read = readPolicy(text);
    if ("complaints" in read) this.#refuse(read.complaints.map((complaint) => remarkText(this.#file, complaint, "error")));
    else this.#use({ ...read, text });
  }

  #use(read: PolicyText): void {
    const { log, metrics, now, use } = this.#options;
    use(read.policy);
    this.#inForce = read;
    this.#refused = "";
    this.#told = new Set();
    metrics.policyLoaded(now());
    metrics.policyReloaded("success");
    log.info({ file: this.#file, profile: read.policy.profile }, "policy changed");
  }

  #refuse(complaints: readonly string[]): void {
    // It changed while it was read: the next look tells more.
    if (this.#watch.settling) return;
    const { log, metrics } = this.#options;
    // At each look, so that an alert lasts as long as the file is bad.
    metrics.policyReloaded("error");
    const refused = complaints.join("\n");
    if (refused === this.#refused) return;
    this.#refused = refused;
    log.error({ file: this.#file, complaints }, "policy file refused, the old policy stays");
  }

  /** Each once, at the first look after it has become true: an exemption may expire at any time. */
  #tellNotes(): void {
    const notes = this.#inForce.notes(this.#options.now()).map((note) => remarkText(this.#file, note, "warning"));
    for (const note of notes) if (!this.#told.has(note)) this.#options.log.warn({ note }, "policy note");
    this.#told = new Set(notes);
  }
}

async function readText(file: string): Promise<{ readonly text: string } | { readonly fault: string }> {
  try {
    return { text: decodeText(await readFile(file)) };
  } catch (error) {
    return { fault: `must be a readable file: ${error instanceof Error ? error.message : String(error)}` };
  }
}
