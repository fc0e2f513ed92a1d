import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { anyPorts, type Ended, runCli } from "../harness/cli.ts";
import { oneProcess } from "../harness/one-process.ts";
import { portOf } from "../harness/port-of.ts";

vi.setConfig({ testTimeout: 30_000 });

const shared = oneProcess();
afterAll(shared.end);

/** Checks the requirements for bad flags: exit code 2, and one line that describes the error. */
async function expectUsageError(
  args: readonly string[],
  about?: RegExp,
  run: (args: readonly string[]) => Promise<Ended> = shared.run,
): Promise<void> {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: [^\p{Cc}]+\n$/u);
  expect(stderr).not.toMatch(/Error:|\bat \/|node:|node_modules/);
  if (about !== undefined) expect(stderr).toMatch(about);
}

const ports = ["", "x", "-1", "65536", "80.5", "0x50"];
const addresses = ["localhost", "1.2.3", "127.0.0.1:80", "[::1]", "1::2::3"];
const probeAddresses = ["", "8081", ":65536", "127.0.0.1:", "::1:8081", "http://127.0.0.1:8081"];
const metricsAddresses = ["", "8080", "00", ":0x50", "off"];
const delays = ["", "10", "-1s", "1d", "1h1ms", "10 s", "9999999h"];
const retryPeriods = [...delays, "0s", "0"];
const counts = ["", "0", "-1", "1.5", "x", "1000000"];
const rules = ["", "lease/no-such-rule", "__proto__", "a\nb\u001b[31m"];

describe.concurrent("doctor rejects", () => {
  it.each(["localhost", ":8443", "a:b", "a:99999", "::1:8443"])(
    "address of the Service '%s', before it reads a cluster",
    (address) => expectUsageError(["doctor", "--service-address", address], /--service-address/),
  );
});

describe.concurrent("audit rejects", () => {
  it.each(retryPeriods)("retry period '%s'", (period) =>
    expectUsageError(["audit", "-f", "cluster.json", "--retry-period", period], /--retry-period/),
  );
});

describe.concurrent("serve rejects", () => {
  it.each(ports)("port '%s'", (port) =>
    expectUsageError(["serve", "--self-signed", "--secure-port", port], /--secure-port/),
  );

  it.each(addresses)("address '%s'", (address) =>
    expectUsageError(["serve", "--self-signed", "--bind-address", address], /--bind-address/),
  );

  it.each(probeAddresses)("probe address '%s'", (address) =>
    expectUsageError(["serve", "--self-signed", "--health-probe-bind-address", address], /--health-probe-bind-address/),
  );

  it.each(metricsAddresses)("metrics address '%s'", (address) =>
    expectUsageError(["serve", "--self-signed", "--metrics-bind-address", address], /--metrics-bind-address/),
  );

  it.each(delays)("shutdown delay '%s'", (delay) =>
    expectUsageError(["serve", "--self-signed", "--shutdown-delay-duration", delay], /--shutdown-delay-duration/),
  );

  it.each(counts)("maximum number of requests in flight '%s'", (count) =>
    expectUsageError(["serve", "--self-signed", "--max-requests-inflight", count], /--max-requests-inflight/),
  );

  it.each([".example.com", "a,.example.com", "*.example.com", "*"])("allowed names '%s'", (names) =>
    expectUsageError(
      [
        "serve",
        "--tls-cert-file",
        "x",
        "--tls-private-key-file",
        "x",
        "--client-ca-file",
        "x",
        "--client-allowed-names",
        names,
      ],
      /--client-allowed-names .* is a pattern/,
    ),
  );

  it("an unknown cipher suite, with the list of names", () =>
    expectUsageError(
      ["serve", "--self-signed", "--tls-cipher-suites", "TLS_NULL"],
      /must be names from this list: TLS_[A-Z0-9_]+, TLS_/,
    ));

  it.each(rules)("the rule '%s' in --deny", (rule) =>
    expectUsageError(["serve", "--self-signed", ...anyPorts, "--deny", rule], /rule|--deny/, runCli),
  );

  it.each<readonly [string, readonly string[]]>([
    ["no certificate", []],
    ["a certificate without a key", ["--tls-cert-file", "x.crt"]],
    ["a key without a certificate", ["--tls-private-key-file", "x.key"]],
    ["--self-signed with both files", ["--self-signed", "--tls-cert-file", "x.crt", "--tls-private-key-file", "x.key"]],
    ["--self-signed with a key", ["--self-signed", "--tls-private-key-file", "x.key"]],
    ["--secure-port without a value", ["--self-signed", "--secure-port"]],
    ["--health-probe-bind-address without a value", ["--self-signed", "--health-probe-bind-address"]],
    ["--tls-private-key-file without a value", ["--tls-private-key-file"]],
    ["a TLS version that is broken", ["--self-signed", "--tls-min-version", "VersionTLS11"]],
    ["a TLS version by another name", ["--self-signed", "--tls-min-version", "TLSv1.3"]],
    ["--client-ca-file with --self-signed", ["--self-signed", "--client-ca-file", "ca.crt"]],
    ["--client-allowed-names without --client-ca-file", ["--self-signed", "--client-allowed-names", "kube-apiserver"]],
    ["an empty name", ["--self-signed", "--client-allowed-names", "a,,b"]],
    ["no suite", ["--self-signed", "--tls-cipher-suites", ""]],
    ["a suite without forward secrecy", ["--self-signed", "--tls-cipher-suites", "TLS_RSA_WITH_AES_128_GCM_SHA256"]],
    ["a suite by OpenSSL's name", ["--self-signed", "--tls-cipher-suites", "ECDHE-RSA-AES128-GCM-SHA256"]],
    ["one suite of two that is unknown", ["--self-signed", "--tls-cipher-suites", "TLS_AES_128_GCM_SHA256,TLS_NULL"]],
    ["--deny without a value", ["--self-signed", "--deny"]],
    ["--self-signed with a value", ["--self-signed=yes"]],
    ["an unknown flag", ["--self-signed", "--port", "1"]],
    ["a flag with one letter wrong", ["--self-sined"]],
    ["an argument", ["--self-signed", "x"]],
    [
      "an address of another host",
      [
        "--self-signed",
        "--bind-address",
        "192.0.2.1",
        "--secure-port",
        "0",
        "--health-probe-bind-address",
        "127.0.0.1:0",
      ],
    ],
    [
      "a probe address of another host",
      [
        "--self-signed",
        "--bind-address",
        "127.0.0.1",
        "--secure-port",
        "0",
        "--health-probe-bind-address",
        "192.0.2.1:0",
      ],
    ],
  ])("%s", (_name, flags) => expectUsageError(["serve", ...flags], undefined, runCli));

  it("ports that are in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server);
    const self = ["serve", "--self-signed", "--bind-address", "127.0.0.1", "--metrics-bind-address", "0"];
    await Promise.all([
      expectUsageError(
        [...self, "--secure-port", String(port), "--health-probe-bind-address", "127.0.0.1:0"],
        new RegExp(String(port)),
        runCli,
      ),
      expectUsageError(
        [...self, "--secure-port", "0", "--health-probe-bind-address", `127.0.0.1:${port}`],
        new RegExp(String(port)),
        runCli,
      ),
      expectUsageError(
        ["serve", "--self-signed", ...anyPorts, "--metrics-bind-address", `127.0.0.1:${port}`],
        new RegExp(String(port)),
        runCli,
      ),
    ]);
    server.close();
  });
});

describe.concurrent("the program rejects", () => {
  it.each<readonly [string, readonly string[]]>([
    ["an unknown command", ["x"]],
    ["a command with one letter wrong", ["sevre"]],
    ["an unknown flag", ["--x"]],
    ["an unknown command of certs", ["certs", "x"]],
    ["a command that is a property of objects", ["__proto__"]],
    ["control characters", ["a\nb\u001b[31m"]],
    ["a flag of control characters", ["serve", "--a\nb\u001b[31m"]],
  ])("%s", (_name, args) => expectUsageError(args));

  it("certs without a subcommand, with a list of the subcommands", async () => {
    const { code, stdout, stderr } = await runCli(["certs"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: lease-guard/);
  });
});

describe.concurrent("the program prints", () => {
  it.each<readonly [readonly string[], RegExp]>([
    [["--help"], /serve[\s\S]*certs/],
    [["serve", "--help"], /--secure-port[\s\S]*--health-probe-bind-address[\s\S]*:8081/],
    [["help", "serve"], /--self-signed/],
    [["certs", "--help"], /generate/],
    [["certs", "generate", "--help"], /--service[\s\S]*--namespace[\s\S]*--out/],
  ])("help on %j", async (args, text) => {
    const { code, stdout, stderr } = await shared.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(text);
    expect(stdout).toMatch(/^Usage: lease-guard/);
    expect(stdout).not.toMatch(/default: [[{]/);
  });

  it.each(["--version", "-V"])("its version after %s", async (flag) => {
    expect(await shared.run([flag])).toEqual({
      code: 0,
      signal: null,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: "",
    });
  });
});
