import type { SelectedNamespaces } from "../../../cluster/registration/not-sent-writes.ts";
import type { Place } from "../../../core/text/position.ts";
import type { ExplainedSetting } from "../../../policy/explain.ts";
import type { Fence } from "../../../policy/fence.ts";
import type { PolicyDiagnostic } from "../../../policy/file/read-policy.ts";
import type { NotSent } from "../../../policy/not-sent-settings.ts";
import type { FindingMode, Mode, Policy, Profile } from "../../../policy/policy.ts";

export interface CheckedPolicy {
  readonly file: string;
  readonly errors: readonly PolicyDiagnostic[];
  readonly warnings: readonly PolicyDiagnostic[];
}

export interface ShownPolicy {
  readonly profile: Profile;
  /**
   * The position of the profile in the policy. The value is undefined for the profile `default`.
   */
  readonly profilePlace: Place | undefined;
  /** False if several files form the policy. */
  readonly isOneFile: boolean;
  /** The width of the terminal, or undefined if the report does not go to a terminal. */
  readonly columns: number | undefined;
  readonly administrators: Policy["administrators"];
  readonly clockSkewMs: Policy["clockSkewMs"];
  /** The mode of writes that exceed a limit of a review. */
  readonly unvalidated: FindingMode;
  readonly settings: readonly ShownSetting[];
  readonly fences: readonly Fence[];
  /** True if the text also lists the rules that the policy does not change. */
  readonly showsUnchanged: boolean;
  readonly registration: ShownRegistration;
}

/**
 * The ValidatingWebhookConfiguration that a report shows. `namespaces` lists the only namespaces
 * that the configuration selects, or the namespaces that it excludes by name. `namespaces` is
 * undefined if it would list none.
 */
export interface ShownRegistration {
  readonly name: string;
  readonly namespaces: SelectedNamespaces | undefined;
}

/**
 * The mode of a rule for some writes. `place` is the position of the field that sets the mode, if
 * there is one. `notSent` lists those writes that kube-apiserver does not send to the webhook.
 */
export interface ShownSetting {
  readonly setting: ExplainedSetting;
  /** The mode of the rule if only the profile sets it. */
  readonly profileMode: Mode | undefined;
  readonly place: Place | undefined;
  readonly notSent: readonly NotSent[];
}
