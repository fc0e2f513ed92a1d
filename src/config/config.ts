import type { FieldValidation } from "../core/api/field-validation.ts";
import type { ChosenVersion, KubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { FailOn } from "../terminal/failing-modes.ts";
import type { ElectionProgram } from "../workload/program.ts";

export const configApiVersion = "lease-guard.dev/v1alpha1";

/**
 * A finding that the operator of a cluster knows. Until `expires`, `audit` and `elections` do not
 * report it.
 */
export interface Suppression {
  /** The id of a check or of a rule. */
  readonly check: string;
  /** A pattern for NAMESPACE/NAME of the object, in which `*` matches any characters. */
  readonly object: string;
  readonly reason: string;
  readonly owner: string;
  readonly expires: Date;
}

/**
 * The settings of `.lease-guard.yaml`. Paths and patterns are relative to the directory of the
 * file.
 */
export interface Config {
  /** The paths to check, at least one. */
  readonly paths: readonly string[];
  /** Patterns of files to leave out, in the syntax of .gitignore. */
  readonly exclude: readonly string[];
  readonly policy?: string;
  readonly kubernetesVersion?: ChosenVersion<KubernetesVersion>;
  readonly failOn?: FailOn;
  readonly validate?: FieldValidation;
  /** The ids of the checks of workloads and permissions that do not run. */
  readonly disabledChecks: readonly string[];
  readonly programs?: readonly ElectionProgram[];
  readonly suppressions: readonly Suppression[];
}
