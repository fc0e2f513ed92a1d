import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { Position } from "../core/text/position.ts";
import type { Finding } from "../engine/validate/verdict.ts";
import type { ChangeOperation } from "../rules/rule.ts";

/** The texts and settings of the playground. A share link contains all of them. */
export interface PlaygroundInput {
  /** The manifest of the write: YAML, JSON, or an AdmissionReview. */
  readonly object: string;
  /** The stored objects before an update. */
  readonly oldObject: string;
  /** The other Leases and LeaseCandidates that exist at the time of the write. */
  readonly beside: string;
  /** The policy. An empty string selects the default policy. */
  readonly policy: string;
  readonly operation: ChangeOperation;
  /** The name of the user. If the user is unknown, the value is "". */
  readonly user: string;
  /** The groups of the user, separated by commas. */
  readonly groups: string;
  /**
   * The pod to which the token of the user is bound. If the token is not bound, the value is "".
   */
  readonly pod: string;
  /** The node that runs the pod. If the node is unknown, the value is "". */
  readonly node: string;
  /** The time of the write. An empty string selects the time of the evaluation. */
  readonly now: string;
  /** The Kubernetes version. In share links, the name of the field is `release`. */
  readonly kubernetesVersion: KubernetesVersion;
}

export type Pane = "object" | "oldObject" | "beside" | "policy";

/** A finding, an error, or a remark that the editor shows at a position of a pane. */
export interface Diagnostic extends Position {
  readonly pane: Pane;
  /**
   * The mode of a finding. `error` means that the text cannot be read, `warning` is a warning about
   * the policy, and `note` is a remark.
   */
  readonly level: Finding["mode"] | "error" | "warning" | "note";
  readonly message: string;
  /** The rule that reports a finding, or another origin such as `schema/type`. */
  readonly origin?: string;
}

export function unreadable(pane: Pane, { line, column }: Position, message: string): Diagnostic {
  return { pane, line, column, level: "error", message };
}
