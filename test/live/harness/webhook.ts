import { join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { mustRun } from "./run.ts";
import { startService } from "./service.ts";

/** A line of lease-guard's log that contains a decision. */
export interface Decision {
  readonly operation: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  /** The pod and the node of the writer, if the token of the writer is bound to a pod. */
  readonly pod?: string;
  readonly node?: string;
  readonly allowed: boolean;
  readonly rules: readonly string[];
  readonly dryRun: boolean;
}

/** A lease-guard server that runs as a separate process, with the usual command line. */
export interface Webhook {
  readonly url: string;
  /** The ports for reviews and for probes. */
  readonly ports: readonly number[];
  /** Returns the decisions so far, in the order of the log. */
  readonly decisions: () => readonly Decision[];
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const program = join(import.meta.dirname, "../../../dist/cli/main.js");

/**
 * Issues the server's certificates with `lease-guard certs generate`. The directory then contains
 * ca.crt, tls.crt, and tls.key.
 */
export async function generateCertificates(folder: string): Promise<void> {
  const names = ["--service", "lease-guard", "--namespace", "lease-guard", "--dns", "localhost", "--ip", "127.0.0.1"];
  await mustRun(process.execPath, [program, "certs", "generate", ...names, "--out", folder]);
}

/**
 * Starts lease-guard with the certificates in a directory, and returns when the server is ready.
 * The arguments `flags` come after the usual flags. `ports` are those of a server that has ended.
 * By default, the server gets free ports.
 */
export async function startWebhook(
  certificates: string,
  flags: readonly string[],
  ports?: readonly number[],
): Promise<Webhook> {
  const [port = 0, probePort = 0] = ports ?? (await freePorts(2));
  const service = startService(process.execPath, {
    log: join(certificates, `webhook-${port}.log`),
    args: [
      ...[
        program,
        "serve",
        "--bind-address=127.0.0.1",
        `--secure-port=${port}`,
        `--health-probe-bind-address=127.0.0.1:${probePort}`,
      ],
      ...["--metrics-bind-address=0", "--shutdown-delay-duration=0s"],
      ...[
        `--tls-cert-file=${join(certificates, "tls.crt")}`,
        `--tls-private-key-file=${join(certificates, "tls.key")}`,
        ...flags,
      ],
    ],
  });
  await service.ready(async () => ((await fetch(`http://127.0.0.1:${probePort}/readyz`)).ok ? true : undefined));
  return {
    url: `https://localhost:${port}/validate`,
    ports: [port, probePort],
    decisions: () => service.lines.flatMap(decision),
    stop: service.stop,
  };
}

function decision(line: string): readonly Decision[] {
  const entry = line.startsWith("{") ? JSON.parse(line) : {};
  return entry.msg === "decision" ? [entry] : [];
}
