import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { podNameKey } from "../../src/core/api/user-extra.ts";
import { serviceAccountGroups } from "../../src/rules/shared/identities.ts";
import { runCli } from "../harness/cli.ts";
import type { Answer, Writer } from "./harness/api.ts";
import { createAccount, podToken } from "./harness/bound-tokens.ts";
import { eventually } from "./harness/eventually.ts";
import { exportTo } from "./harness/exported-policy.ts";
import { allowElectors } from "./harness/impersonation.ts";
import { kubeconfigFor } from "./harness/kubeconfig.ts";
import { fromNow, takenNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import type { Outcome } from "./harness/run.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const page = readFileSync(new URL("../../docs/fence.md", import.meta.url), "utf8");
const [, switchOff = ""] = /^(kubectl delete validatingadmissionpolicybindings -l .*)$/m.exec(page) ?? [];

/**
 * With the feature gate, kube-apiserver itself watches Leases for its elections, and its view never
 * freezes.
 */
const withoutElections = { ...newest, featureGates: "CoordinatedLeaderElection=false" };

const groups = "/apis/rbac.authorization.k8s.io/v1";
const renewedAgo = (holder: string, seconds: number, duration: number): object => ({
  ...takenNow(holder, duration),
  renewTime: fromNow(-seconds),
});

describe("an exported fence", () => {
  let world: World;
  let namespace: string;
  let file: string;
  const run = async (...args: readonly string[]): Promise<Outcome> => {
    const outcome = await world.kubectl(args);
    if (outcome.status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${outcome.stderr}`);
    return outcome;
  };
  const exportAs = (mode: "warn" | "deny"): Promise<string> =>
    exportTo(
      world,
      "guard",
      {
        apiVersion: "lease-guard.dev/v1alpha1",
        kind: "Policy",
        profile: "observe",
        fences: [
          {
            name: "a",
            lease: `${namespace}/leader`,
            serviceAccount: `${namespace}/controller`,
            identity: "POD_*",
            resources: ["configmaps", "priorityclasses.scheduling.k8s.io"],
            mode,
          },
        ],
      },
      [],
    );

  beforeAll(async () => {
    world = await startWorld(withoutElections);
    await allowElectors(world);
    namespace = await world.newNamespace();
    await createAccount(world, namespace);
    const name = "writers";
    const rules = [
      { apiGroups: ["", "scheduling.k8s.io"], resources: ["configmaps", "priorityclasses"], verbs: ["*"] },
    ];
    const subject = {
      apiGroup: "rbac.authorization.k8s.io",
      kind: "Group",
      name: `system:serviceaccounts:${namespace}`,
    };
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
    const binding = { metadata: { name }, subjects: [subject], roleRef };
    expectStatus(201, await world.api.call("POST", `${groups}/clusterroles`, { body: { metadata: { name }, rules } }));
    expectStatus(201, await world.api.call("POST", `${groups}/clusterrolebindings`, { body: binding }));
    file = await exportAs("deny");
    await run("apply", `--filename=${file}`);
  });
  afterAll(() => world?.stop());

  const leases = (): string => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  /** Creates the Lease or changes its spec, in one write. Without a spec, deletes the Lease. */
  const setLease = async (spec: object | undefined): Promise<void> => {
    const path = `${leases()}/leader`;
    const { status, body } = await world.api.call("GET", path);
    if (spec === undefined) expectStatus(200, await world.api.call("DELETE", path));
    else if (status === 200) expectStatus(200, await world.api.call("PUT", path, { body: { ...body, spec } }));
    else expectStatus(201, await world.api.call("POST", leases(), { body: { metadata: { name: "leader" }, spec } }));
  };
  const podWriter = (pod: string | undefined, account = "controller"): Writer => ({
    username: `system:serviceaccount:${namespace}:${account}`,
    groups: serviceAccountGroups(namespace),
    ...(pod !== undefined && { extra: { [podNameKey]: [pod] } }),
  });
  const configMaps = (): string => `/api/v1/namespaces/${namespace}/configmaps`;
  /** Returns the status of a dry run in which a pod changes a ConfigMap. */
  const patch = async (pod: string, name: string, body: object): Promise<number> => {
    const call = { body, contentType: "application/merge-patch+json", writer: podWriter(pod) };
    return (await world.api.call("PATCH", `${configMaps()}/${name}?dryRun=All`, call)).status;
  };
  const create = (writer: Writer | undefined, path = configMaps(), content = {}): Promise<Answer> =>
    world.api.call("POST", `${path}?dryRun=All`, {
      body: { metadata: { name: "any" }, ...content },
      ...(writer && { writer }),
    });
  /** Returns the writers that the fence denies. */
  const denied = async (): Promise<string> => {
    const writers: Readonly<Record<string, Writer | undefined>> = {
      A: podWriter("a"),
      B: podWriter("b"),
      unbound: podWriter(undefined),
      other: podWriter("b", "default"),
      admin: undefined,
    };
    const answers = await Promise.all(
      Object.entries(writers).map(async ([name, writer]) => [name, (await create(writer)).status] as const),
    );
    expect(answers.filter(([, status]) => status !== 201 && status !== 403)).toEqual([]);
    return answers.flatMap(([name, status]) => (status === 403 ? [name] : [])).join();
  };
  const untilDenied = (expected: string): Promise<true> =>
    eventually(`the fence denies ${expected || "no writer"}`, 30_000, async () =>
      (await denied()) === expected ? true : undefined,
    );

  it.each<readonly [string, () => object | undefined, string]>([
    ["A leads", () => takenNow("a_1", 600), "B"],
    ["no Lease", () => undefined, ""],
    ["B leads", () => takenNow("b_1", 600), "A"],
    ["released", () => takenNow("", 1), ""],
    ["A leads, and its clock is two terms ahead", () => renewedAgo("a_1", -30, 15), "B"],
    ["the term of A ended, without a successor", () => renewedAgo("a_1", 20, 15), ""],
    ["A leads, and its clock is two terms slow", () => renewedAgo("a_1", 30, 15), ""],
    ["a random identity", () => takenNow("0b5d0c2e-6f0c-4d0e-9a70-000000000000", 600), ""],
    ["another pod", () => takenNow("c_1", 600), "A,B"],
    ["an empty spec", () => ({}), ""],
  ])("with the state %j denies the right writers", async (_, spec, expected) => {
    // Otherwise, a view of the state of the last row could have the expected result.
    const [holder, before] = expected === "A" ? ["a_1", "B"] : ["b_1", "A"];
    await setLease(takenNow(holder, 600));
    await untilDenied(before);
    await setLease(spec());
    await untilDenied(expected);
  });

  it("applies to updates while the term runs, and to none after it, also without a new time", async () => {
    const body = { metadata: { name: "old", labels: { x: "y" } }, data: { a: "b" } };
    expectStatus(201, await world.api.call("POST", configMaps(), { body }));
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await setLease(takenNow("b_1", 600));
    const changes = [{}, { data: { a: "c" } }, { metadata: { labels: { x: null } } }];
    const statuses = (): Promise<readonly number[]> => Promise.all(changes.map((change) => patch("a", "old", change)));
    const untilStatus = (status: number): Promise<true> =>
      eventually(`updates have the status ${status}`, 30_000, async () =>
        (await statuses())[1] === status ? true : undefined,
      );
    await untilStatus(403);
    expect(await statuses()).toEqual([403, 403, 403]);
    await setLease(renewedAgo("b_1", 1, 1));
    await untilStatus(200);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it("applies to creates, and not to updates, if the clock of the leader is two terms ahead", async () => {
    const body = { metadata: { name: "ahead" }, data: { a: "b" } };
    expectStatus(201, await world.api.call("POST", configMaps(), { body }));
    const update = (): Promise<number> => patch("b", "ahead", { data: { a: "c" } });
    await setLease(takenNow("a_1", 600));
    await untilDenied("B");
    expect(await update()).toBe(403);
    await setLease(renewedAgo("a_1", -30, 15));
    await eventually("updates are allowed", 10_000, async () => ((await update()) === 200 ? true : undefined));
    expect(await denied()).toBe("B");
  });

  it("also applies to objects without a namespace", async () => {
    await setLease(takenNow("a_1", 600));
    await untilDenied("B");
    const path = "/apis/scheduling.k8s.io/v1/priorityclasses";
    expect((await create(podWriter("a"), path, { value: 1 })).status).toBe(201);
    expect((await create(podWriter("b"), path, { value: 1 })).status).toBe(403);
  });

  it("names the leader to kubectl with the token of a pod, and how to switch the fence off", async () => {
    const createAs = async (pod: string): Promise<Outcome> => {
      const kubeconfig = kubeconfigFor(world, `${pod}.json`, { token: await podToken(world, namespace, pod) });
      return world.kubectl([
        "create",
        "configmap",
        `of-${pod}`,
        `--namespace=${namespace}`,
        `--kubeconfig=${kubeconfig}`,
      ]);
    };
    expect(await createAs("a")).toMatchObject({ status: 0, stderr: "" });
    const { status, stderr } = await createAs("b");
    expect(status).toBe(1);
    expect(stderr).toContain(
      `forbidden: ValidatingAdmissionPolicy 'guard-fence-a' with binding 'guard-fence-a' denied request: must be written by the pod that leads: Lease ${namespace}/leader names a_1, not pod b (fence a; to switch it off: kubectl delete validatingadmissionpolicybinding guard-fence-a)`,
    );
  });

  it("only warns with the mode warn", async () => {
    await run("apply", `--filename=${await exportAs("warn")}`);
    await untilDenied("");
    const { status, warnings } = await create(podWriter("b"));
    expect([status, warnings.map((text) => text.includes("must be written by the pod that leads"))]).toEqual([
      201,
      [true],
    ]);
    expect(await world.api.text("/metrics")).toMatch(
      /^apiserver_validating_admission_policy_check_total\{enforcement_action="warn",.*policy="guard-fence-a".*\} [1-9]/m,
    );
    const kubeconfig = join(world.folder, "kubeconfig.json");
    const elections = await runCli(["elections", "--kubeconfig", kubeconfig, "--fences", "--fail-on", "never"]);
    expect(elections.stdout).toMatch(
      new RegExp(`^${namespace} +leader +a +warn +\\S+, \\S+ +[1-9]\\d* +[1-9]\\d*$`, "m"),
    );
    expect(elections.stdout).toContain(
      "DENIED and WARNED: writes since the start of 1 API server\nfenced: 1 of 1 election\n",
    );
    file = await exportAs("deny");
    await run("apply", `--filename=${file}`);
    await untilDenied("B");
  });

  it("is off after the command of the page, which keeps the keeper and so the view", async () => {
    expect((await run(...switchOff.split(" ").slice(1))).stdout).toContain("deleted");
    await untilDenied("");
    const { stdout } = await run("get", "validatingadmissionpolicybindings", "--output=name");
    expect(stdout).toContain("/guard-keeper-leases-v1");
    expect(stdout).not.toContain("/guard-fence-a");
    // kube-apiserver compares the bindings with its views once a second.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await setLease(takenNow("b_1", 600));
    await run("apply", `--filename=${file}`);
    await untilDenied("A");
  });

  /** Returns what the doctor says about the views of the fence. */
  const viewed = async () => {
    const kubeconfig = join(world.folder, "kubeconfig.json");
    const { stdout } = await runCli(["doctor", "--kubeconfig", kubeconfig, "--fences", "-o", "json"]);
    const report = JSON.parse(stdout) as Record<"checks" | "findings", Record<"id" | "check" | "message", string>[]>;
    const id = "doctor/fence-views-current";
    return {
      checks: report.checks.filter((each) => each.id === id),
      findings: report.findings.filter(({ check }) => check === id).map(({ message }) => message),
    };
  };

  it("has a view that the doctor reads, and that is not known for an API server that it cannot reach", async () => {
    await setLease(takenNow("b_1", 600));
    await untilDenied("A");
    expect(await viewed()).toMatchObject({ checks: [{ status: "passed" }], findings: [] });
    const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    const body = {
      metadata: { name: "kubernetes", labels: { "kubernetes.io/service-name": "kubernetes" } },
      ...{ addressType: "FQDN", ports: [{ name: "https", port: 6443 }], endpoints: [{ addresses: ["kube.invalid"] }] },
    };
    expectStatus(201, await world.api.call("POST", slices, { body }));
    const reasons = [expect.stringContaining("https://kube.invalid:6443: the API server could not be reached")];
    expect(await viewed()).toMatchObject({ checks: [{ status: "unknown", reasons }], findings: [] });
    expectStatus(200, await world.api.call("DELETE", `${slices}/kubernetes`));
    const events = await world.api.call("GET", "/api/v1/namespaces/default/events?labelSelector=lease-guard.dev/view");
    expect(events.body).toMatchObject({ items: [] });
  });

  it("denies the leader after all bindings were deleted, until kube-apiserver 1.37 and older restarts", async () => {
    await run("delete", "validatingadmissionpolicybindings", "--all");
    await untilDenied("");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await setLease(takenNow("a_1", 600));
    await run("apply", `--filename=${file}`);
    const { stdout } = await run("get", "--raw=/version");
    const { minor } = JSON.parse(stdout) as { readonly minor: string };
    if (Number.parseInt(minor, 10) < 38) {
      await untilDenied("A");
      const { checks, findings } = await viewed();
      expect(findings).toEqual([
        expect.stringMatching(
          new RegExp(
            `API server https://localhost:\\d+ sees renewTime \\S+ of Lease ${namespace}/leader, but \\S+ is stored`,
          ),
        ),
      ]);
      expect(checks).toMatchObject([{ status: "failed" }]);
      await world.restartServer();
    }
    await untilDenied("B");
    expect(await viewed()).toMatchObject({ checks: [{ status: "passed" }], findings: [] });
  });
});
