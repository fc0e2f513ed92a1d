// Runs Pepr's controller in its own process, with the same three checks as crpeer. The path for
// reviews is /validate/t. /healthz responds with 200 when the controller is ready.
// Usage: node webhook.mjs FOLDER PORT CERTIFICATE KEY. FOLDER has Pepr in its node_modules.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [, , folder, port, certificate, key] = process.argv;

/**
 * A server that imitates the API server that Pepr needs when it starts. The server responds with
 * Pepr's stores, by name and as a list, and with a watch without events.
 */
const api = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const name = /peprstores\/([^/]+)/.exec(pathname)?.[1];
  const selected = searchParams.get("fieldSelector")?.replace("metadata.name=", "");
  response.writeHead(200, { "Content-Type": "application/json" });
  if (searchParams.has("watch")) response.flushHeaders();
  else if (name !== undefined) response.end(JSON.stringify(store(name)));
  else response.end(JSON.stringify({ metadata: { resourceVersion: "1" }, items: [store(selected)] }));
}).listen(0, "127.0.0.1");

function store(name) {
  const labels = { "pepr.dev-cacheID": "bench" };
  return {
    apiVersion: "pepr.dev/v1",
    kind: "PeprStore",
    metadata: { name, namespace: "pepr-system", resourceVersion: "1", labels },
    data: {},
  };
}

await once(api, "listening");
const kubeconfig = join(dirname(certificate), "kubeconfig.json");
const name = "bench";
writeFileSync(
  kubeconfig,
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    // Pepr's client for the API server accepts plain HTTP only with this setting.
    clusters: [
      { name, cluster: { server: `http://127.0.0.1:${api.address().port}`, "insecure-skip-tls-verify": true } },
    ],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  }),
);
Object.assign(process.env, {
  KUBECONFIG: kubeconfig,
  PEPR_API_PATH: "t",
  SSL_CERT_PATH: certificate,
  SSL_KEY_PATH: key,
  LOG_LEVEL: "info",
});

const { a, Capability, PeprModule, RegisterKind } = createRequire(join(folder, "/"))("pepr");
class Lease extends a.GenericKind {}
RegisterKind(Lease, { group: "coordination.k8s.io", version: "v1", kind: "Lease", plural: "leases" });
const leases = new Capability({ name: "leases", description: "what a Lease must be", namespaces: [] });
leases
  .When(Lease)
  .IsCreatedOrUpdated()
  .Validate((request) => {
    const { leaseDurationSeconds = 1, leaseTransitions = 0, preferredHolder, strategy } = request.Raw.spec ?? {};
    if (leaseDurationSeconds <= 0) return request.Deny("spec.leaseDurationSeconds must be greater than 0");
    if (leaseTransitions < 0) return request.Deny("spec.leaseTransitions must be greater than or equal to 0");
    if (preferredHolder && !strategy)
      return request.Deny("spec.preferredHolder may only be specified if strategy is defined");
    return request.Approve();
  });
const settings = { uuid: "bench", onError: "reject", alwaysIgnore: { namespaces: [] }, webhookTimeout: 10 };
const description = { name: "bench", version: "0.0.0", description: "", pepr: settings };
new PeprModule(description, [leases], { deferStart: true }).start(Number(port));
