import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { shorten } from "../../core/field/path.ts";
import { failed, ok } from "../../core/field/result.ts";
import { policyKey } from "../../core/text/installed-name.ts";
import type { PolicyFile } from "../../policy/file/policy-parts.ts";
import { revisionOf } from "../../policy/file/policy-revision.ts";
import { type PolicyFiles, readPolicyDirectory, readPolicyFile } from "../../policy/file/read-policy-files.ts";
import { FileWatch } from "../file-watch.ts";
import { workerOptions } from "../limits.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ActivePolicy } from "./active-policy.ts";
import { firstTexts, policyChanges } from "./policy-changes.ts";
import type { PolicyReading, PolicyReadingResult } from "./policy-reading.ts";

/** Maximum number of errors in a log line, and maximum length of an error in UTF-16 code units. */
const maxLoggedErrors = 20;
const maxErrorLength = 300;

/**
 * Returns at most `maxLoggedErrors` errors, and the number of further errors. Truncates long
 * errors, because one error can quote a name of 1 MiB. The log drops a line that does not fit into
 * its buffer.
 */
function boundedErrors(errors: readonly string[]): readonly string[] {
  return firstTexts(errors, maxLoggedErrors, (error) => shorten(error, maxErrorLength));
}

export interface PolicySourceOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly read: ReadPolicyFiles;
  readonly policy: ActivePolicy;
}

/**
 * Watches a policy file, or a directory of policy files. Uses a new policy as soon as the files
 * contain a valid policy. If a file is invalid, keeps the previous policy and logs the first errors
 * once for each change.
 */
export class PolicySource {
  readonly #file: string;
  readonly #options: PolicySourceOptions;
  readonly #watch: FileWatch<PolicyFiles>;
  #active: PolicyReading;
  /** The last rejected result of a read. If a later result was accepted, the value is undefined. */
  #rejected: PolicyFiles | undefined;
  #loggedWarnings: ReadonlySet<string> = new Set();
  #closed = false;

  /** `file` can be a directory. `active` is the policy when the server starts. */
  constructor(file: string, active: PolicyReading, options: PolicySourceOptions) {
    this.#file = file;
    this.#active = active;
    this.#options = options;
    const isFile = active.files.every((each) => each.file === file);
    this.#watch = new FileWatch(
      isFile ? [file] : [file, join(file, policyKey)],
      () => (isFile ? readPolicyFile(file) : readPolicyDirectory(file)),
      (read) => this.#take(read),
    );
  }

  /** Stops watching the file. The active policy stays the same. */
  close(): void {
    this.#closed = true;
    this.#watch.close();
  }

  async #take(read: PolicyFiles): Promise<void> {
    if (areEqual(read, ok(this.#active.files))) await this.#keep();
    else await this.#load(read);
    this.#logWarnings();
  }

  /**
   * Loads new content of the file. Does not parse rejected content again, because parsing takes
   * time and a file can stay invalid for a long time.
   */
  async #load(files: PolicyFiles): Promise<void> {
    if (this.#rejected !== undefined && areEqual(files, this.#rejected)) {
      this.#options.metrics.policyReloaded("error");
      return;
    }
    const read = files.ok ? await this.#read(files.value) : failed([files.error]);
    if (this.#closed) return;
    const used = read.ok ? this.#use(read.value) : read;
    if (!used.ok) return this.#reject(files, used.error);
    // Between the two steps, the server validates the reviews that wait.
    await setImmediate();
    this.#activate(used.value);
  }

  #read(files: readonly PolicyFile[]): Promise<PolicyReadingResult> {
    return this.#options.read({ files, now: this.#options.now() });
  }

  #use(read: PolicyReading): PolicyReadingResult {
    const used = this.#options.policy.replace(read.policy, { file: this.#file, revision: revisionOf(read.files) });
    return used.ok ? ok(read) : failed([used.error]);
  }

  /** Keeps the active policy. If one of its dates has passed, reads its warnings again. */
  async #keep(): Promise<void> {
    if (this.#options.now().getTime() >= this.#active.nextDate) {
      const read = await this.#read(this.#active.files);
      if (read.ok) this.#active = read.value;
    }
    if (this.#rejected === undefined) return;
    this.#rejected = undefined;
    this.#options.policy.setRejected(false);
    this.#options.log.info({ file: this.#file }, "policy file matches the active policy again");
  }

  #activate(policy: PolicyReading): void {
    const { log, metrics } = this.#options;
    const policyRevision = this.#options.policy.state.source?.revision;
    const changes = policyChanges(this.#active.policy, policy.policy);
    this.#active = policy;
    this.#rejected = undefined;
    this.#loggedWarnings = new Set();
    metrics.policyReloaded("success");
    log.info({ file: this.#file, policyRevision, profile: policy.policy.profile, changes }, "policy changed");
  }

  #reject(files: PolicyFiles, errors: readonly string[]): void {
    // The file has changed during the read, so another read follows and reports its own errors.
    if (this.#watch.settling) return;
    const { log, metrics, policy } = this.#options;
    policy.setRejected(true);
    // Each read counts. An alert on the increase therefore fires as long as the file is invalid.
    metrics.policyReloaded("error");
    this.#rejected = files;
    log.error(
      { file: this.#file, errors: boundedErrors(errors) },
      "policy file rejected; the previous policy stays active",
    );
  }

  /**
   * Logs each warning about a policy once, when its condition becomes true. For example, an
   * exemption can expire while the server runs.
   */
  #logWarnings(): void {
    const { warnings } = this.#active;
    if (this.#closed) return;
    for (const warning of warnings)
      if (!this.#loggedWarnings.has(warning)) this.#options.log.warn({ warning }, "policy warning");
    this.#loggedWarnings = new Set(warnings);
  }
}

function areEqual(a: PolicyFiles, b: PolicyFiles): boolean {
  if (!a.ok || !b.ok) return !a.ok && !b.ok && a.error === b.error;
  const texts = new Map(b.value.map(({ file, text }) => [file, text]));
  return a.value.length === texts.size && a.value.every(({ file, text }) => texts.get(file) === text);
}

/**
 * Maximum heap of the thread that reads a policy, in megabytes, without the young generation. A
 * policy with the maximum number of tokens needs less than 48 MB. A policy that needs more than the
 * limit is rejected.
 */
const maxHeapMegabytes = 64;

/** The content of policy files, and the time for the warnings. */
export interface PolicyThreadData {
  readonly files: readonly PolicyFile[];
  readonly now: Date;
}

/** Reads the files of a policy without delaying reviews. Never rejects. */
export type ReadPolicyFiles = (data: PolicyThreadData) => Promise<PolicyReadingResult>;

/**
 * Returns a function that reads each policy in a new thread, because reading the largest policy
 * takes half a second. If the thread fails, for example for lack of memory, the policy has an
 * error.
 */
export function policyThread(workerFile: URL, heapMegabytes: number = maxHeapMegabytes): ReadPolicyFiles {
  return (data) =>
    new Promise((resolve) => {
      const worker = new Worker(workerFile, workerOptions(heapMegabytes));
      worker.unref();
      worker.once("message", resolve);
      worker.once("error", (error) =>
        resolve(failed([`must be readable within ${heapMegabytes} MB of memory: ${error.message}`])),
      );
      worker.postMessage(data);
    });
}
