import type { ChangeOperation, Context } from "../../rules/rule.ts";
import type { KubernetesRelease } from "../../validate/kubernetes-release.ts";
import type { Validate } from "../../validate/validate.ts";
import type { OldObjects } from "./old-objects.ts";

/** How the objects of manifests are judged. */
export interface CheckSettings {
  readonly validate: Validate;
  /** When, by whom and whether for a trial the objects are written; a recorded review tells all but the time itself. */
  readonly context: Context;
  /** Of objects that name none. */
  readonly namespace: string;
  /** Undefined: an update where there is an old object, else a create. */
  readonly operation?: ChangeOperation;
  readonly oldObjects: OldObjects;
  /** Undefined: the newest, and a version that it does not serve is only warned of. */
  readonly release?: KubernetesRelease;
  /** Whether what kubectl's `--validate=strict` refuses is refused here. */
  readonly strict: boolean;
}
