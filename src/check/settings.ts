import { defaultFieldValidation, type FieldValidation } from "../core/api/field-validation.ts";
import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { OldObjects } from "../engine/validate/old-objects.ts";
import type { Validate } from "../engine/validate/validate.ts";
import type { ChangeOperation, Context } from "../rules/rule.ts";
import type { SetSettings } from "../workload/check-set.ts";
import type { CheckFlags } from "./flags.ts";

export interface CheckSettings {
  readonly validate: Validate;
  /** A function that runs only the relation rules. */
  readonly compare: Validate;
  /**
   * The time and the user of each write, and whether the write is a dry run. For a review, `check`
   * uses the user and the dry-run flag of the review, and the result of `reviewTime`.
   */
  readonly context: Context;
  readonly now?: Date;
  /** The namespace for objects that do not set a namespace. */
  readonly namespace: string;
  /**
   * The operation of every write. If undefined, a write with an old object is an update, and any
   * other write is a create.
   */
  readonly operation?: ChangeOperation;
  readonly oldObjects: OldObjects;
  /**
   * The Kubernetes version. `check` reads objects as kubectl of this version does, and denies an
   * API version that this version does not serve. If undefined, `check` reads as the newest version
   * does. See `servedVersionFindings` for the findings about API versions.
   */
  readonly kubernetesVersion?: KubernetesVersion;
  /** The treatment of unknown and duplicate fields, as with kubectl's flag `--validate`. */
  readonly fieldValidation: FieldValidation;
  /**
   * True if a document that is a template, unreadable, or not an object is always a problem. If so,
   * unknown fields also count in an object that a cluster has stored.
   */
  readonly strict: boolean;
  readonly workloads: WorkloadSettings;
}

/** How `check` treats workloads, roles, and bindings. */
export interface WorkloadSettings extends SetSettings {
  /** The namespace of the flag `--namespace`. By default, the namespace of an object is unknown. */
  readonly namespace?: string;
}

export function strictness({ strict, validate }: CheckFlags): Pick<CheckSettings, "fieldValidation" | "strict"> {
  return { strict: strict === true, fieldValidation: strict ? "strict" : (validate ?? defaultFieldValidation) };
}

export function workloadSettings({
  namespace,
  info,
  disabledChecks = [],
  programs = [],
}: Partial<Pick<CheckFlags, "namespace" | "info" | "disabledChecks" | "programs">>): WorkloadSettings {
  return {
    info: info === true,
    programs,
    disabledChecks: new Set(disabledChecks),
    ...(namespace !== undefined && { namespace }),
  };
}
