import { Command, Option } from "commander";
import { defaultProbePort, defaultSecurePort, serveFlagNames, webhookPath } from "../core/text/installed-name.ts";
import { collect, parseDelay, parsePort } from "../terminal/flags.ts";
import { examples, parsedOption } from "../terminal/help.ts";
import {
  parseAddress,
  parseBytes,
  parseCipherSuites,
  parseCount,
  parseListenAddress,
  parseNames,
  parseOptionalListenAddress,
} from "./flags.ts";
import { maxRequestsInflight, shutdownDelay } from "./limits.ts";
import type { LogLevel } from "./log/log.ts";
import type { ServeFlags } from "./run.ts";
import { tlsVersions } from "./tls/tls-policy.ts";

/**
 * Defines `lease-guard serve`. If Kubernetes components have a flag for the same purpose, the flag
 * has the same name as theirs.
 */
export function serveCommand(): Command {
  return new Command("serve")
    .description(`run the admission webhook: POST ${webhookPath} over HTTPS`)
    .option(`${serveFlagNames.securePort} <port>`, "port of the webhook", parsePort, defaultSecurePort)
    .option(`${serveFlagNames.bindAddress} <ip>`, "address of the webhook (default: every interface)", parseAddress)
    .option(`${serveFlagNames.certFile} <file>`, "serving certificate in PEM, followed by its chain")
    .option(`${serveFlagNames.keyFile} <file>`, "private key of the serving certificate in PEM")
    .option(serveFlagNames.selfSigned, "serve with a new certificate for localhost in memory; prints its caBundle")
    .option(`${serveFlagNames.clientCaFile} <file>`, "CAs in PEM; clients need a certificate that one of them signed")
    .option(
      "--client-allowed-names <names>",
      "accepted clients by common name or DNS name, separated by commas (default: any)",
      parseNames,
    )
    .addOption(
      new Option(
        "--tls-min-version <version>",
        "oldest TLS version to accept; VersionTLS12 if the API server cannot use TLS 1.3, as in some FIPS modes",
      )
        .choices(Object.keys(tlsVersions))
        .default("VersionTLS13"),
    )
    .option(
      "--tls-cipher-suites <suites>",
      "accepted cipher suites by IANA's names, separated by commas (default: all with forward secrecy and authenticated encryption)",
      parseCipherSuites,
    )
    .addOption(
      parsedOption(
        `${serveFlagNames.healthProbeBindAddress} <address>`,
        "address of /livez and /readyz over plain HTTP",
        parseListenAddress,
        `:${defaultProbePort}`,
      ),
    )
    .addOption(
      parsedOption(
        "--metrics-bind-address <address>",
        "address of /metrics over plain HTTP; 0 turns it off",
        parseOptionalListenAddress,
        ":8080",
      ),
    )
    .addOption(
      parsedOption(
        "--shutdown-delay-duration <duration>",
        "how long to keep accepting connections after SIGTERM",
        parseDelay,
        shutdownDelay,
      ),
    )
    .option(
      "--max-requests-inflight <count>",
      "maximum number of requests in flight whose body has arrived; further requests get HTTP 429",
      parseCount,
      maxRequestsInflight,
    )
    .option(
      `${serveFlagNames.policy} <path>`,
      "policy file, or directory with the files of one policy; changes apply without a restart (see lease-guard schema Policy)",
    )
    .addOption(
      new Option(
        "--log-level <level>",
        "lowest level of the log lines; decisions have the level info, rejected requests have the level warn",
      )
        .choices(["info", "warn", "error"] satisfies LogLevel[])
        .default("info"),
    )
    .option(
      `${serveFlagNames.deny} <rule>`,
      "deny writes that break this rule, whatever its tier and the policy; can be repeated",
      collect,
    )
    .option(
      "--record <file>",
      "append every validated review to this file, without annotations, for lease-guard simulate",
    )
    .addOption(parsedOption("--record-max-bytes <size>", "maximum size of the --record file", parseBytes, "64Mi"))
    .addHelpText(
      "after",
      examples((name) => [
        `${name} serve --self-signed --bind-address 127.0.0.1`,
        `${name} serve --tls-cert-file tls.crt --tls-private-key-file tls.key --deny lease-candidate/lease-name-valid`,
        `${name} serve --self-signed --policy policy.yaml`,
        `${name} serve --self-signed --metrics-bind-address 0 --shutdown-delay-duration 0s`,
      ]),
    )
    .action(async (flags: ServeFlags) => {
      const { runServer } = await import("./run.ts");
      await runServer(flags);
    });
}
