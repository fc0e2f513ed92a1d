import type { Fields } from "../core/api/fields.ts";
import type { Result } from "../core/field/result.ts";
import type { Validity } from "../core/text/validity.ts";
import type { Installation } from "../installation/installation.ts";
import type { SelectedPolicy } from "../installation/selected-policy.ts";
import type { Snapshot } from "../installation/snapshot.ts";
import type { PolicyFile } from "../policy/file/policy-parts.ts";

export interface CertificateFacts extends Validity {
  readonly subject: string;
}

/**
 * Parses and verifies certificates. The caller provides this object, because browsers do not have
 * the module that it needs.
 */
export interface CertificateReader {
  /** Returns the certificates in PEM text. The error states why a part is not a certificate. */
  readonly read: (pem: string) => Result<readonly CertificateFacts[], string>;
  /**
   * Returns the reason why a client that trusts `bundle` rejects the chain `served` for a host, or
   * undefined if the client accepts the chain. Both are PEM text.
   */
  readonly rejection: (bundle: string, served: string, host: string) => string | undefined;
}

export interface DoctorOptions {
  readonly now: Date;
  readonly version: string;
  /** The ValidatingWebhookConfiguration of `manifests/base` in this version. */
  readonly shipped: Fields;
  readonly certificates: CertificateReader;
  /** Returns the revision of policy files, as `/readyz?verbose` prints it. */
  readonly revisionOf: (files: readonly PolicyFile[]) => string;
  /**
   * The renew deadline of the holders. By default, the doctor derives a deadline from the Leases.
   */
  readonly renewDeadlineSeconds?: number | undefined;
  /**
   * The namespace of lease-guard, if no webhook calls its Service. The default is `lease-guard`.
   */
  readonly namespace?: string | undefined;
  /** True for `--preflight`, which checks a cluster before an installation. */
  readonly isPreflight: boolean;
}

/**
 * The input of every check: the snapshot, the objects of lease-guard in it, the policy, and the
 * options.
 */
export interface Examined extends DoctorOptions {
  readonly snapshot: Snapshot;
  readonly own: Installation;
  readonly policy: SelectedPolicy;
}
