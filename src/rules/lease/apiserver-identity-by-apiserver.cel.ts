import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { systemNamespace } from "../shared/identities.ts";
import { addressAnnotation, detail, hostnameLabel, identityLabel } from "./apiserver-identity-by-apiserver.ts";

const isInSystem = `request.namespace == '${systemNamespace}'`;
const wasIdentity = `${isInSystem} && '${identityLabel}' in variables.oldLabels`;
const operations = ["CREATE", "UPDATE"] as const;

function changes(part: "Labels" | "Annotations", key: string): string {
  return `variables.new${part}[?'${key}'] != variables.old${part}[?'${key}']`;
}

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of an identity lease that has not expired"],
  findings: () => [
    { field: "metadata.labels", detail, operations, reports: `${isInSystem} && ${changes("Labels", identityLabel)}` },
    {
      field: "metadata.labels",
      detail,
      operations: ["UPDATE"],
      reports: `${wasIdentity} && ${changes("Labels", hostnameLabel)}`,
    },
    {
      field: "metadata.annotations",
      detail,
      operations: ["UPDATE"],
      reports: `${wasIdentity} && ${changes("Annotations", addressAnnotation)}`,
    },
    { field: "spec", detail, operations: ["UPDATE"], reports: `${wasIdentity} && variables.changesSpec` },
  ],
});
