import type { Result } from "../../core/field/result.ts";
import type { PolicyState } from "../../core/text/readyz.ts";
import type { Validate } from "../../engine/validate/validate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface CompiledPolicy {
  readonly policy: Policy;
  readonly validate: Validate;
}

/** Compiles a valid policy. The error states why this server cannot use the policy. */
export type CompilePolicy = (policy: Policy) => Result<CompiledPolicy, string>;

export interface ActivePolicyOptions {
  readonly compile: CompilePolicy;
  readonly metrics: Pick<Metrics, "policyActive">;
  readonly now: () => Date;
}

/**
 * Holds the active policy while the server runs. Each review reads `validate` once, so a new policy
 * applies from the next review.
 */
export class ActivePolicy {
  readonly #options: ActivePolicyOptions;
  #active: CompiledPolicy;
  #state: PolicyState;

  /**
   * `active` is the result of `compile` for the first policy. Without a policy file, `source` is
   * undefined.
   */
  constructor(active: CompiledPolicy, source: PolicyState["source"], options: ActivePolicyOptions) {
    this.#options = options;
    this.#active = active;
    this.#state = this.#activated(source);
  }

  get policy(): Policy {
    return this.#active.policy;
  }

  get validate(): Validate {
    return this.#active.validate;
  }

  get state(): PolicyState {
    return this.#state;
  }

  /**
   * Replaces the active policy, and returns the compiled policy. If this server cannot use the new
   * policy, returns the reason, and the previous policy stays active.
   */
  replace(policy: Policy, source: PolicyState["source"]): Result<CompiledPolicy, string> {
    const compiled = this.#options.compile(policy);
    if (!compiled.ok) return compiled;
    this.#active = compiled.value;
    this.#state = this.#activated(source);
    return compiled;
  }

  setRejected(is: boolean): void {
    const { rejectedSince = this.#options.now() } = this.#state;
    this.#state = { ...this.#state, rejectedSince: is ? rejectedSince : undefined };
  }

  #activated(source: PolicyState["source"]): PolicyState {
    const { metrics, now } = this.#options;
    const since = now();
    metrics.policyActive(this.#active.policy, since);
    return { ...(source && { source }), since };
  }
}
