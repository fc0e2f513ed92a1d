import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helmMajors } from "../harness/helm.ts";
import type { Answer, Writer } from "./harness/api.ts";
import { eventually } from "./harness/eventually.ts";
import { exportTo } from "./harness/exported-policy.ts";
import { helmFor, mustHelm } from "./harness/helm-release.ts";
import { allowElectors, electorsGroup } from "./harness/impersonation.ts";
import { takenNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };
const writer: Writer = { username: "system:serviceaccount:kube-system:writer", groups: [electorsGroup] };
const group = "/apis/coordination.k8s.io";
const page = readFileSync(new URL("../../docs/admission-policies.md", import.meta.url), "utf8");
const [, switchOff = ""] = /^(kubectl delete validatingadmissionpolicybindings -l .*)$/m.exec(page) ?? [];

const kinds = ["validatingadmissionpolicies", "validatingadmissionpolicybindings"];

/** Returns the names of the keepers and their bindings in an export. */
function keepersNamed(prefix: string): readonly string[] {
  const kindsOfObjects = ["validatingadmissionpolicy", "validatingadmissionpolicybinding"];
  return kindsOfObjects
    .flatMap((kind) =>
      ["leasecandidates-v1beta1", "leases-v1"].map(
        (params) => `${kind}.admissionregistration.k8s.io/${prefix}-keeper-${params}`,
      ),
    )
    .toSorted();
}

/**
 * The longest time in which the tests observe an outdated view. A new view takes about a second.
 */
const observedMs = 8000;

/**
 * With the feature gate, kube-apiserver itself watches Leases and LeaseCandidates for its
 * elections, and their views never freeze.
 */
const withoutElections = { ...newest, featureGates: "CoordinatedLeaderElection=false" };

describe("the view of the relation rules", () => {
  let world: World;
  let namespace: string;
  let file: string;

  beforeAll(async () => {
    world = await startWorld(withoutElections);
    await allowElectors(world);
    namespace = await world.newNamespace();
    file = await exportTo(world, "strict", policy, ["--relations"]);
  });
  afterAll(() => world?.stop());

  const kubectl = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await world.kubectl(args);
    if (status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  /** Returns the names of all policies and bindings, as `kubectl get -o name` prints them. */
  const admissionObjects = async (): Promise<readonly string[]> =>
    (await kubectl("get", kinds.join(), "--output=name")).trim().split("\n").toSorted();
  const candidate = (name: string, leaseName: string, query: string): Promise<Answer> => {
    const { renewTime } = takenNow("", 1);
    const spec = {
      leaseName,
      binaryVersion: "1.36.0",
      emulationVersion: "1.36.0",
      strategy: "OldestEmulationVersion",
      renewTime,
    };
    return world.api.call("POST", `${group}/v1beta1/namespaces/${namespace}/leasecandidates${query}`, {
      body: { metadata: { name }, spec },
      writer,
    });
  };
  const lease = (name: string, query: string): Promise<Answer> =>
    world.api.call("POST", `${group}/v1/namespaces/${namespace}/leases${query}`, {
      body: { metadata: { name }, spec: {} },
      writer,
    });

  /**
   * Stores a LeaseCandidate, and a Lease without a holder. Only relation rules report what refers
   * to them.
   */
  const store = async (name: string): Promise<void> => {
    expectStatus(201, await candidate(name, `of-${name}`, ""));
    expectStatus(201, await lease(`unheld-${name}`, ""));
  };
  /** Reports which of the two objects the policies read. */
  const seen = async (name: string): Promise<Readonly<Record<string, boolean>>> => ({
    LeaseCandidate: (await lease(`of-${name}`, "?dryRun=All")).status === 403,
    Lease: (await candidate("other", `unheld-${name}`, "?dryRun=All")).status === 403,
  });
  const [both, none] = [
    { LeaseCandidate: true, Lease: true },
    { LeaseCandidate: false, Lease: false },
  ];
  const untilSeen = (name: string, expected: object): Promise<true> =>
    eventually(`the policies read ${name}: ${JSON.stringify(expected)}`, 30_000, async () =>
      JSON.stringify(await seen(name)) === JSON.stringify(expected) ? true : undefined,
    );
  const switchedOff = async (known: string): Promise<void> => {
    expect(await kubectl(...switchOff.split(" ").slice(1))).toContain("deleted");
    await untilSeen(known, none);
    // kube-apiserver compares the bindings with its views once a second.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  };

  it("stays current while the policies are switched off with the command of the page", async () => {
    await store("first");
    await kubectl("apply", `--filename=${file}`);
    await untilSeen("first", both);
    await switchedOff("first");
    await store("second");
    await kubectl("apply", `--filename=${file}`);
    await untilSeen("second", both);
  });

  it("stays current when an upgrade removes the relation rules, and another brings them back", async () => {
    const [, upgrade = ""] =
      /^lease-guard policy export policy.yaml -o lease-guard-policies.yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const commands = upgrade.replaceAll("\\\n", " ").trim().split("\n");
    expect(commands).toHaveLength(2);
    const without = await exportTo(world, "strict", policy, []);
    const applyAs = async (used: string): Promise<void> => {
      for (const command of commands)
        await kubectl(...command.replace("lease-guard-policies.yaml", used).split(/\s+/).slice(1));
    };
    await applyAs(without);
    const left = (await admissionObjects()).filter((name) => /-beside-|-keeper-/.test(name));
    expect(left).toEqual(keepersNamed("strict"));
    await untilSeen("second", none);
    await store("third");
    await applyAs(await exportTo(world, "strict", policy, ["--relations"]));
    await untilSeen("third", both);
  });

  it.each(helmMajors)("stays current when Helm %s uninstalls a chart with the policies", async (major) => {
    const chart = join(world.folder, `chart-${major}`);
    mkdirSync(join(chart, "templates"), { recursive: true });
    writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: policies\nversion: 1.0.0\n");
    writeFileSync(
      join(chart, "policies.yaml"),
      readFileSync(await exportTo(world, `helm-${major}`, policy, ["--relations"])),
    );
    writeFileSync(join(chart, "templates", "policies.yaml"), '{{ .Files.Get "policies.yaml" }}\n');
    const helm = helmFor(world, major);
    await mustHelm(helm, "install", [chart, "--create-namespace"]);
    // The keepers of the chart must keep the view alone.
    const others = (await admissionObjects()).filter((name) => !name.includes(`/helm-${major}-`));
    if (others.length > 0) await kubectl("delete", ...others);
    await untilSeen("third", both);
    await mustHelm(helm, "uninstall");
    await untilSeen("third", none);
    expect(await admissionObjects()).toEqual(keepersNamed(`helm-${major}`));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await store(`helm-${major}`);
    await mustHelm(helm, "install", [chart]);
    await untilSeen(`helm-${major}`, both);
    await mustHelm(helm, "uninstall");
  });

  it("is outdated after all bindings were deleted, until kube-apiserver 1.37 and older restarts", async () => {
    await kubectl("apply", `--filename=${file}`);
    await untilSeen("third", both);
    await kubectl("delete", "validatingadmissionpolicybindings", "--all");
    await untilSeen("third", none);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await store("fourth");
    await kubectl("apply", `--filename=${file}`);
    await untilSeen("third", both);
    const { minor } = JSON.parse(await kubectl("get", "--raw=/version")) as { readonly minor: string };
    if (Number.parseInt(minor, 10) < 38) {
      const until = Date.now() + observedMs;
      while (Date.now() < until) {
        expect(await seen("fourth")).toEqual(none);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      await world.restartServer();
    }
    await untilSeen("fourth", both);
  });
});
