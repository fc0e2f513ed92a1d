import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { apiServer } from "../shared/identities.ts";

const identity = "apiserver.kubernetes.io/identity";
const wasIdentity = `'${identity}' in variables.oldLabels`;
const detail = `must be written only by ${apiServer}`;
const operations = ["CREATE", "UPDATE"] as const;

function changes(part: "Labels" | "Annotations", key: string): string {
  return `variables.new${part}[?'${key}'] != variables.old${part}[?'${key}']`;
}

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of an identity lease that has not expired"],
  findings: () => [
    { field: "metadata.labels", detail, operations, reports: changes("Labels", identity) },
    {
      field: "metadata.labels",
      detail,
      operations: ["UPDATE"],
      reports: `${wasIdentity} && ${changes("Labels", "kubernetes.io/hostname")}`,
    },
    {
      field: "metadata.annotations",
      detail,
      operations: ["UPDATE"],
      reports: `${wasIdentity} && ${changes("Annotations", "kubernetes.io/peer-advertise-address")}`,
    },
    { field: "spec", detail, operations: ["UPDATE"], reports: `${wasIdentity} && variables.changesSpec` },
  ],
});
