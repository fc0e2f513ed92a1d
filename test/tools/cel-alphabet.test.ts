import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { servedVersionOf } from "../../src/core/api/served-versions.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { type LeftOut, notInExport } from "../election/left-out.ts";
import type { Draft } from "../harness/objects.ts";
import { stamped } from "../harness/stamped.ts";
import { leaseObject, modelNow, servedLease } from "../proof/admission.ts";
import { emptyLease, type ModelLease, type ModelName, type PresentLease } from "../proof/model-lease.ts";
import { guaranteed } from "../proof/setup.ts";
import { siblingWrites } from "../proof/sibling-writes.ts";
import { evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

const page = "docs/admission-policies.md";
const open = "<!-- The table lists what test/tools/cel-alphabet.test.ts finds. -->\n";
const close = "<!-- End of the writes. -->\n";

const { policy, members, timing } = guaranteed;
const kubernetesVersion = "1.36";
const exported = policyPrograms(
  exportPolicy(policy, {
    ...defaultExport,
    kubernetesVersion,
    name: "strict",
    version: "0.0.0",
    now: new Date("2026-06-01T00:00:00Z"),
  }).objects,
  kubernetesVersion,
).filter(({ kind, modes }) => kind === "Lease" && modes.includes("deny"));
const programs = exported.flatMap(({ matchConditions, validations }) => [matchConditions, validations]);
const validate = createValidate(rules, policy);

/** Guarded Leases of a correct pod, and Leases that are not guarded. */
const held: PresentLease = {
  ...emptyLease,
  holder: "a",
  duration: timing.leaseDuration,
  renewed: -2000,
  acquired: "set",
  transitions: 3,
};
const leases: readonly ModelLease[] = [
  held,
  { ...held, renewed: -9000 },
  { ...held, strategy: true },
  { ...held, finalizer: true },
  { ...held, finalizer: true, deleting: true },
  { ...held, renewed: -12_000 },
  { ...held, renewed: -20_000 },
  { ...held, holder: "" },
  undefined,
];

const entry = { manager: "earlier", operation: "Update", fieldsType: "FieldsV1", fieldsV1: { "f:metadata": {} } };
const identity = (name: ModelName): string =>
  name === "" || name === "free" ? { "": "", free: "main" }[name] : members[name].identity;

/** Returns a Lease as kube-apiserver stores it, with the entry of an earlier writer. */
function draftOf(lease: PresentLease): Draft {
  const { metadata, ...draft } = leaseObject(lease, identity) as Draft;
  const time = "2026-07-01T08:00:00Z";
  const filled = (metadata["managedFields"] ?? []) as readonly object[];
  const managedFields = [...filled, { ...entry, apiVersion: "coordination.k8s.io/v1", time }];
  return { ...draft, metadata: { ...metadata, managedFields } };
}

function changeOf(old: ModelLease, lease: ModelLease): Change<Draft> {
  if (lease === undefined) return { operation: "DELETE", oldObject: draftOf(old ?? emptyLease) };
  return old === undefined
    ? { operation: "CREATE", object: draftOf(lease) }
    : { operation: "UPDATE", object: draftOf(lease), oldObject: draftOf(old) };
}

/** Why the policies allow a write that the webhook denies. */
const reasons: Readonly<Record<LeftOut, string>> = {
  deletion: "a deletion",
  metadata: "a change of metadata only",
  namespace: "a write in an excluded namespace",
  node: "a write by a node",
  "plain renewal": "a plain renewal",
  removal: "an update that only removes fields of the spec",
};

/** The export leaves out this rule. */
const sizeRule = "metadata/size-at-most-512-kib";

const apiRules = new Set<string>(rules.filter(({ tier }) => tier === "api").map(({ id }) => id));

const writes = leases.flatMap((old) =>
  siblingWrites({ leaseDuration: timing.leaseDuration, allowance: policy.clockSkewMs / 1000 })(old).flatMap(
    ({ title, lease }) => {
      const { now, written } = stamped(changeOf(old, lease), new Date(modelNow));
      const context = { now, user: members.s.user, dryRun: false };
      const { findings } = validate({ served: servedLease, change: written, context });
      const denying = findings.flatMap(({ mode, origin }) => (mode === "deny" ? [origin as string] : []));
      // kube-apiserver rejects these writes itself.
      if (denying.some((id) => apiRules.has(id))) return [];
      const reason = notInExport({ served: servedLease, change: written, context });
      return [{ title, written, reason, denying: [...new Set(denying)] }];
    },
  ),
);

describe("every write of a sibling, in the webhook and in the exported policies", { timeout: 600_000 }, () => {
  const output = evaluateCel(
    programs,
    writes.flatMap(({ written }) =>
      programs.map((_, program) => ({ program, ...toCelWrite(written, members.s.user) })),
    ),
  );

  it("has the decisions that the page lists as different", () => {
    expect(servedVersionOf({ apiVersion: "coordination.k8s.io/v1", kind: "Lease" })).toBe(servedLease);
    expect(output.errors.flat()).toEqual([]);
    expect(writes.length).toBeGreaterThan(3000);
    const rows = writes.flatMap(({ title, reason, denying, written }, index) => {
      const reported = exported.flatMap(({ operations, messages, modes }, policyIndex) => {
        if (!operations.includes(written.operation)) return [];
        const [match = [], values = []] = [0, 1].map(
          (part) => output.writes[index * programs.length + 2 * policyIndex + part]?.values ?? [],
        );
        if (match.some((value) => value !== true)) return [];
        return messages.flatMap((message, at) =>
          values[at] === true || modes[at] !== "deny" ? [] : [/\(([^()]+)\)$/.exec(message)?.[1] ?? ""],
        );
      });
      if (denying.length > 0 === reported.length > 0) return [];
      // The policies deny no write that the webhook allows, and each write has a known reason.
      const why = denying.join() === sizeRule ? "metadata of more than 512 KiB" : reason && reasons[reason];
      if (denying.length === 0 || why === undefined) return [`| ${title} | ${denying.join()} | ${reported.join()} |\n`];
      return denying.map((id) => `| ${why} | [${id}](rules/${id}.md) |\n`);
    });
    const head = "| Write that only the webhook denies | Rule |\n| --- | --- |\n";
    const text = readFileSync(page, "utf8");
    const begin = text.indexOf(open) + open.length;
    expect(text.slice(begin, text.indexOf(close, begin)).trim()).toBe(
      (head + [...new Set(rows)].sort().join("")).trim(),
    );
  });
});
