import type { Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";

/**
 * Compiles a policy. Fails with the reason why this server cannot use the policy, although it is
 * valid.
 */
export type CompilePolicy = (policy: Policy) => Result<Validate, string>;

/**
 * Holds the function that validates reviews, from the start of the server to its end. Each review
 * reads this function once, so a new policy applies to the next review.
 */
export class ActivePolicy {
  readonly #compile: CompilePolicy;
  #validate: Validate;

  /** `validate` is the result of `compile` for the first policy. */
  constructor(validate: Validate, compile: CompilePolicy) {
    this.#validate = validate;
    this.#compile = compile;
  }

  get validate(): Validate {
    return this.#validate;
  }

  /** Replaces the policy. If this server cannot use the new policy, the previous one stays. */
  replace(policy: Policy): Result<Validate, string> {
    const compiled = this.#compile(policy);
    if (compiled.ok) this.#validate = compiled.value;
    return compiled;
  }
}
