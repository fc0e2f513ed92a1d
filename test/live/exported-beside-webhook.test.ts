import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildElector, startElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { applyExport } from "./harness/exported-policy.ts";
import { type Guard, startGuard } from "./harness/guard.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { takenNow, untilHeld, untilRenewed } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import type { Outcome } from "./harness/run.ts";
import type { Service } from "./harness/service.ts";
import { startWorld, type World } from "./harness/world.ts";

const placeholder = "lease/holder-identity-not-placeholder";
const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", rules: { [placeholder]: { mode: "deny" } } };

/** Returns the spec of a Lease that the policy denies. */
const denied = (): object => takenNow("$(POD_NAME)", 15);

const deniedWith = (pattern: RegExp): Outcome => ({ status: 1, stdout: "", stderr: expect.stringMatching(pattern) });
const deniedByPolicies = deniedWith(
  /^Error from server \(Forbidden\): .* ValidatingAdmissionPolicy 'both-leases-deny' .*: spec.holderIdentity: .*\(lease\/holder-identity-not-placeholder\)\n$/,
);
const deniedByWebhook = deniedWith(
  /^Error from server \(Forbidden\): .*admission webhook "leases.lease-guard.dev" denied the request: .*Invalid value: "\$\(POD_NAME\)"/,
);

describe("the webhook and the exported policies of one policy file", () => {
  let world: World;
  let guard: Guard;
  let exported: { readonly withdraw: () => Promise<void> };
  let elector: Service;
  let namespace: string;

  beforeAll(async () => {
    world = await startWorld(newest);
    await allowElectors(world);
    await buildElector(world);
    const file = join(world.folder, "policy.json");
    writeFileSync(file, JSON.stringify(policy));
    guard = await startGuard(world, { failurePolicy: "Ignore", flags: ["--policy", file] });
    exported = await applyExport(world, "both", policy);
    namespace = await world.newNamespace();
    elector = startElector(world, {
      namespace,
      identity: "leader",
      kubeconfig: kubeconfigAs(world, "leader", [electorsGroup]),
      leaseSeconds: 4,
    });
    await untilHeld(world, leader(), (holder) => holder === "leader-0");
    await eventually("the exported policies are in effect", 30_000, async () => {
      const { stderr } = await create("probe", denied(), "--dry-run=server");
      return stderr.includes("ValidatingAdmissionPolicy") ? true : undefined;
    });
  });
  afterAll(async () => {
    await elector?.stop("SIGKILL");
    await guard?.stop();
    await world?.stop();
  });

  const leader = () => ({ namespace, name: "elected-0" });
  /** Creates a Lease as the administrator, or as the user in `flags`. */
  const createAsAdmin = (name: string, spec: object, ...flags: readonly string[]): Promise<Outcome> => {
    const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name, namespace }, spec };
    return world.kubectl(["create", "--filename=-", ...flags], object);
  };
  const create = (name: string, spec: object, ...flags: readonly string[]): Promise<Outcome> =>
    createAsAdmin(name, spec, "--as=jane", `--as-group=${electorsGroup}`, ...flags);
  /** Returns the decisions of the webhook on creates, except dry runs, by the name of the Lease. */
  const decisions = async (): Promise<Readonly<Record<string, boolean>>> => {
    const all = await guard.everyDecision();
    const creates = all.filter((each) => each.namespace === namespace && each.operation === "CREATE" && !each.dryRun);
    return Object.fromEntries(creates.map(({ name, allowed }) => [name, allowed]));
  };
  /**
   * Creates a Lease that the policy warns about. Returns the source of each line that kubectl
   * prints on stderr.
   */
  const warningsOf = async (name: string, ...flags: readonly string[]): Promise<readonly string[]> => {
    const { status, stderr } = await create(
      name,
      { ...takenNow("holder", 15), leaseTransitions: 2_000_000_000 },
      ...flags,
    );
    expect(status).toBe(0);
    const sources = {
      policies: /^Warning: .*'both-leases-warn'.*lease\/transitions-bounded/,
      webhook: /^Warning: spec.leaseTransitions: Invalid value/,
    };
    const lines = stderr.split("\n").filter((line) => line !== "");
    return lines.map((line) => Object.entries(sources).find(([, pattern]) => pattern.test(line))?.[0] ?? line);
  };

  it("the policies deny a write before the webhook receives it", async () => {
    expect(await create("denied", denied())).toEqual(deniedByPolicies);
    expect(await decisions()).not.toHaveProperty("denied");
    expect(readFileSync(world.auditLog, "utf8")).toMatch(
      /"validation\.policy\.admission\.k8s\.io\/validation_failure":.*holder-identity-not-placeholder/,
    );
  });

  it("the webhook receives a write that the policies allow", async () => {
    expect(await create("allowed", takenNow("holder", 15))).toMatchObject({ status: 0, stderr: "" });
    expect(await decisions()).toHaveProperty("allowed", true);
    await untilRenewed(world, leader());
  });

  it("both exempt the break-glass group from rules that apply to administrators", async () => {
    expect(await createAsAdmin("admin", denied())).toEqual(deniedByPolicies);
    expect(await create("break-glass", denied(), "--as-group=lease-guard:break-glass")).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(await decisions()).toMatchObject({ "break-glass": true });
  });

  it("kubectl prints each warning twice", async () => {
    expect(await warningsOf("warned")).toEqual(["policies", "webhook"]);
  });

  it("the policies deny and warn while the webhook is down, and the leader keeps its Lease", async () => {
    await guard.kill();
    expect(await create("down", denied())).toEqual(deniedByPolicies);
    expect(await create("down-allowed", takenNow("holder", 15))).toMatchObject({ status: 0, stderr: "" });
    expect(await createAsAdmin("down-admin", denied())).toEqual(deniedByPolicies);
    expect(await warningsOf("down-warned")).toEqual(["policies"]);
    await untilRenewed(world, leader());
  });

  it("the webhook receives writes again when it is back", async () => {
    await guard.restart();
    await eventually("the webhook warns", 30_000, async () =>
      (await warningsOf("back-first", "--dry-run=server")).includes("webhook") ? true : undefined,
    );
    expect(await create("back", denied())).toEqual(deniedByPolicies);
    expect(await create("back-allowed", takenNow("holder", 15))).toMatchObject({ status: 0, stderr: "" });
    expect(await warningsOf("back-warned")).toEqual(["policies", "webhook"]);
    expect(await decisions()).toEqual({ "back-allowed": true, "back-warned": true });
    await untilRenewed(world, leader());
  });

  it("kubectl prints each warning once if the rules that only warn are off in the exported policy", async () => {
    const rules = { ...policy.rules, "lease/transitions-bounded": { mode: "off" } };
    await applyExport(world, "both", { ...policy, rules });
    let count = 0;
    const once = await eventually("the changed policies are in effect", 30_000, async () => {
      count += 1;
      const sources = await warningsOf(`once-${count}`);
      return sources.length === 1 ? sources : undefined;
    });
    expect(once).toEqual(["webhook"]);
  });

  it("the webhook receives each write if the exported policies only audit", async () => {
    await exported.withdraw();
    await applyExport(world, "auditing", {
      ...policy,
      profile: "observe",
      rules: { [placeholder]: { mode: "audit" } },
    });
    await eventually("the changed policies are in effect", 30_000, async () => {
      const { stderr } = await create("audited", denied());
      const isAudited = readFileSync(world.auditLog, "utf8").includes('"auditing-leases-audit/audit-findings"');
      return isAudited && stderr.includes("admission webhook") ? true : undefined;
    });
    expect(await create("audited", denied())).toEqual(deniedByWebhook);
    expect(await decisions()).toHaveProperty("audited", false);
  });
});
