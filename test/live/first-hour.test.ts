import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyFiles } from "../../scripts/release/staging.ts";
import { type Cluster, startCluster } from "./harness/cluster.ts";
import { type Pods, podsOf } from "./harness/pods.ts";
import { newest } from "./harness/release.ts";
import { type Outcome, run } from "./harness/run.ts";
import { type ServiceNetwork, startServiceNetwork } from "./harness/service-network.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/first-hour.md"), "utf8");

interface Step {
  readonly command: string;
  /** The output that the page shows, stderr before stdout. */
  readonly output?: string;
}

/**
 * Every `sh` and `console` block of the page. Each block has one command. A `console` block also
 * has the output of its command.
 */
const steps: readonly Step[] = Array.from(
  page.matchAll(/^```(sh|console)\n(.*?)^```$/gms),
  ([, language, text = ""]) => {
    const end = text.indexOf("\n");
    return language === "sh"
      ? { command: text.trim() }
      : { command: text.slice("$ ".length, end), output: text.slice(end + 1) };
  },
);

/** The commands that cannot run in a test, each with the reason and with its substitute. */
const skipped: Readonly<Record<string, string>> = {
  "kind create cluster && docker build --tag lease-guard:0.1.0 . && kind load docker-image lease-guard:0.1.0":
    "needs a container runtime. The cluster of the tests has a real kube-apiserver. The pods are processes with the arguments of the manifests",
};

/**
 * The time limit in milliseconds until a changed policy or webhook configuration is active. The
 * server checks the file of the policy every 10 s.
 */
const loadLimitMs = 60_000;
const isWebhookCall = (command: string): boolean => command.includes("--dry-run=server");
const printed = ({ stdout, stderr }: Outcome): string => stderr + stdout;

describe("docs/first-hour.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-first-hour-"));
  const [clone, npm] = [join(folder, "clone"), join(folder, "npm")];
  let cluster: Cluster | undefined;
  let network: ServiceNetwork | undefined;
  let pods: Pods | undefined;
  /** The duration of all steps so far. */
  let spentMs = 0;

  beforeAll(async () => {
    copyFiles(clone);
    mkdirSync(npm);
    network = await startServiceNetwork();
    cluster = await startCluster({ ...newest, flags: network.flags });
    pods = podsOf(cluster, network);
  });
  afterAll(async () => {
    await pods?.stop();
    await cluster?.stop();
    network?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command of the page in the clone. Then updates the pods, as a real cluster would do. */
  const runStep = async (command: string): Promise<Outcome> => {
    const env = {
      ...process.env,
      PATH: `${join(npm, "bin")}:${process.env["PATH"]}`,
      npm_config_prefix: npm,
      KUBECONFIG: join(cluster?.folder ?? "", "kubeconfig.json"),
      KUBECACHEDIR: join(folder, "cache"),
      NO_COLOR: "1",
    };
    const outcome = await run("bash", ["-c", command], { cwd: clone, env });
    await pods?.reconcile();
    return outcome;
  };

  it("has at most 15 commands", () => {
    expect(steps.length).toBeLessThanOrEqual(15);
    for (const { command } of steps) expect(command.replace(/<<'EOF'\n.*\nEOF$/s, "")).not.toContain("\n");
  });

  it("starts with the elections of the cluster", () => {
    expect(steps.find(({ command }) => command.startsWith("lease-guard "))?.command).toBe("lease-guard elections");
  });

  it("skips only commands of the page", () => {
    const commands = steps.map(({ command }) => command);
    expect(Object.keys(skipped).filter((command) => !commands.includes(command))).toEqual([]);
  });

  it.each(steps.filter(({ command }) => !(command in skipped)))(
    "$command",
    { timeout: 600_000 },
    async ({ command, output }) => {
      const started = performance.now();
      const outcome = await runStep(command);
      if (output === undefined) expect(outcome).toMatchObject({ status: 0 });
      else if (!isWebhookCall(command)) expect(printed(outcome)).toBe(output);
      else
        await expect
          .poll(async () => printed(await runStep(command)), { timeout: loadLimitMs, interval: 1000 })
          .toBe(output);
      spentMs += performance.now() - started;
    },
  );

  it("takes at most ten minutes until the policy denies a write and the fence warns, without the skipped commands", () => {
    expect(steps.findLast(({ output }) => output)?.output).toContain("denied the request");
    expect(steps.at(-1)?.command).toBe("lease-guard policy export deploy/fence.yaml | kubectl apply -f -");
    expect(spentMs).toBeGreaterThan(0);
    expect(spentMs).toBeLessThanOrEqual(600_000);
  });
});
