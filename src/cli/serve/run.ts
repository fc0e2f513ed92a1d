import { setTimeout } from "node:timers/promises";
import { forceDeny, forceDenyProblem } from "../../policy/force-deny.ts";
import { defaultPolicy, type Policy } from "../../policy/policy.ts";
import { rules } from "../../rules/index.ts";
import { createLog, createReplyLog } from "../../server/log/log.ts";
import { LogDestination } from "../../server/log/log-destination.ts";
import { Metrics } from "../../server/metrics/metrics.ts";
import { PolicySource, type PolicyText } from "../../server/policy/policy-source.ts";
import { readPolicyText } from "../../server/policy/read-policy-text.ts";
import { type ListenAddress, serve } from "../../server/serve.ts";
import { CertificateSource } from "../../server/tls/certificate-source.ts";
import { tlsPolicy, type tlsVersions } from "../../server/tls/tls-policy.ts";
import { createValidate } from "../../validate/validate.ts";
import { knownRule } from "../rules/known-rule.ts";
import { UsageError } from "../shared/errors.ts";
import { packageVersion } from "../shared/package.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { certificateFromFiles, type ServingCertificate, selfSignedCertificate } from "./certificate.ts";
import { greeting } from "./greeting.ts";
import { alsoRecorded, openRecording } from "./recording.ts";

/** Longest that stopping takes after an exception that nobody caught: who knows what else is wrong with the process. */
const faultStopMs = 5_000;

/** Of these the time for answers under way. */
const faultDrainMs = 1_000;

/** Longest that the last log lines may take once all is closed. */
const flushTimeoutMs = 1_000;

/** The flags of `lease-guard serve`, parsed. */
export interface ServeFlags {
  readonly securePort: number;
  readonly bindAddress?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly selfSigned?: true;
  readonly clientCaFile?: string;
  readonly clientAllowedNames?: readonly string[];
  readonly tlsMinVersion: keyof typeof tlsVersions;
  readonly tlsCipherSuites?: readonly string[];
  readonly healthProbeBindAddress: ListenAddress;
  readonly metricsBindAddress: ListenAddress | false;
  /** Milliseconds. */
  readonly shutdownDelayDuration: number;
  readonly maxRequestsInflight: number;
  readonly policy?: string;
  readonly deny?: readonly string[];
  readonly record?: string;
  readonly recordMaxBytes: number;
}

/** Serves until it is told to stop. */
export async function runServer(flags: ServeFlags): Promise<void> {
  const deny = (flags.deny ?? []).map((rule) => knownRule("--deny", rule));
  const signal = stopSignal();
  const policyFile = flags.policy === undefined ? undefined : await watchedPolicy(flags.policy);
  const policyFault = (policy: Policy) => forceDenyProblem(policy, deny);
  const fault = policyFault(policyFile?.policy ?? defaultPolicy);
  if (fault !== undefined) throw new UsageError(`--deny ${fault}`);
  const certificate = await servingCertificate(flags);
  const compile = (policy: Policy) => createValidate(rules, forceDeny(policy, deny));
  let validate = compile(policyFile?.policy ?? defaultPolicy);
  // Opening stdout makes a pipe non-blocking: a write to one that nobody reads would hold a thread, and with it the end of the process.
  void process.stdout;
  const metrics = new Metrics(packageVersion());
  const destination = new LogDestination(1, (lines) => metrics.logLinesLost(lines));
  const log = createLog(destination);
  const logReply = createReplyLog(log, destination);
  const recording =
    flags.record === undefined ? undefined : openRecording({ file: flags.record, maxBytes: flags.recordMaxBytes, log, metrics });
  const server = await serve({
    ...certificate,
    ...(flags.clientAllowedNames && { clientAllowedNames: flags.clientAllowedNames }),
    tls: tlsPolicy(flags.tlsMinVersion, flags.tlsCipherSuites),
    log,
    logReply: recording === undefined ? logReply : alsoRecorded(logReply, recording),
    metrics,
    maxInFlight: flags.maxRequestsInflight,
    validate: (served, change, context) => validate(served, change, context),
    webhook: { port: flags.securePort, ...(flags.bindAddress !== undefined && { host: flags.bindAddress }) },
    probes: flags.healthProbeBindAddress,
    metricsEndpoint: flags.metricsBindAddress || undefined,
  }).catch((error: unknown) => {
    throw asUsageError(error);
  });
  const { webhook, probes, metricsEndpoint, stop, useCertificate } = server;
  log.info({ webhook, probes, metrics: metricsEndpoint, policy: flags.policy, deny, record: flags.record }, "serving");
  const watched = { log, metrics, now: () => new Date() };
  const sources = [
    certificate.files && new CertificateSource(certificate.files, certificate, { ...watched, use: useCertificate }),
    policyFile &&
      new PolicySource(policyFile.file, policyFile, {
        ...watched,
        fault: policyFault,
        use: (policy) => {
          validate = compile(policy);
        },
      }),
  ];
  if (certificate.caCertificate !== undefined) process.stderr.write(greeting(webhook, certificate.caCertificate));
  const delayMs = flags.shutdownDelayDuration;
  await Promise.race([
    signal.then(() => {
      log.info({ delayMs }, "stopping");
      return stop(delayMs);
    }),
    uncaught((err) => log.fatal({ err }, "uncaught exception")).then(() =>
      Promise.race([stop(Math.min(delayMs, faultStopMs - faultDrainMs)), setTimeout(faultStopMs)]),
    ),
  ]);
  for (const source of sources) source?.close();
  log.info("stopped");
  await Promise.race([Promise.all([destination.idle(), recording?.idle()]), setTimeout(flushTimeoutMs)]);
  // Lines that still wait for a reader would keep the process alive.
  process.exit();
}

async function watchedPolicy(file: string): Promise<PolicyText & { readonly file: string }> {
  if (file === "-") throw new UsageError("--policy must be a file, for it is read again when it changes");
  return { ...(await readPolicyFile(file, readPolicyText)), file };
}

/** Resolves at the first exception, or rejection, that nobody has caught; the process will then end with 1. */
function uncaught(report: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    process.on("uncaughtException", (error) => {
      process.exitCode = 1;
      report(error);
      resolve();
    });
  });
}

function servingCertificate(flags: ServeFlags): Promise<ServingCertificate> {
  const { selfSigned, tlsCertFile, tlsPrivateKeyFile, clientCaFile, bindAddress } = flags;
  if (flags.clientAllowedNames && clientCaFile === undefined)
    throw new UsageError("--client-allowed-names must have --client-ca-file beside it");
  if (selfSigned && (tlsCertFile ?? tlsPrivateKeyFile ?? clientCaFile) === undefined) return selfSignedCertificate(bindAddress);
  if (selfSigned || tlsCertFile === undefined || tlsPrivateKeyFile === undefined) {
    throw new UsageError("either --tls-cert-file and --tls-private-key-file must be given, or --self-signed alone");
  }
  return certificateFromFiles({
    certificate: tlsCertFile,
    privateKey: tlsPrivateKeyFile,
    ...(clientCaFile !== undefined && { clientCa: clientCaFile }),
  });
}

/** A port that is taken, or may not be bound, is the user's to mend. */
function asUsageError(error: unknown): unknown {
  const isListenError = error instanceof Error && "syscall" in error && error.syscall === "listen";
  return isListenError ? new UsageError(`must be able to listen: ${error.message}`) : error;
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. Process 1 of a container has no other way to get them. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let signalled = false;
    const onSignal = (signal: "SIGTERM" | "SIGINT") => {
      if (signalled) process.exit(signal === "SIGINT" ? 130 : 143);
      signalled = true;
      resolve();
    };
    process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  });
}
