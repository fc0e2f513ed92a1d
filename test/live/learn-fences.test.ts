import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { FenceEntry } from "../../src/policy/file/policy-document.ts";
import { runCli } from "../harness/cli.ts";
import { buildElector } from "./harness/elector.ts";
import { type Operator, prepareOperators, runOperator } from "./harness/operators.ts";
import { newest } from "./harness/release.ts";
import { startWorld, type World } from "./harness/world.ts";

const uuid = "5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e";
const [widgets, widgetStatus] = ["widgets.example.com", "widgets.example.com/status"] as const;
const [validating, mutating] = [
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
] as const;
const reports = "policyreports.wgpolicyk8s.io";

/** An operator, the form of its identity, and the resources that its pods write without a Lease. */
interface Expected extends Operator {
  readonly form: string;
  readonly fenced: readonly string[];
  readonly leftOut: readonly string[];
}

/** Operators that write as those in the tests' names do. */
const operators: readonly Expected[] = [
  {
    name: "argo-rollouts",
    identity: (pod) => `${pod}_${uuid}`,
    asLeader: [widgets, widgetStatus, "configmaps"],
    form: "POD_*",
    fenced: ["configmaps", widgets, widgetStatus],
    leftOut: [],
  },
  {
    name: "cert-manager",
    identity: (pod) => `${pod}-external-cert-manager-controller`,
    asLeader: [widgets, "secrets"],
    form: "POD-external-cert-manager-controller",
    fenced: ["secrets", widgets],
    leftOut: [],
  },
  {
    name: "host-network",
    identity: (_, node) => `${node}_${uuid}`,
    asLeader: ["configmaps", validating],
    form: "NODE_*",
    fenced: ["configmaps", validating],
    leftOut: [],
  },
  {
    name: "cloudnative-pg",
    identity: (pod) => `${pod}_${uuid}`,
    asLeader: [widgetStatus, "secrets"],
    atStart: ["secrets", validating],
    form: "POD_*",
    fenced: [widgetStatus],
    leftOut: ["secrets", validating],
  },
  {
    name: "kueue",
    identity: (pod) => `${pod}_${uuid}`,
    asLeader: [widgets, widgetStatus],
    always: ["secrets", validating],
    form: "POD_*",
    fenced: [widgets, widgetStatus],
    leftOut: ["secrets", validating],
  },
  {
    name: "kyverno",
    identity: (pod) => pod,
    asLeader: [mutating, "secrets"],
    always: ["events", reports],
    form: "POD",
    fenced: [mutating, "secrets"],
    leftOut: [reports],
  },
];

describe("fences that are learned from the audit log of a real API server", () => {
  let world: World | undefined;
  let policy = "";
  let report: readonly string[] = [];

  beforeAll(async () => {
    const started = await startWorld({ ...newest, auditLevel: "fences" });
    world = started;
    await buildElector(started);
    await prepareOperators(started);
    await Promise.all(operators.map((operator) => runOperator(started, operator)));
    policy = join(started.folder, "policy.yaml");
    const learned = await runCli(["learn", started.auditLog, "--fences", "-o", policy]);
    expect(learned).toMatchObject({ code: 0, stdout: "" });
    report = learned.stderr.split("\n");
  });
  afterAll(() => world?.stop());

  const fences = (): readonly FenceEntry[] => parse(readFileSync(policy, "utf8")).fences;

  it.each(operators)("have the resources that only the leader of $name writes", ({ name, form, fenced }) => {
    expect(fences().filter(({ serviceAccount }) => serviceAccount === `${name}/${name}`)).toEqual([
      {
        name: `${name}-${name}`,
        lease: `${name}/${name}`,
        serviceAccount: `${name}/${name}`,
        identity: form,
        resources: fenced,
        deletes: false,
        mode: "warn",
      },
    ]);
    expect(report).toContainEqual(expect.stringContaining(`by ${name}/${name} while Lease ${name}/${name} names`));
  });

  it.each(operators)("have no other resource of $name, and the report names the pod", ({ name, leftOut }) => {
    const lines = report.filter((line) => line.startsWith(`no fence: ${name}/${name}: `));
    const byPod = `written by pod ${name}-\\d of the account while ${name}-\\d led \\(\\d+ of \\d+ writes`;
    expect(lines.toSorted()).toEqual(
      leftOut.toSorted().map((resource) => expect.stringMatching(new RegExp(`^no fence: .*: ${resource}: ${byPod}`))),
    );
  });

  it("form a valid policy, and keep the mode that a person set", async () => {
    expect(await runCli(["policy", "check", policy])).toMatchObject({ code: 0 });
    const text = readFileSync(policy, "utf8");
    writeFileSync(policy, text.replace(/(lease: kueue\/kueue[\s\S]*?mode: )warn/, "$1deny"));
    await runCli(["learn", world?.auditLog ?? "", "--fences", "-o", policy]);
    expect(fences().map(({ lease, mode }) => [lease, mode])).toEqual(
      operators.map(({ name }) => [`${name}/${name}`, name === "kueue" ? "deny" : "warn"]).toSorted(),
    );
  });
});
