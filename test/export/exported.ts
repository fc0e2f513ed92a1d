import { expect } from "vitest";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import type { AdmissionObject, ExportOptions } from "../../src/export/objects.ts";
import type { Omission } from "../../src/export/omission.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { RuleId } from "../../src/rules/rule.ts";

interface Spec {
  readonly failurePolicy?: string;
  readonly matchConstraints: {
    readonly resourceRules: readonly {
      readonly operations: readonly string[];
      readonly resources: readonly string[];
    }[];
  };
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly { readonly expression: string; readonly message: string }[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  readonly policyName?: string;
  readonly validationActions?: readonly string[];
}

/** The options of most exports in the tests. */
const options: ExportOptions = {
  ...defaultExport,
  kubernetesVersion: "1.36",
  now: new Date("2026-07-01T08:00:00Z"),
  version: "1.2.3",
};

interface Exported {
  readonly objects: readonly AdmissionObject[];
  readonly omissions: readonly Omission[];
  readonly policies: readonly ({
    readonly metadata: AdmissionObject["metadata"];
    readonly actions: readonly string[] | undefined;
  } & Spec)[];
}

/**
 * Returns the objects and omissions of an export, and its policies, each with the actions of its
 * binding.
 */
export function exported(policy: Policy, changes: Partial<ExportOptions> = {}): Exported {
  const { objects, omissions } = exportPolicy(policy, { ...options, ...changes });
  const bindings = objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const policies = objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  return {
    objects,
    omissions,
    policies: policies.map(({ metadata, spec }) => {
      const [binding, ...others] = bindings.filter(({ spec: { policyName } }) => policyName === metadata.name);
      expect(others).toEqual([]);
      return {
        metadata,
        ...({ validations: [], ...spec } as unknown as Spec),
        actions: (binding?.spec as unknown as Spec | undefined)?.validationActions,
      };
    }),
  };
}

/** Returns a policy in which all rules are off, except the rules in `settings`. */
export function only(settings: Readonly<Partial<Record<RuleId, RuleSettings>>>): Policy {
  const off = rules.map(({ id }) => [id, { mode: "off" }] as const);
  return {
    ...defaultPolicy,
    rules: new Map<RuleId, RuleSettings>([...off, ...(Object.entries(settings) as [RuleId, RuleSettings][])]),
  };
}

/** The default policy with the profile strict. */
export const strict: Policy = { ...defaultPolicy, profile: "strict" };
