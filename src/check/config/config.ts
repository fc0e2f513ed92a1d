import type { FieldValidation } from "../../core/api/field-validation.ts";
import type { ChosenVersion, KubernetesVersion } from "../../core/api/kubernetes-version.ts";
import type { FailOn } from "../../terminal/failing-modes.ts";

export const configApiVersion = "lease-guard.dev/v1alpha1";

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
}
