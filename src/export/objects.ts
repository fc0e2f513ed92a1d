import type { Kind } from "../core/api/coordination.ts";
import type { ExportVersion } from "../core/api/kubernetes-version.ts";
import { apiVersionOfKind, coordinationGroup, resources } from "../core/api/served-versions.ts";
import { ownLabel, partOfLabel } from "../core/text/installed-name.ts";
import { labelSelector } from "../core/text/shell-quote.ts";
import { exemptMode, type FindingMode, findingModes } from "../policy/policy.ts";
import type { CelVariable } from "../rules/cel/cel-rule.ts";
import { not } from "../rules/cel/text.ts";
import type { ChangeOperation, RuleId } from "../rules/rule.ts";
import { append } from "../rules/shared/append.ts";
import { auditAnnotation } from "./audit-annotation.ts";
import type { MatchCondition } from "./conditions.ts";
import { messageOf, type Validation } from "./validation.ts";

export interface ExportOptions {
  /** The oldest Kubernetes version that evaluates the admission policies. */
  readonly kubernetesVersion: ExportVersion;
  /** The prefix of the names of all objects. */
  readonly name: string;
  /** True for files that kube-apiserver reads from its own disk. */
  readonly isStatic: boolean;
  readonly hasRelations: boolean;
  /**
   * True if kube-apiserver denies a write whose evaluation fails. Admission policies with findings
   * of mode `audit`, and admission policies that read `params`, never fail closed.
   */
  readonly failsClosed: boolean;
  /** True if `kubectl apply` must be able to store every object: large ones become several. */
  readonly isSplit: boolean;
  readonly now: Date;
  readonly version: string;
}

export interface AdmissionObject {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: "ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding";
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The labels that together select all exported objects in a cluster. */
export const selectedLabels: Readonly<Record<string, string>> = {
  ...ownLabel,
  "app.kubernetes.io/component": "policy",
};

const policyLabels = { ...selectedLabels, ...partOfLabel };

/** The selector of all exported objects, for `kubectl -l`. */
export const policySelector: string = labelSelector(selectedLabels);

/** The annotations that `lease-guard policy explain` reads. */
export const versionAnnotation = "lease-guard.dev/version";
export const rulesAnnotation = "lease-guard.dev/rules";

interface AdmissionPolicyParts {
  readonly kind: Kind;
  readonly mode: FindingMode;
  /** The kind of the objects that the admission policy reads as `params`. */
  readonly params: Kind | undefined;
  /** The position among the admission policies for the same kind, mode, and params, from 1. */
  readonly part: number;
  readonly operations: readonly ChangeOperation[];
  readonly validations: readonly Validation[];
  /** The findings that the admission policy only writes to the audit log. */
  readonly audited: readonly Validation[];
  readonly variables: readonly CelVariable[];
  readonly matchConditions: readonly MatchCondition[];
  readonly options: ExportOptions;
}

/**
 * The validation actions of each mode. The audit log contains the findings of every mode. If a
 * write has several findings, a denial contains only the first. Up to Kubernetes 1.36, the audit
 * log also contains only the first finding that denies or warns.
 */
export const actionsOfMode: Readonly<Record<FindingMode, readonly string[]>> = {
  deny: ["Deny", "Audit"],
  warn: ["Warn", "Audit"],
  audit: ["Audit"],
};

function suffixOf(
  { kind, mode, params, part }: Pick<AdmissionPolicyParts, "kind" | "mode" | "params" | "part">,
  isStatic: boolean,
): string {
  const beside = params === undefined ? "" : `-beside-${resources[params]}`;
  return `-${resources[kind]}${beside}-${mode}${part === 1 ? "" : `-${part}`}${isStatic ? ".static.k8s.io" : ""}`;
}

/**
 * Returns the mode at the end of the name of an exported admission policy, or undefined for any
 * other name.
 */
export function modeOfName(name: string): FindingMode | undefined {
  return findingModes.find((mode) => new RegExp(`-${mode}(?:-\\d+)?(?:\\.static\\.k8s\\.io)?$`).test(name));
}

/** Reports whether an admission policy with this name is not the first one of a split. */
export function isLaterPart(name: string): boolean {
  return /-\d+(?:\.static\.k8s\.io)?$/.test(name) && modeOfName(name) !== undefined;
}

/** The longest part of a name after the prefix. */
export const longestSuffix: string = suffixOf(
  { kind: "LeaseCandidate", mode: "audit", params: "LeaseCandidate", part: 99 },
  false,
);

export function toObjects({
  kind,
  mode,
  params,
  part,
  operations,
  validations,
  audited,
  variables,
  matchConditions,
  options,
}: AdmissionPolicyParts): readonly AdmissionObject[] {
  const { name: prefix, kubernetesVersion, isStatic, failsClosed, version } = options;
  const name = `${prefix}${suffixOf({ kind, mode, params, part }, isStatic)}`;
  const annotations = {
    [versionAnnotation]: version,
    [rulesAnnotation]: JSON.stringify(listedRules([...rulesOf(validations), ...rulesOf(audited, exemptMode)])),
  };
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name, labels: policyLabels, annotations },
      spec: {
        // With Fail, a failed audit annotation denies the write. If kube-apiserver does not serve
        // the kind of the params, Fail denies every write.
        failurePolicy: failsClosed && audited.length === 0 && params === undefined ? "Fail" : "Ignore",
        ...(params && { paramKind: { apiVersion: apiVersionOfKind(params, kubernetesVersion), kind: params } }),
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [coordinationGroup],
              apiVersions: ["*"],
              operations,
              resources: [resources[kind]],
              scope: "Namespaced",
            },
          ],
          ...defaultedMatch,
        },
        matchConditions,
        variables,
        ...(validations.length > 0 && { validations: validations.map(toValidation) }),
        ...(audited.length > 0 && { auditAnnotations: [auditAnnotation] }),
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name, labels: policyLabels },
      spec: {
        policyName: name,
        ...(params && { paramRef: { selector: {}, parameterNotFoundAction: "Allow" } }),
        validationActions: actionsOfMode[mode],
      },
    },
  ];
}

/**
 * The fields that kube-apiserver adds to an admission policy. A tool that compares objects, such as
 * Argo CD, would otherwise find a difference after each apply.
 */
export const defaultedMatch = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} } as const;

/**
 * The largest object that `kubectl apply` can store, in bytes: it writes a copy of the object into
 * an annotation. All annotations can have 256 KiB, of which the list of the rules needs up to
 * 32 KiB.
 */
export const mostClientBytes: number = 220 * 1024;

/** The largest object in an export, in bytes. etcd accepts requests of 1.5 MiB. */
export const mostBytes: number = 1024 * 1024;

/** Returns the size of an object as JSON, in which Go writes six bytes for `<`, `>`, and `&`. */
export function bytesOf(object: AdmissionObject): number {
  return new TextEncoder().encode(JSON.stringify(object).replace(/[<>&]/g, "\\u0000")).length;
}

function toValidation(validation: Validation): object {
  return { expression: not(validation.reports), message: messageOf(validation), reason: "Forbidden" };
}

interface ListedRule {
  readonly rule: RuleId;
  readonly mode?: FindingMode | undefined;
  readonly parameters?: unknown;
  /** The number of different parameters, instead of the parameters. */
  readonly settings?: number;
}

/** Returns the rules of findings, with the parameters of each, without duplicates. */
function rulesOf(findings: readonly Validation[], mode?: FindingMode): readonly ListedRule[] {
  const listed = findings.flatMap(({ rule, settings }) =>
    rule === undefined ? [] : settings.map((parameters) => ({ rule, mode, parameters })),
  );
  return [...new Map(listed.map((each) => [JSON.stringify(each), each])).values()];
}

/** The number of characters in the list of the rules up to which it contains the parameters. */
const longestList = 32_768;

/** Counts the parameters of each rule with several ones if there are too many for an annotation. */
function listedRules(rules: readonly ListedRule[]): readonly ListedRule[] {
  if (JSON.stringify(rules).length <= longestList) return rules;
  const byRule = new Map<string, ListedRule[]>();
  for (const each of rules) append(byRule, JSON.stringify([each.rule, each.mode]), each);
  return [...byRule.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined || same.length === 1
      ? same
      : [{ rule: first.rule, mode: first.mode, settings: same.length }];
  });
}
