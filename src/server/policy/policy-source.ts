import { join } from "node:path";
import { canonicalJson } from "../../api/canonical-json.ts";
import { shorten } from "../../field/path.ts";
import { failed, type Result } from "../../field/result.ts";
import { type PolicyFiles, readPolicyDirectory, readPolicyFile } from "../../files/read-policy-files.ts";
import type { PolicyFile } from "../../policy-file/policy-parts.ts";
import { diagnosticText, type ReadablePolicy, readPolicy } from "../../policy-file/read-policy.ts";
import { FileWatch } from "../file-watch.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type ActivePolicy, revisionOf } from "./active-policy.ts";
import { firstTexts } from "./first-texts.ts";
import { policyChanges } from "./policy-changes.ts";

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
  /** Gets each new policy, and whether the server rejects the content of the file. */
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
  #active: ReadablePolicy;
  /**
   * The last rejected result of a read, as JSON. If a later result was accepted, the value is
   * undefined.
   */
  #rejected: string | undefined;
  #loggedWarnings: ReadonlySet<string> = new Set();

  /** `file` can be a directory. `active` is the policy when the server starts. */
  constructor(file: string, active: ReadablePolicy, options: PolicySourceOptions) {
    this.#file = file;
    this.#active = active;
    this.#options = options;
    const isFile = active.files.every((each) => each.file === file);
    this.#watch = new FileWatch(
      isFile ? [file] : [file, join(file, "policy.yaml")],
      () => (isFile ? readPolicyFile(file) : readPolicyDirectory(file)),
      (read) => this.#take(read),
    );
  }

  /** Stops watching the file. The active policy stays the same. */
  close(): void {
    this.#watch.close();
  }

  #take(read: PolicyFiles): void {
    if (read.ok && areEqual(read.value, this.#active.files)) this.#keep();
    else this.#load(read);
    this.#logWarnings();
  }

  /**
   * Loads new content of the file. Does not parse rejected content again, because parsing takes
   * time and a file can stay invalid for a long time.
   */
  #load(read: PolicyFiles): void {
    const seen = JSON.stringify(read);
    if (seen === this.#rejected) {
      this.#options.metrics.policyReloaded("error");
      return;
    }
    const used = read.ok ? this.#use(read.value) : failed([read.error]);
    if (used.ok) this.#activate(used.value);
    else this.#reject(seen, used.error);
  }

  #use(files: readonly PolicyFile[]): Result<ReadablePolicy, readonly string[]> {
    const read = readPolicy(files);
    if (!read.ok) return failed(read.error.map((error) => diagnosticText(error, "error")));
    const used = this.#options.policy.replace(read.value.policy, { file: this.#file, revision: revisionOf(files) });
    return used.ok ? read : failed([used.error]);
  }

  #keep(): void {
    if (this.#rejected === undefined) return;
    this.#rejected = undefined;
    this.#options.policy.setRejected(false);
    this.#options.log.info({ file: this.#file }, "policy file matches the active policy again");
  }

  #activate(policy: ReadablePolicy): void {
    const { log, metrics } = this.#options;
    const policyRevision = this.#options.policy.state.source?.revision;
    const changes = policyChanges(this.#active.policy, policy.policy);
    this.#active = policy;
    this.#rejected = undefined;
    this.#loggedWarnings = new Set();
    metrics.policyReloaded("success");
    log.info({ file: this.#file, policyRevision, profile: policy.policy.profile, changes }, "policy changed");
  }

  #reject(seen: string, errors: readonly string[]): void {
    // The file has changed during the read, so another read follows and reports its own errors.
    if (this.#watch.settling) return;
    const { log, metrics, policy } = this.#options;
    policy.setRejected(true);
    // Each read counts. An alert on the increase therefore fires as long as the file is invalid.
    metrics.policyReloaded("error");
    this.#rejected = seen;
    const logged = boundedErrors(errors);
    // `complaints` is the former name of `errors`. The log contains both names for one minor
    // version.
    log.error({ file: this.#file, errors: logged, complaints: logged }, "policy file rejected; the previous policy stays active");
  }

  /**
   * Logs each warning about a policy once, when its condition becomes true. For example, an
   * exemption can expire while the server runs.
   */
  #logWarnings(): void {
    const warnings = this.#active.warnings(this.#options.now()).map((warning) => diagnosticText(warning, "warning"));
    for (const warning of warnings) if (!this.#loggedWarnings.has(warning)) this.#logWarning(warning);
    this.#loggedWarnings = new Set(warnings);
  }

  /**
   * Logs a warning. `note` is the former name of `warning`, and the log contains both names for one
   * minor version.
   */
  #logWarning(warning: string): void {
    this.#options.log.warn({ warning, note: warning }, "policy warning");
  }
}

function areEqual(a: readonly PolicyFile[], b: readonly PolicyFile[]): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
