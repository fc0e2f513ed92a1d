import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rules } from "../../../src/rules/index.ts";
import { eventually } from "../harness/eventually.ts";
import { applyExport } from "../harness/exported-policy.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import type { Outcome } from "../harness/run.ts";
import type { Exported } from "./exported-policies.ts";

const annotation = "validation.policy.admission.k8s.io/validation_failure";

/**
 * A policy that reports short durations and holders without the expected prefix, but only in the
 * audit log. All other exported rules are off.
 */
const auditing = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  rules: {
    ...Object.fromEntries(rules.filter(({ tier }) => tier === "protocol").map(({ id }) => [id, { mode: "off" }])),
    "lease/duration-within-bounds": { mode: "audit", parameters: { minSeconds: 5, maxSeconds: 100_000 } },
    "lease/holder-pattern": { mode: "audit", parameters: { patterns: ["holder-*"] } },
  },
};

interface Failure {
  readonly message: string;
  readonly policy: string;
  readonly validationActions: readonly string[];
}

interface Entry {
  readonly impersonatedUser?: { readonly username: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Tests the output of kubectl and the content of the audit log, for each mode. */
export function exportedModes(exported: () => Exported): void {
  describe("in mode", () => {
    let exportedObjects: { readonly withdraw: () => Promise<void> } | undefined;
    beforeAll(async () => {
      exportedObjects = await applyExport(exported().world, "modes", auditing);
    });
    afterAll(() => exportedObjects?.withdraw());

    const create = (name: string, spec: object): Promise<Outcome> => {
      const metadata = { name, namespace: "default" };
      const object = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata,
        spec: { ...takenNow("holder", 15), ...spec },
      };
      return exported().world.kubectl(
        ["create", "--filename=-", `--as=${name}`, `--as-group=${electorsGroup}`],
        object,
      );
    };
    // The log contains no name for an object that is denied, so each test has its own user.
    const annotationsOf = (user: string, key: string): readonly string[] => {
      const lines = readFileSync(exported().world.auditLog, "utf8").split("\n").slice(0, -1);
      return lines
        .map((line) => JSON.parse(line) as Entry)
        .filter(({ impersonatedUser }) => impersonatedUser?.username === user)
        .flatMap(({ annotations }) => annotations?.[key] ?? []);
    };
    const failures = (user: string): readonly Failure[] =>
      annotationsOf(user, annotation).flatMap((text) => JSON.parse(text) as readonly Failure[]);
    const audited = (user: string, policy: string): readonly string[] | undefined => {
      const [text] = annotationsOf(user, `${policy}/audit-findings`);
      return text === undefined ? undefined : (JSON.parse(text) as readonly string[]);
    };

    it("warn, kubectl prints a warning, and the audit log contains it", async () => {
      const { status, stderr } = await create("warned", { leaseDurationSeconds: 100_000 });
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringMatching(/^Warning: .*\(lease\/duration-at-most-a-day\)\n$/),
      });
      expect(failures("warned")).toMatchObject([
        {
          message: expect.stringContaining("(lease/duration-at-most-a-day)"),
          policy: "rows-leases-warn",
          validationActions: ["Warn", "Audit"],
        },
      ]);
    });

    it("audit, kubectl prints nothing, and the audit log contains all findings", async () => {
      let count = 0;
      const messages = await eventually("the policy is in effect", 30_000, async () => {
        count += 1;
        expect(await create(`audited-${count}`, { leaseDurationSeconds: 4 })).toMatchObject({ status: 0, stderr: "" });
        return audited(`audited-${count}`, "modes-leases-audit");
      });
      expect(messages).toEqual([
        expect.stringMatching(/^spec.leaseDurationSeconds: .*\(lease\/duration-within-bounds\)$/),
        expect.stringMatching(/^spec.holderIdentity: .*\(lease\/holder-pattern\)$/),
      ]);
      expect(failures(`audited-${count}`)).toEqual([]);
    });

    it("audit, the policy that warns writes the findings if there is one", async () => {
      const spec = takenNow("holder", 600);
      const account = "system:serviceaccount:default:controller";
      const metadata = { name: "released", namespace: "default" };
      const held = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec };
      const as = [`--as=${account}`, `--as-group=${electorsGroup}`];
      expect(await exported().world.kubectl(["create", "--filename=-", ...as], held)).toMatchObject({ status: 0 });
      const release = { ...held, spec: { ...spec, holderIdentity: "", leaseDurationSeconds: 1 } };
      expect(await exported().world.kubectl(["replace", "--filename=-", ...as], release)).toMatchObject({
        status: 0,
        stderr: "",
      });
      expect(audited(account, "rows-leases-warn")).toEqual([expect.stringContaining("(lease/term-kept-without-pod)")]);
    });

    // kube-apiserver writes one annotation for each request. Up to Kubernetes 1.36, the annotation
    // contains only the first of the findings of all policies.
    it("deny, kubectl contains the first finding, and the audit log this one or all", async () => {
      const { status, stderr } = await create("denied", {
        holderIdentity: "$(POD_NAME)",
        leaseTransitions: 2_000_000_000,
      });
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining("(lease/holder-identity-not-placeholder)"),
      });
      expect(stderr).not.toContain("lease/transitions-bounded");
      const [, minor] = exported().world.release.version.split(".");
      const rules = ["lease/holder-identity-not-placeholder", "lease/transitions-bounded"];
      expect(failures("denied")).toMatchObject(
        rules.slice(0, Number(minor) < 37 ? 1 : 2).map((rule) => ({
          message: expect.stringContaining(`(${rule})`),
          policy: "rows-leases-deny",
          validationActions: ["Deny", "Audit"],
        })),
      );
    });
  });
}
