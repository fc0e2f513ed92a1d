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

/** Reports short durations, and only in the audit log. All other rules are off. */
const auditing = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  rules: {
    ...Object.fromEntries(rules.filter(({ tier }) => tier === "protocol").map(({ id }) => [id, { mode: "off" }])),
    "lease/duration-within-bounds": { mode: "audit", parameters: { minSeconds: 5, maxSeconds: 100_000 } },
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

/** Tests what kubectl prints and what the audit log contains, for each mode. */
export function exportedModes(exported: () => Exported): void {
  describe("in mode", () => {
    let exportedObjects: { readonly withdraw: () => Promise<void> } | undefined;
    beforeAll(async () => {
      exportedObjects = await applyExport(exported().world, "modes", auditing);
    });
    afterAll(() => exportedObjects?.withdraw());

    const create = (name: string, spec: object): Promise<Outcome> => {
      const metadata = { name, namespace: "default" };
      const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec: { ...takenNow("holder", 15), ...spec } };
      return exported().world.kubectl(["create", "--filename=-", `--as=${name}`, `--as-group=${electorsGroup}`], object);
    };
    // The log contains no name for an object that is denied, so each test has its own user.
    const failures = (user: string): readonly Failure[] => {
      const lines = readFileSync(exported().world.auditLog, "utf8").split("\n").slice(0, -1);
      return lines
        .map((line) => JSON.parse(line) as Entry)
        .filter(({ impersonatedUser }) => impersonatedUser?.username === user)
        .flatMap(({ annotations }) => JSON.parse(annotations?.[annotation] ?? "[]") as Failure[]);
    };

    it("warn, kubectl prints a warning, and the audit log contains it", async () => {
      const { status, stderr } = await create("warned", { leaseDurationSeconds: 100_000 });
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^Warning: .*\(lease\/duration-at-most-a-day\)\n$/) });
      expect(failures("warned")).toMatchObject([
        {
          message: expect.stringContaining("(lease/duration-at-most-a-day)"),
          policy: "rows-leases-warn",
          validationActions: ["Warn", "Audit"],
        },
      ]);
    });

    it("audit, kubectl prints nothing, and the audit log contains the finding", async () => {
      let count = 0;
      const [failure] = await eventually("the policy is in effect", 30_000, async () => {
        count += 1;
        expect(await create(`audited-${count}`, { leaseDurationSeconds: 1 })).toMatchObject({ status: 0, stderr: "" });
        const found = failures(`audited-${count}`);
        return found.length > 0 ? found : undefined;
      });
      expect(failure).toMatchObject({
        message: expect.stringContaining("(lease/duration-within-bounds)"),
        policy: "modes-leases-audit",
        validationActions: ["Audit"],
      });
    });

    // kube-apiserver writes one annotation for each request. Of the findings of all policies, the
    // annotation contains only the first.
    it("deny, kubectl and the audit log contain the first finding", async () => {
      const { status, stderr } = await create("denied", { holderIdentity: "$(POD_NAME)", leaseTransitions: 2_000_000_000 });
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("(lease/holder-identity-not-placeholder)") });
      expect(stderr).not.toContain("lease/transitions-bounded");
      expect(failures("denied")).toMatchObject([
        {
          message: expect.stringContaining("(lease/holder-identity-not-placeholder)"),
          policy: "rows-leases-deny",
          validationActions: ["Deny", "Audit"],
        },
      ]);
    });
  });
}
