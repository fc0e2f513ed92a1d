import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Body } from "./api.ts";
import type { Cluster } from "./cluster.ts";
import { eventually } from "./eventually.ts";
import { type Outcome, run } from "./run.ts";
import type { ServiceNetwork } from "./service-network.ts";

interface TestPod {
  readonly spec: {
    readonly containers: readonly [
      { readonly args: readonly string[]; readonly volumeMounts: readonly [{ readonly mountPath: string }] },
    ];
    readonly volumes: readonly [{ readonly secret: { readonly secretName: string } }];
  };
}

const namespace = "/api/v1/namespaces/lease-guard";

/**
 * Does the work of a kubelet for the test pod of the chart. Waits for the pod, runs its program on
 * this machine, and sets the phase of the pod. Only the path of the certificate and the address of
 * the Service differ.
 */
export async function runTestPod({ api }: Cluster, network: ServiceNetwork): Promise<Outcome> {
  const get = async (path: string): Promise<Body> => (await api.call("GET", path)).body;
  const pod = await eventually("the test pod exists", 60_000, async () => {
    const { status, body } = await api.call("GET", `${namespace}/pods/lease-guard-test`);
    return status === 200 ? (body as unknown as TestPod) : undefined;
  });
  const [{ args, volumeMounts }] = pod.spec.containers;
  const [{ secret }] = pod.spec.volumes;
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-test-pod-"));
  try {
    const data = (await get(`${namespace}/secrets/${secret.secretName}`))["data"] as Readonly<Record<string, string>>;
    writeFileSync(join(folder, "tls.crt"), Buffer.from(data["tls.crt"] ?? "", "base64"));
    const service = (await get(`${namespace}/services/lease-guard`)).spec as { readonly clusterIP: string };
    const [host = "", port = ""] = args.slice(-2);
    const outcome = await run(process.execPath, [
      ...args.slice(0, -2).map((arg) => arg.replace(volumeMounts[0].mountPath, folder)),
      ...["127.0.0.1", String(network.portOf(`${service.clusterIP}:${port}`)), host],
    ]);
    const status = { phase: outcome.status === 0 ? "Succeeded" : "Failed" };
    await api.call("PATCH", `${namespace}/pods/lease-guard-test/status`, {
      contentType: "application/merge-patch+json",
      body: { status },
    });
    return outcome;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
