import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const numbers = (count) => Array.from({ length: count }, (_, i) => i);
const node = (i) => `node-${String(i).padStart(5, "0")}.example`;
const renewTime = (i) =>
  `2026-01-01T00:00:${String(i % 60).padStart(2, "0")}.${String((i * 7919) % 1e6).padStart(6, "0")}Z`;

/**
 * Writes valid Leases to files. The directory `many` has 2,000 files with one Lease each. The file
 * one.yaml has a single Lease, and each of the other files has 5,000 Leases.
 */
export function writeManifests(folder) {
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const list = { apiVersion: "v1", kind: "List", items: numbers(5000).map(lease) };
  write("all.yaml", numbers(5000).map(document).join("---\n"));
  write("flow.yaml", numbers(5000).map(flowDocument).join("---\n"));
  write("list.yaml", kubectlList(""));
  write("managed.yaml", kubectlList(managedFields));
  write("all.json", JSON.stringify(list));
  write("one.yaml", document(0));
  mkdirSync(join(folder, "many"));
  for (const i of numbers(2000)) write(join("many", `${node(i)}.yaml`), document(i));
}

function document(i) {
  return leaseText(i, `\n  name: ${node(i)}\n  namespace: kube-node-lease`);
}

/** Returns a Lease as a flow mapping, which a parser for simple block YAML cannot read. */
function flowDocument(i) {
  return leaseText(i, ` {name: ${node(i)}, namespace: kube-node-lease}`);
}

function leaseText(i, metadata) {
  return `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:${metadata}
spec:
  holderIdentity: ${node(i)}
  leaseDurationSeconds: 40
  renewTime: "${renewTime(i)}"
`;
}

function lease(i) {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: node(i), namespace: "kube-node-lease" },
    spec: { holderIdentity: node(i), leaseDurationSeconds: 40, renewTime: renewTime(i) },
  };
}

/**
 * Returns the output of `kubectl get leases -o yaml`. UID is a placeholder for the uid of each
 * item.
 */
function kubectlList(fields) {
  const items = numbers(5000).map((i) => {
    const uid = `${((i * 2654435761) % 2 ** 32).toString(16).padStart(8, "0")}-5b8e-4a9e-9d6c-0a6a5c1d2e3f`;
    return kubectlItem(i, fields).replaceAll("UID", uid);
  });
  return `apiVersion: v1\nitems:\n${items.join("")}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

const managedFields = `    managedFields:
    - apiVersion: coordination.k8s.io/v1
      fieldsType: FieldsV1
      fieldsV1:
        f:metadata:
          f:ownerReferences:
            .: {}
            k:{"uid":"UID"}: {}
        f:spec:
          f:holderIdentity: {}
          f:renewTime: {}
      manager: kubelet
      operation: Update
      time: "2026-01-01T00:00:10Z"
`;

function kubectlItem(i, fields) {
  return `- apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata:
    creationTimestamp: "2026-01-01T00:00:00Z"
${fields}    name: ${node(i)}
    namespace: kube-node-lease
    ownerReferences:
    - apiVersion: v1
      kind: Node
      name: ${node(i)}
      uid: UID
    resourceVersion: "${81234567 + i}"
    uid: UID
  spec:
    holderIdentity: ${node(i)}
    leaseDurationSeconds: 40
    renewTime: "${renewTime(i)}"
`;
}
