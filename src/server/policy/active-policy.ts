import type { Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";

/**
 * A policy after the server's flags are applied, and the function that validates with this policy.
 */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly validate: Validate;
}

/** Compiles a valid policy. The error says why this server cannot use the policy. */
export type CompilePolicy = (policy: Policy) => Result<CompiledPolicy, string>;

/**
 * Holds the active policy while the server runs. Each review reads `validate` once, so a new policy
 * applies from the next review.
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

  /**
   * Replaces the active policy. If this server cannot use the new policy, the previous policy stays
   * active.
   */
  replace(policy: Policy): Result<CompiledPolicy, string> {
    const compiled = this.#compile(policy);
    if (compiled.ok) this.#active = compiled.value;
    return compiled;
  }
}
