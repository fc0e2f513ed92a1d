import { Command, Option } from "commander";
import { tlsVersions } from "../server/tls-policy.ts";
import { examples } from "./examples.ts";
import { collect, parseAddress, parseCipherSuites, parseListenAddress, parseNames, parsePort } from "./flags.ts";
import type { ServeFlags } from "./run-server.ts";

/** `lease-guard serve`, with flags named as Kubernetes' own components name them. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("run the admission webhook: POST /validate over HTTPS")
    .option("--secure-port <port>", "port of the webhook", parsePort, 8443)
    .option("--bind-address <ip>", "address of the webhook (default: every interface)", parseAddress)
    .option("--tls-cert-file <file>", "serving certificate in PEM, its chain after it")
    .option("--tls-private-key-file <file>", "its private key in PEM")
    .option("--self-signed", "serve with a new certificate for localhost that is kept in memory, and print its caBundle")
    .option("--client-ca-file <file>", "CAs in PEM, one of which must have signed a caller's certificate")
    .option("--client-allowed-names <names>", "callers to take by common name or DNS name, separated by commas (default: any)", parseNames)
    .addOption(
      new Option("--tls-min-version <version>", "oldest TLS version to take").choices(Object.keys(tlsVersions)).default("VersionTLS13"),
    )
    .option(
      "--tls-cipher-suites <suites>",
      "suites to take by IANA's names, separated by commas (default: all with forward secrecy and authenticated encryption)",
      parseCipherSuites,
    )
    .addOption(
      new Option("--health-probe-bind-address <address>", "address of /livez and /readyz over plain HTTP")
        .argParser(parseListenAddress)
        .default({ port: 8081 }, ":8081"),
    )
    .option("--deny <rule>", "refuse writes that break this rule, whatever its tier; may be repeated", collect)
    .addHelpText(
      "after",
      examples((name) => [
        `${name} serve --self-signed --bind-address 127.0.0.1`,
        `${name} serve --tls-cert-file tls.crt --tls-private-key-file tls.key --deny lease-candidate/lease-name-valid`,
      ]),
    )
    .action(async (flags: ServeFlags) => {
      const { runServer } = await import("./run-server.ts");
      await runServer(flags);
    });
}
