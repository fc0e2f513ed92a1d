/**
 * Returns AdmissionReviews of `count` different nodes that renew their Leases, as a large cluster
 * sends them. Each review has 2.5 kB. `now` is in milliseconds since 1970. Until a minute after
 * `now`, no rule reports these renewals. @returns {string[]}
 */
export function renewals(count, now = Date.now()) {
  return Array.from({ length: count }, (_, i) => `${JSON.stringify(review(i, now))}\n`);
}

/**
 * Returns one valid renewal of about this number of bytes. Most of the bytes are entries of
 * `metadata.managedFields`, as in a real large object. @returns {Buffer}
 */
export function largeRenewal(bytes) {
  const large = review(0, Date.now());
  const [entry] = large.request.object.metadata.managedFields;
  const perEntry = JSON.stringify(entry).length + 1;
  const more = Math.floor((bytes - JSON.stringify(large).length) / perEntry);
  for (let i = 0; i < more; i++) {
    const fieldsV1 = {
      "f:metadata": { "f:ownerReferences": { ".": {}, [`k:{"uid":"${uid(i)}"}`]: {} } },
      "f:spec": entry.fieldsV1["f:spec"],
    };
    large.request.object.metadata.managedFields.push({ ...entry, fieldsV1 });
  }
  return Buffer.from(JSON.stringify(large));
}

const gvk = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
const gvr = { group: "coordination.k8s.io", version: "v1", resource: "leases" };

/** Returns a hexadecimal string that differs for each number and is the same in every run. */
const hex = (number, length) => ((number * 2654435761) >>> 0).toString(16).padStart(8, "0").repeat(2).slice(0, length);
const uid = (number) => `${hex(number, 8)}-6393-41e8-b7cc-${hex(number + 7, 12)}`;

function review(i, now) {
  const name = `node-${String(i).padStart(4, "0")}.eu-west-1.compute.internal`;
  const time = (ms) => `${new Date(ms).toISOString().slice(0, 20)}${String((i * 7919) % 1e6).padStart(6, "0")}Z`;
  const lease = (renewTime) => ({
    kind: "Lease",
    apiVersion: "coordination.k8s.io/v1",
    metadata: {
      name,
      namespace: "kube-node-lease",
      uid: uid(i + 1),
      resourceVersion: String(81234567 + i),
      creationTimestamp: "2026-01-01T00:00:00Z",
      ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid: uid(i + 2) }],
      managedFields: [
        {
          manager: "kubelet",
          operation: "Update",
          apiVersion: "coordination.k8s.io/v1",
          time: "2026-01-01T00:00:10Z",
          fieldsType: "FieldsV1",
          fieldsV1: {
            "f:metadata": { "f:ownerReferences": { ".": {}, [`k:{"uid":"${uid(i + 2)}"}`]: {} } },
            "f:spec": { "f:holderIdentity": {}, "f:leaseDurationSeconds": {}, "f:renewTime": {} },
          },
        },
      ],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime },
  });
  const request = {
    uid: uid(i),
    kind: gvk,
    resource: gvr,
    requestKind: gvk,
    requestResource: gvr,
    name,
    namespace: "kube-node-lease",
    operation: "UPDATE",
    userInfo: { username: `system:node:${name}`, groups: ["system:nodes", "system:authenticated"] },
    object: lease(time(now - 1_000)),
    oldObject: lease(time(now - 11_000)),
    dryRun: false,
    options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" },
  };
  return { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
}
