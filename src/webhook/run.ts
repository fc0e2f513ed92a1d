import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { ok } from "../core/field/result.ts";
import { encodeBase64 } from "../core/text/decode-text.ts";
import { serveFlagNames, webhookPath } from "../core/text/installed-name.ts";
import { isSystemError } from "../core/text/system-error.ts";
import { revisionOf } from "../policy/file/policy-revision.ts";
import type { ReadablePolicy } from "../policy/file/read-policy.ts";
import { deniedRules, forceDeny } from "../policy/force-deny.ts";
import { defaultPolicy } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";
import { UsageError } from "../terminal/errors.ts";
import { packageUrl, packageVersion } from "../terminal/package.ts";
import { type CertificateFlags, servingCertificate } from "./certificate.ts";
import { LargeReviews } from "./large/large-reviews.ts";
import { createLog, createReplyLog, type Log, type LogLevel } from "./log/log.ts";
import { LogDestination } from "./log/log-destination.ts";
import { LogLimit } from "./log/log-limit.ts";
import { openRecording, type Recording, recordReplies } from "./log/recording.ts";
import { Metrics } from "./metrics/metrics.ts";
import { ActivePolicy, type CompilePolicy } from "./policy/active-policy.ts";
import type { PolicySource, PolicySourceOptions } from "./policy/policy-source.ts";
import { type ListenAddress, type RunningServer, serve } from "./serve.ts";
import { CertificateSource } from "./tls/certificate-source.ts";
import { tlsPolicy, type tlsVersions } from "./tls/tls-policy.ts";
import { webhookValidate } from "./webhook-validate.ts";

/**
 * A policy that has been read, with its path and a function that starts to watch the file or
 * directory.
 */
interface WatchedPolicy extends ReadablePolicy {
  readonly file: string;
  readonly watch: (settings: Omit<PolicySourceOptions, "read">) => PolicySource;
}

/**
 * A review that lease-guard denies, because `leaseDurationSeconds` of the Lease is 0, and because
 * `preferredHolder` is set without `strategy`.
 */
const exampleReview = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
    resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
    name: "my-controller",
    namespace: "default",
    operation: "CREATE",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "my-controller", namespace: "default" },
      spec: { holderIdentity: "pod-1", leaseDurationSeconds: 0, preferredHolder: "pod-2" },
    },
  },
};

/**
 * Maximum time for a shutdown after an uncaught exception, in milliseconds. The time is short,
 * because the state of the process could be wrong.
 */
const crashStopMs = 5_000;

/** The part of `crashStopMs` for responses in flight, in milliseconds. */
const crashDrainMs = 1_000;

/** Maximum time for the last log lines after the server has stopped, in milliseconds. */
const flushTimeoutMs = 1_000;

export interface ServeFlags extends CertificateFlags {
  readonly securePort: number;
  readonly tlsMinVersion: keyof typeof tlsVersions;
  readonly tlsCipherSuites?: readonly string[];
  readonly healthProbeBindAddress: ListenAddress;
  readonly metricsBindAddress: ListenAddress | false;
  readonly shutdownDelayDuration: number;
  readonly maxRequestsInflight: number;
  readonly policy?: string;
  readonly logLevel: LogLevel;
  readonly deny?: readonly string[];
  readonly record?: string;
  readonly recordMaxBytes: number;
}

/**
 * Runs the server until a signal or an uncaught exception ends the process. Throws a usage error if
 * the server cannot start with the flags.
 */
export async function runServer(flags: ServeFlags): Promise<void> {
  const denied = deniedRules(flags.deny ?? []);
  if (!denied.ok) throw new UsageError(`${serveFlagNames.deny}: ${denied.error}`);
  const deny = denied.value;
  const signal = stopSignal();
  const policyFile = flags.policy === undefined ? undefined : await watchedPolicy(flags.policy);
  const compile = compileWith(deny);
  const compiled = compile(policyFile?.policy ?? defaultPolicy);
  if (!compiled.ok) throw new UsageError(`${serveFlagNames.deny}: ${compiled.error}`);
  const certificate = await servingCertificate(flags);
  // The first use of `process.stdout` makes a pipe non-blocking. A write to a blocking pipe whose
  // reader has stopped reading would block a thread, and the process could not end.
  void process.stdout;
  const metrics = new Metrics(packageVersion());
  const watching = { metrics, now: () => new Date() };
  const source = policyFile && { file: policyFile.file, revision: revisionOf(policyFile.files) };
  const policy = new ActivePolicy(compiled.value, source, { ...watching, compile });
  const destination = new LogDestination(1, (lines) => metrics.logLinesLost(lines));
  const log = createLog(destination, flags.logLevel);
  const logLimit = new LogLimit({ destination, metrics, log });
  const logReply = createReplyLog(log, destination, logLimit);
  const recording =
    flags.record === undefined ? undefined : openRecord(flags.record, flags.recordMaxBytes, { log, metrics });
  const server = await serve({
    ...certificate,
    ...(flags.clientAllowedNames && { clientAllowedNames: flags.clientAllowedNames }),
    tls: tlsPolicy(flags.tlsMinVersion, flags.tlsCipherSuites),
    log,
    logReply: recording === undefined ? logReply : recordReplies(logReply, recording),
    logLimit,
    metrics,
    maxInFlight: flags.maxRequestsInflight,
    policy,
    large: new LargeReviews({
      workerFile: packageUrl("dist/cli/large-review-worker.js"),
      policy: () => policy.policy,
      records: recording !== undefined,
    }),
    webhook: { port: flags.securePort, ...(flags.bindAddress !== undefined && { host: flags.bindAddress }) },
    probes: flags.healthProbeBindAddress,
    metricsEndpoint: flags.metricsBindAddress || undefined,
  }).catch((error: unknown) => {
    throw asUsageError(error);
  });
  const { webhook, probes, metricsEndpoint, useCertificate } = server;
  const configured = { policy: source?.file, policyRevision: source?.revision, deny, record: flags.record };
  log.info({ webhook, probes, metrics: metricsEndpoint, ...configured }, "serving");
  const sources = [
    certificate.files &&
      new CertificateSource(certificate.files, certificate, { ...watching, log, use: useCertificate }),
    policyFile?.watch({ ...watching, log, policy }),
  ];
  if (certificate.caCertificate !== undefined) process.stderr.write(greeting(webhook, certificate.caCertificate));
  await stopped(server, signal, { log, delayMs: flags.shutdownDelayDuration });
  for (const source of sources) source?.close();
  log.info("stopped");
  await Promise.race([Promise.all([destination.idle(), recording?.idle()]), setTimeout(flushTimeoutMs)]);
  // Without this call, log lines that wait for a reader would keep the process running.
  process.exit();
}

/**
 * Returns a function that compiles a policy and sets the mode of the rules in `deny` to `deny`. If
 * one of these rules requires parameters and the policy does not set them, the function fails.
 */
function compileWith(deny: readonly RuleId[]): CompilePolicy {
  return (policy) => {
    const forced = forceDeny(policy, deny);
    return forced.ok ? ok({ policy: forced.value, validate: webhookValidate(forced.value) }) : forced;
  };
}

function openRecord(
  file: string,
  maxBytes: number,
  sinks: { readonly log: Log; readonly metrics: Metrics },
): Recording {
  const recording = openRecording({ file, maxBytes, ...sinks });
  if (!recording.ok) throw new UsageError(`--record ${file} ${recording.error}`);
  return recording.value;
}

/** Stops the server after a signal or an uncaught exception, and then resolves. */
async function stopped(
  { stop }: RunningServer,
  signal: Promise<void>,
  { log, delayMs }: { readonly log: Log; readonly delayMs: number },
): Promise<void> {
  await Promise.race([
    signal.then(() => {
      log.info({ delayMs }, "stopping");
      return stop(delayMs);
    }),
    uncaught((err) => log.fatal({ err }, "uncaught exception")).then(() =>
      Promise.race([stop(Math.min(delayMs, crashStopMs - crashDrainMs)), setTimeout(crashStopMs)]),
    ),
  ]);
}

/** Calls `report` with each uncaught exception or rejection, and sets the exit code to 1. */
function uncaught(report: (error: Error) => void): Promise<void> {
  return new Promise((resolve) => {
    process.on("uncaughtException", (error) => {
      process.exitCode = 1;
      report(error);
      resolve();
    });
  });
}

/**
 * Converts an error about listening on a port to a usage error, because the user can fix the cause.
 * Returns any other error unchanged.
 */
function asUsageError(error: unknown): unknown {
  return isSystemError(error) && error.syscall === "listen"
    ? new UsageError(`must be able to listen: ${error.message}`)
    : error;
}

/**
 * Resolves at the first SIGTERM or SIGINT. A second signal ends the process at once. If process 1
 * of a container does not handle these signals, Linux ignores them.
 */
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

/** Returns the message of a server that issued its own certificate. */
function greeting({ address, port, family }: AddressInfo, caCertificate: string): string {
  const host = family === "IPv6" ? `[${address}]` : address;
  return `
lease-guard listens on https://${host}:${port}${webhookPath}. To see it deny a Lease, run:

curl -sk https://${host}:${port}${webhookPath} -H 'Content-Type: application/json' -d '${JSON.stringify(exampleReview)}'

caBundle for the clientConfig of a ValidatingWebhookConfiguration:
${encodeBase64(caCertificate)}

`;
}

/**
 * Reads the policy of `--policy`, a file or a directory. Loads the code that reads policies only
 * here, because this code is half of the program, and a server without `--policy` does not need it.
 * Throws a usage error if the policy cannot be read or is invalid.
 */
async function watchedPolicy(file: string): Promise<WatchedPolicy> {
  if (file === "-")
    throw new UsageError("--policy must be a file or a directory, because the server reads it again when it changes");
  const [{ loadPolicy }, { readRegularText }, { readingOf }, { PolicySource, policyThread }] = await Promise.all([
    import("../terminal/policy-file.ts"),
    import("../policy/file/read-policy-files.ts"),
    import("./policy/policy-reading.ts"),
    import("./policy/policy-source.ts"),
  ]);
  const policy = await loadPolicy(file, readRegularText);
  const active = readingOf(policy, new Date());
  const read = policyThread(packageUrl("dist/cli/policy-worker.js"));
  return { ...policy, file, watch: (settings) => new PolicySource(file, active, { ...settings, read }) };
}
