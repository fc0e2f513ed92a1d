import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { badLeaseName, denyFlags, type Guard, leaseNameRule, startGuard } from "../harness/guard.ts";
import type { Release } from "../harness/release.ts";
import { webhookCounter } from "../harness/webhook-counter.ts";
import { legal, objectOf, pathOf, type World } from "../harness/world.ts";

/**
 * Tests a write that the API server accepts and a rule reports. If the mode of the rule is `deny`,
 * lease-guard denies the write. Otherwise, lease-guard allows the write with a warning.
 */
export function denials(release: Release, world: () => World): void {
  const candidates = release.kinds.filter(({ kind }) => kind === "LeaseCandidate");
  const named = candidates.map((kind) => [kind.version, kind] as const);

  describe.each([
    ["denied", denyFlags],
    ["warned of", []],
  ] as const)("a bad leaseName, %s", (_, flags) => {
    const denied = flags.length > 0;
    let guard: Guard;
    beforeAll(async () => {
      guard = await startGuard(world(), { flags });
    });
    afterAll(() => guard?.stop());

    it.each(named)("%s LeaseCandidate: the response of the API server", async (_, kind) => {
      const namespace = await world().newNamespace();
      const object = objectOf(kind, { name: "bad" }, { ...kind.legalSpec, leaseName: badLeaseName });
      const denialCount = () =>
        webhookCounter(world(), "rejection_count", { name: "leasecandidates.lease-guard.dev", error_type: "no_error" });
      const before = await denialCount();
      const answer = await world().api.call("POST", pathOf(kind, namespace), { body: object });

      expect(answer.status).toBe(denied ? 403 : 201);
      // The alert LeaseGuardFailingClosed ignores denials by lease-guard, by this label.
      expect((await denialCount()) - before).toBe(denied ? 1 : 0);
      if (denied) {
        expect(answer.body).toMatchObject({
          reason: "Forbidden",
          code: 403,
          message: expect.stringContaining(
            'admission webhook "leasecandidates.lease-guard.dev" denied the request: leasecandidates.coordination.k8s.io "bad" is forbidden: spec.leaseName: Invalid value: ',
          ),
          details: {
            causes: [
              { reason: "FieldValueInvalid", field: "spec.leaseName", message: expect.stringMatching(ruleAtEnd) },
            ],
          },
        });
      } else {
        expect(answer.warnings).toEqual([expect.stringContaining(leaseNameRule)]);
      }
      const judged = { operation: "CREATE", name: "bad", allowed: !denied, rules: [leaseNameRule] };
      expect(await guard.decisions(namespace)).toMatchObject([judged]);
    });

    it.each(named)("%s LeaseCandidate: the output of kubectl", async (_, kind) => {
      const namespace = await world().newNamespace();
      const object = objectOf(kind, { name: "bad", namespace }, { ...kind.legalSpec, leaseName: badLeaseName });
      const { status, stdout, stderr } = await world().kubectl(["create", "--filename=-"], object);

      expect(status).toBe(denied ? 1 : 0);
      expect(stdout).toBe(denied ? "" : "leasecandidate.coordination.k8s.io/bad created\n");
      expect(stderr).toMatch(denied ? printedDenial : printedWarning);
    });

    it.each(named)("%s LeaseCandidate: a valid one is allowed", async (_, kind) => {
      const namespace = await world().newNamespace();
      const { status, stderr } = await world().kubectl(
        ["create", "--filename=-"],
        legal(kind, { name: "good", namespace }),
      );

      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(await guard.decisions(namespace)).toMatchObject([{ name: "good", allowed: true, rules: [] }]);
    });
  });
}

const ruleAtEnd = /\(lease-candidate\/lease-name-valid\)$/;
const printedWarning = /^Warning: .*lease-candidate\/lease-name-valid/m;
const printedDenial =
  /^Error from server \(Forbidden\): .+ "bad" is forbidden: spec\.leaseName: Invalid value: "Bad Name!": .+ \(lease-candidate\/lease-name-valid\)$/m;
