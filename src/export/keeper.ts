import type { Kind } from "../core/api/coordination.ts";
import { apiVersionOfKind, resources } from "../core/api/served-versions.ts";
import { ownLabel, partOfLabel } from "../core/text/installed-name.ts";
import { type AdmissionObject, defaultedMatch, type ExportOptions } from "./objects.ts";

/**
 * The labels that together select the keepers. They differ from the labels of the other exported
 * objects, so that the command that switches the policies off keeps the keepers.
 */
export const keeperLabels: Readonly<Record<string, string>> = {
  ...ownLabel,
  "app.kubernetes.io/component": "policy-keeper",
};

export function hasKeeper(objects: readonly AdmissionObject[]): boolean {
  return objects.some(({ metadata }) => isKeeper(metadata.labels));
}

function isKeeper(labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(keeperLabels).every(([key, value]) => labels[key] === value);
}

/** Helm does not delete an object with this annotation when it removes or upgrades a release. */
const keptByHelm = { "helm.sh/resource-policy": "keep" };

/**
 * Returns the suffix of the names of a keeper and its binding. It contains the version of the
 * params, because kube-apiserver has a view for each version: an export for another version must
 * not replace the keeper of this version.
 */
function suffixOf(params: Kind, version: string): string {
  return `-keeper-${resources[params]}-${version}`;
}

/**
 * Returns an admission policy, and its binding, that match no write and read `params` of a kind.
 *
 * kube-apiserver watches the params of a kind of its own only while a binding needs them. After the
 * last such binding, it stops the watch, and cannot start it again. Policies that are bound later
 * read the objects as they were at that time, until kube-apiserver restarts. The keeper is a
 * binding that stays. It costs nothing, because no request has the resource in its rule.
 */
export function keeperOf(params: Kind, { name: prefix, kubernetesVersion }: ExportOptions): readonly AdmissionObject[] {
  const apiVersion = apiVersionOfKind(params, kubernetesVersion);
  if (apiVersion === undefined) return [];
  const name = `${prefix}${suffixOf(params, apiVersion.slice(apiVersion.indexOf("/") + 1))}`;
  const metadata = { name, labels: { ...keeperLabels, ...partOfLabel }, annotations: keptByHelm };
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata,
      spec: {
        failurePolicy: "Ignore",
        paramKind: { apiVersion, kind: params },
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ["lease-guard.dev"],
              apiVersions: ["*"],
              operations: ["CREATE"],
              resources: ["nothing"],
              scope: "*",
            },
          ],
          ...defaultedMatch,
        },
        validations: [{ expression: "true" }],
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata,
      spec: {
        policyName: name,
        paramRef: { selector: {}, parameterNotFoundAction: "Allow" },
        validationActions: ["Audit"],
      },
    },
  ];
}
