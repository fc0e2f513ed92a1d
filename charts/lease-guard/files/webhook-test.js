// Sends a valid and an invalid Lease to the webhook, and checks both responses. The server must
// have the certificate of the file, because Node.js then trusts this certificate itself.
const { readFileSync } = require("node:fs");
const { request } = require("node:https");
const { text } = require("node:stream/consumers");

const [certificate, host, port, servername = host] = process.argv.slice(1);
const now = new Date().toISOString().replace("Z", "000Z");
const valid = { holderIdentity: "lease-guard-test-0", leaseDurationSeconds: 15, acquireTime: now, renewTime: now, leaseTransitions: 0 };

function review(spec) {
  const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "lease-guard-test", namespace: "default" }, spec };
  const resource = { group: "coordination.k8s.io", version: "v1", resource: "leases" };
  const kind = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
  const names = { name: "lease-guard-test", namespace: "default", operation: "CREATE", userInfo: { username: "lease-guard-test" } };
  return { uid: "lease-guard-test", kind, resource, requestKind: kind, requestResource: resource, ...names, dryRun: true, object };
}

function send(spec) {
  const body = JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: review(spec) });
  const tls = { ca: readFileSync(certificate), allowPartialTrustChain: true, servername };
  const options = { method: "POST", host, port, path: "/validate", headers: { "content-type": "application/json" }, timeout: 10000, ...tls };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const answered = text(incoming).then((answer) => {
        if (incoming.statusCode === 200) return JSON.parse(answer).response;
        throw new Error(`status ${incoming.statusCode}: ${answer}`);
      });
      answered.then(resolve, reject);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no response within 10 s")));
    outgoing.on("error", reject).end(body);
  });
}

async function main() {
  const passed = await send(valid);
  // With 403, a rule of the operator's policy denies the Lease, so the webhook works.
  if (!passed.allowed && passed.status.code !== 403) throw new Error(`a valid Lease was denied: ${passed.status.message}`);
  console.log(passed.allowed ? "allowed: a valid Lease" : `denied by the policy: ${passed.status.message}`);
  const denied = await send({ ...valid, leaseDurationSeconds: 0 });
  if (denied.allowed) throw new Error("a Lease with leaseDurationSeconds: 0 was allowed");
  console.log(`denied: ${denied.status.message}`);
}

main().catch((error) => {
  console.error(String(error));
  process.exitCode = 1;
});
