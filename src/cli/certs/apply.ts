import { existsSync, readFileSync } from "node:fs";
import { serviceDnsNames, serviceFaults } from "../../certs/service-names.ts";
import { type Cluster, connectCluster } from "../../cluster/connect-cluster.ts";
import { oneLine, UsageError } from "../shared/errors.ts";
import { print } from "../shared/output.ts";
import { renewCertificates } from "./renew.ts";
import { type CertificatePlaces, dryRun, readCertificates } from "./store.ts";

/** The flags of `lease-guard certs apply`. */
export interface ApplyFlags extends Omit<CertificatePlaces, "namespace"> {
  readonly service: string;
  readonly namespace?: string;
  readonly kubeconfig?: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly dryRun?: true;
}

/** What kubelet mounts beside a pod's token. */
const namespaceFile = "/var/run/secrets/kubernetes.io/serviceaccount/namespace";

/** An API server goes by a changed registration within milliseconds; one that is starved, within seconds. */
const spreadMs = 30_000;

/** Does what `lease-guard certs apply` says it does; 1 where it could not finish in time. */
export async function applyCertificates({ kubeconfig, timeout, ...flags }: ApplyFlags): Promise<void> {
  const namespace = flags.namespace ?? (existsSync(namespaceFile) ? readFileSync(namespaceFile, "utf8").trim() : "lease-guard");
  const [fault] = serviceFaults(flags.service, namespace);
  if (fault !== undefined) throw new UsageError(fault);
  // Once beforehand, for what no second try can mend; then for each try, as tokens are renewed in their files.
  await connect(kubeconfig);
  const read = async () => readCertificates(await connect(kubeconfig), { ...flags, namespace });
  const prefix = flags.dryRun ? "dry run: " : "";
  const unfinished = await renewCertificates(flags.dryRun ? dryRun(read) : read, {
    names: { dnsNames: serviceDnsNames(flags.service, namespace), ipAddresses: [] },
    now: () => new Date(),
    spreadMs: flags.dryRun ? 0 : spreadMs,
    timeoutMs: timeout,
    tell: (line) => print(`${prefix}${line}\n`),
    warn: (line) => process.stderr.write(`${oneLine(line)}\n`),
  });
  if (unfinished === undefined) return;
  process.stderr.write(`error: not finished within ${timeout / 1000} s: ${oneLine(unfinished)}\n`);
  process.exitCode = 1;
}

async function connect(kubeconfig: string | undefined): Promise<Cluster> {
  try {
    return await connectCluster(kubeconfig);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND")
      throw new UsageError("@kubernetes/client-node must be installed: it is an optional dependency, which was left out");
    throw new UsageError(`the API server's configuration must be readable: ${message}`);
  }
}
