import { checkService, serviceDnsNames } from "../../cluster/certs/subject-names.ts";
import { podNamespace } from "../../cluster/connect-cluster.ts";
import { installedName } from "../../core/text/installed-name.ts";
import { openCluster } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { print, printError, printMessage } from "../../terminal/output.ts";
import { renewCertificates } from "./renew.ts";
import { type CertificateObjects, dryRun, readCertificates } from "./store.ts";

export interface ApplyFlags extends Omit<CertificateObjects, "namespace"> {
  readonly service: string;
  readonly namespace?: string;
  readonly kubeconfig?: string;
  /** The maximum time for the whole run, in milliseconds. */
  readonly timeout: number;
  readonly dryRun?: true;
}

/**
 * Time in milliseconds after which every API server uses a changed ValidatingWebhookConfiguration.
 * An API server usually needs milliseconds. An overloaded API server can need seconds.
 */
export const propagationMs = 30_000;

/**
 * Runs `lease-guard certs apply`, and returns the exit code. The code is 1 if the command cannot
 * finish in time, and 0 otherwise. Throws a usage error for an error that a retry cannot fix, such
 * as an unusable kubeconfig.
 */
export async function applyCertificates({ kubeconfig, timeout, ...flags }: ApplyFlags): Promise<number> {
  const namespace = flags.namespace ?? podNamespace() ?? installedName;
  const [error] = checkService(flags.service, namespace);
  if (error !== undefined) throw new UsageError(error);
  // This first call reports errors that a retry cannot fix. Each step reads the credentials again,
  // because kubelet replaces the pod's token before it expires.
  openCluster({ kubeconfig });
  const read = async () => readCertificates(openCluster({ kubeconfig }).api, { ...flags, namespace });
  const prefix = flags.dryRun ? "dry run: " : "";
  const renewed = await renewCertificates(flags.dryRun ? dryRun(read) : read, {
    names: { dnsNames: serviceDnsNames(flags.service, namespace), ipAddresses: [] },
    now: () => new Date(),
    propagationMs: flags.dryRun ? 0 : propagationMs,
    timeoutMs: timeout,
    print: (line) => print(`${prefix}${line}\n`),
    warn: printMessage,
  });
  if (renewed.ok) return 0;
  printError(`not finished within ${timeout / 1000} s: ${renewed.error}`);
  return 1;
}
