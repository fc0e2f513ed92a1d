import type { Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";

/** A policy with what the flags of the server change, and the function that validates with it. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly validate: Validate;
}

/**
 * Compiles a policy. Fails with the reason why this server cannot use the policy, although it is
 * valid.
 */
export type CompilePolicy = (policy: Policy) => Result<CompiledPolicy, string>;

/**
 * Holds the active policy, from the start of the server to its end. Each review
 * reads this function once, so a new policy applies to the next review.
 */
export class ActivePolicy {
  readonly #compile: CompilePolicy;
  #active: CompiledPolicy;

  /** `active` is the result of `compile` for the first policy. */
  constructor(active: CompiledPolicy, compile: CompilePolicy) {
    this.#active = active;
    this.#compile = compile;
  }

  get policy(): Policy {
    return this.#active.policy;
  }

  get validate(): Validate {
    return this.#active.validate;
  }

  /** Replaces the policy. If this server cannot use the new policy, the previous one stays. */
  replace(policy: Policy): Result<CompiledPolicy, string> {
    const compiled = this.#compile(policy);
    if (compiled.ok) this.#active = compiled.value;
    return compiled;
  }
}
