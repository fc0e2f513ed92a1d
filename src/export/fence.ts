import { isJsonObject, metadataOf, property } from "../core/api/json-object.ts";
import { apiVersionOfKind } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { tryOrUndefined } from "../core/field/result.ts";
import { ownLabel, partOfLabel } from "../core/text/installed-name.ts";
import { type Fence, fencedResource } from "../policy/fence.ts";
import type { Policy } from "../policy/policy.ts";
import { allOf, celString, not } from "../rules/cel/text.ts";
import { administratorCondition, username } from "../rules/cel/variables.ts";
import { append } from "../rules/shared/append.ts";
import { serviceAccountUser } from "../rules/shared/identities.ts";
import { anotherPodLeads, holderIdentity, podName } from "./another-pod-leads.ts";
import { notBreakGlass } from "./conditions.ts";
import {
  type AdmissionObject,
  actionsOfMode,
  defaultedMatch,
  type ExportOptions,
  versionAnnotation,
} from "./objects.ts";

/** The label of the objects of a fence. Its value is the name of the fence. */
export const fenceLabel = "lease-guard.dev/fence";

/** The label of the objects of all fences of an export. Its value is the name of the export. */
const exportLabel = "lease-guard.dev/export";

/** The annotation with the fence as JSON, which `lease-guard policy explain` reads. */
const fenceAnnotation = "lease-guard.dev/fence-settings";

/** The value of the label `app.kubernetes.io/component` of the objects of all fences. */
const fenceComponent = "policy-fence";

/** The command that switches the fences of all exports off. */
export const switchFencesOff: string = `kubectl delete validatingadmissionpolicybindings -l ${fenceLabel}`;

/** Returns the labels of the objects of a fence that the commands for fences select. */
export function fenceLabels({ name }: Pick<Fence, "name">, exportName: string): Readonly<Record<string, string>> {
  return { [fenceLabel]: name, [exportLabel]: exportName };
}

/** Returns the command that deletes the fences of an export except the given ones. */
export function deleteOtherFences(fences: readonly Pick<Fence, "name">[], exportName: string): string {
  const names = fences.map(({ name }) => name).join(",");
  const all = `${exportLabel}=${exportName},${fenceLabel}`;
  const selector = names === "" ? all : `'${all},${fenceLabel} notin (${names})'`;
  return `kubectl delete validatingadmissionpolicybindings,validatingadmissionpolicies -l ${selector}`;
}

/** Returns the end of the names of the objects of a fence. */
export function fenceSuffix({ name }: Pick<Fence, "name">): string {
  return `-fence-${name}`;
}

/** Returns the fence of an exported admission policy, or undefined for any other object. */
export function fenceIn(object: unknown): Fence | undefined {
  const text = property(metadataOf(object)?.["annotations"], fenceAnnotation);
  if (property(object, "kind") !== "ValidatingAdmissionPolicy" || typeof text !== "string") return undefined;
  const fence: unknown = tryOrUndefined(() => JSON.parse(text) as unknown);
  return isFence(fence) ? fence : undefined;
}

/** Reports whether a value has the fields of a fence. A user can edit the annotation. */
function isFence(value: unknown): value is Fence {
  return (
    ["lease", "serviceAccount"].every((field) => isJsonObject(property(value, field))) &&
    ["name", "identity", "mode"].every((field) => typeof property(value, field) === "string") &&
    Array.isArray(property(value, "resources"))
  );
}

/**
 * Returns the admission policy of a fence, and its binding to the Lease. Both open the fence when
 * kube-apiserver cannot evaluate it: it collects the params before it evaluates match conditions,
 * so with `Fail` or `Deny`, a missing Lease would deny the writes of every client.
 */
export function fenceObjects(
  fence: Fence,
  { administrators }: Pick<Policy, "administrators">,
  { name: prefix, kubernetesVersion, version }: ExportOptions,
): readonly AdmissionObject[] {
  const { lease, deletes, mode, selector } = fence;
  const name = `${prefix}${fenceSuffix(fence)}`;
  const labels = {
    ...ownLabel,
    "app.kubernetes.io/component": fenceComponent,
    ...partOfLabel,
    ...fenceLabels(fence, prefix),
  };
  const operations = ["CREATE", "UPDATE", ...(deletes ? ["DELETE"] : [])];
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: {
        name,
        labels,
        annotations: { [versionAnnotation]: version, [fenceAnnotation]: JSON.stringify(fence) },
      },
      spec: {
        failurePolicy: "Ignore",
        paramKind: { apiVersion: apiVersionOfKind("Lease", kubernetesVersion), kind: "Lease" },
        matchConstraints: {
          resourceRules: [...resourcesByGroup(fence)].map(([group, resources]) => ({
            apiGroups: [group],
            apiVersions: ["*"],
            operations,
            resources,
            scope: "*",
          })),
          ...defaultedMatch,
          ...(selector && { objectSelector: selector }),
        },
        matchConditions: [
          notBreakGlass,
          {
            name: "another-pod-leads",
            expression: allOf([
              `${username} == ${celString(serviceAccountUser(fence.serviceAccount))}`,
              not(administratorCondition(administrators)),
              anotherPodLeads(fence),
            ]),
          },
        ],
        validations: [
          {
            expression: "false",
            message: `must be written by the pod that Lease ${namespacedName(lease)} names (fence ${fence.name})`,
            messageExpression: messageOf(fence, name),
            reason: "Forbidden",
          },
        ],
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name, labels },
      spec: {
        policyName: name,
        paramRef: { namespace: lease.namespace, name: lease.name, parameterNotFoundAction: "Allow" },
        validationActions: actionsOfMode[mode],
      },
    },
  ];
}

function resourcesByGroup({ resources }: Fence): ReadonlyMap<string, readonly string[]> {
  const byGroup = new Map<string, string[]>();
  for (const text of resources) {
    const { group, resource } = fencedResource(text) ?? { group: "", resource: text };
    append(byGroup, group, resource);
  }
  return byGroup;
}

/** Returns an expression for the message, which names the holder, the writer, and the way out. */
function messageOf({ name, lease }: Fence, objectName: string): string {
  return [
    celString(`must be written by the pod that leads: Lease ${namespacedName(lease)} names `),
    holderIdentity,
    celString(", not pod "),
    `(${podName})`,
    celString(` (fence ${name}; to switch it off: kubectl delete validatingadmissionpolicybinding ${objectName})`),
  ].join(" + ");
}
