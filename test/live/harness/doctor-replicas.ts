import { registrationsPath } from "./registration.ts";
import type { ServiceNetwork } from "./service-network.ts";
import { expectStatus, type World } from "./world.ts";

/** Returns the API path of an object in the namespace of lease-guard. */
export function installation(group: string, resource: string, name?: string): string {
  return `/${group}/namespaces/lease-guard/${resource}${name === undefined ? "" : `/${name}`}`;
}

/** Applies a merge patch to the object at a path of the API. */
async function merge({ api }: World, path: string, body: object): Promise<void> {
  expectStatus(200, await api.call("PATCH", path, { contentType: "application/merge-patch+json", body }));
}

/**
 * Creates the two pods of the Deployment and their EndpointSlice, as controllers and kubelets would
 * do. Requests to the health ports of both pods lead to the same process.
 */
export async function createReplicas(world: World, network: ServiceNetwork, health: number): Promise<void> {
  const { api } = world;
  const { body } = expectStatus(200, await api.call("GET", installation("apis/apps/v1", "deployments", "lease-guard")));
  const { template } = body.spec as unknown as {
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: object };
  };
  const { metadata, spec } = template;
  const addresses = ["10.1.0.1", "10.1.0.2"];
  for (const [index, podIP] of addresses.entries()) {
    const name = `replica-${index}`;
    expectStatus(
      201,
      await api.call("POST", installation("api/v1", "pods"), {
        body: { metadata: { name, labels: metadata.labels }, spec },
      }),
    );
    const containerStatuses = [
      { name: "lease-guard", image: "lease-guard:0.1.0", imageID: "sha256:1", ready: true, restartCount: 0 },
    ];
    const status = { phase: "Running", podIP, podIPs: [{ ip: podIP }], containerStatuses };
    await merge(world, `${installation("api/v1", "pods", name)}/status`, { status });
    network.route(`${podIP}:8081`, health);
  }
  const slice = {
    metadata: { name: "lease-guard-x", labels: { "kubernetes.io/service-name": "lease-guard" } },
    addressType: "IPv4",
    ports: [{ name: "https", port: 8443, protocol: "TCP" }],
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
  };
  expectStatus(
    201,
    await api.call("POST", installation("apis/discovery.k8s.io/v1", "endpointslices"), { body: slice }),
  );
}

/** Changes the port of the Service, and the port that the webhooks call. */
export async function moveService(world: World, port: number): Promise<void> {
  const { webhooks } = expectStatus(200, await world.api.call("GET", `${registrationsPath}/lease-guard`)).body;
  const moved = (webhooks as readonly { readonly clientConfig: { readonly service: object } }[]).map(
    ({ clientConfig, ...webhook }) => ({
      ...webhook,
      clientConfig: { ...clientConfig, service: { ...clientConfig.service, port } },
    }),
  );
  await merge(world, `${registrationsPath}/lease-guard`, { webhooks: moved });
  await merge(world, installation("api/v1", "services", "lease-guard"), {
    spec: { ports: [{ name: "https", port, targetPort: "https" }] },
  });
}
