import type { ChangeOperation, Context } from "../../rules/rule.ts";
import type { KubernetesRelease } from "../../validate/kubernetes-release.ts";
import type { Validate } from "../../validate/validate.ts";
import type { OldObjects } from "./old-objects.ts";

/** The settings with which `check` validates the objects of manifests. */
export interface CheckSettings {
  readonly validate: Validate;
  /** The time, user, and dry run of a write. A recorded review has its own user and dry run. */
  readonly context: Context;
  /** The namespace of objects that do not set one. */
  readonly namespace: string;
  /**
   * The operation of every write. If undefined, a write is an update if there is an old object, or
   * else a create.
   */
  readonly operation?: ChangeOperation;
  readonly oldObjects: OldObjects;
  /**
   * The Kubernetes version. If undefined, this is the newest version, and an API version that it
   * does not serve causes only a warning.
   */
  readonly release?: KubernetesRelease;
  /** True if `check` denies unknown and duplicate fields, like kubectl `--validate=strict`. */
  readonly strict: boolean;
}
