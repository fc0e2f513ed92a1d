import { apiVersionOfKind } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { ownLabel, partOfLabel } from "../core/text/installed-name.ts";
import type { Fence } from "../policy/fence.ts";
import { celString } from "../rules/cel/text.ts";
import { fenceLabels } from "./fence.ts";
import { type AdmissionObject, defaultedMatch, type ExportOptions } from "./objects.ts";

/** The label of a dry run that asks for the view. Its value is the name of the fence. */
export const viewLabel = "lease-guard.dev/view";

/** The resource of the dry run. The permission to create Events changes nothing else. */
export const viewResource = "events";

/** Returns the beginning of the warning that contains the view of the Lease of a fence. */
function viewStart({ lease }: Pick<Fence, "lease">): string {
  return `the view of Lease ${namespacedName(lease)} has renewTime `;
}

/**
 * Returns `renewTime` of the Lease of a fence in the warnings of a dry run, "" if the Lease has
 * none, or undefined if no warning contains it.
 */
export function viewedRenewTime(warnings: string, fence: Pick<Fence, "lease">): string | undefined {
  const start = warnings.indexOf(viewStart(fence));
  if (start === -1) return undefined;
  return /^[-0-9T:.Z]*/.exec(warnings.slice(start + viewStart(fence).length))?.[0] ?? "";
}

/**
 * Returns an admission policy, and its binding, that answer a dry run with a warning: `renewTime`
 * of the Lease, as the fence sees it. The selector ends the evaluation of all other Events before
 * kube-apiserver looks for the Lease.
 */
export function fenceViewObjects(
  fence: Fence,
  { name: prefix, kubernetesVersion }: ExportOptions,
): readonly AdmissionObject[] {
  const name = `${prefix}-view-${fence.name}`;
  const labels = {
    ...ownLabel,
    "app.kubernetes.io/component": "policy-fence-view",
    ...partOfLabel,
    ...fenceLabels(fence, prefix),
  };
  const { namespace, name: leaseName } = fence.lease;
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name, labels },
      spec: {
        failurePolicy: "Ignore",
        paramKind: { apiVersion: apiVersionOfKind("Lease", kubernetesVersion), kind: "Lease" },
        matchConstraints: {
          resourceRules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: [viewResource], scope: "*" },
          ],
          ...defaultedMatch,
          objectSelector: { matchLabels: { [viewLabel]: fence.name } },
        },
        matchConditions: [{ name: "dry-run", expression: "request.?dryRun.orValue(false)" }],
        validations: [
          {
            expression: "false",
            message: "the Lease has no spec",
            messageExpression: `${celString(viewStart(fence))} + string(params.?spec.?renewTime.orValue(''))`,
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
        paramRef: { namespace, name: leaseName, parameterNotFoundAction: "Allow" },
        validationActions: ["Warn"],
      },
    },
  ];
}
