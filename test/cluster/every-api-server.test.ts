import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { connectAsKubectl } from "../../src/cluster/connect-cluster.ts";
import { everyApiServer } from "../../src/cluster/every-api-server.ts";
import { startHttpsApi } from "../harness/https-api.ts";

const token = "secret";

/** Returns an EndpointSlice with the ports of API servers on this computer. */
const slice = (port: number): object => ({
  addressType: "IPv4",
  ports: [{ name: "https", port }],
  endpoints: [{ addresses: ["127.0.0.1"] }],
});

async function serversOf(ports: readonly number[], { isPublic = false, change = (text: string) => text } = {}) {
  const main = await startHttpsApi({
    isPublic,
    items: (path) => (path.includes("/endpointslices") ? ports.map(slice) : []),
  });
  const kubeconfig = main.kubeconfig({ name: "main", token });
  writeFileSync(kubeconfig, change(readFileSync(kubeconfig, "utf8")));
  const cluster = connectAsKubectl({ kubeconfig });
  if (!cluster.ok) throw new Error(cluster.error);
  return { main, ...(await everyApiServer(cluster.value)) };
}

it("connects to each API server that the EndpointSlices list, with the same credentials", async () => {
  const [one, two] = [await startHttpsApi(), await startHttpsApi()];
  const { reached, unreached, main } = await serversOf([one.port, two.port, one.port]);
  expect(reached.map(({ address }) => address)).toStrictEqual([
    `https://127.0.0.1:${one.port}`,
    `https://127.0.0.1:${two.port}`,
  ]);
  expect(unreached).toStrictEqual([]);
  expect(one.requests).toMatchObject([{ path: "/version", authorization: `Bearer ${token}` }]);
  expect(main.requests.map(({ path }) => path)).toStrictEqual([
    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes",
  ]);
});

it("sends no credentials to a server without a certificate of the cluster for kubernetes.default.svc", async () => {
  const [right, wrong] = [await startHttpsApi(), await startHttpsApi({ isPublic: true })];
  const { reached, unreached } = await serversOf([right.port, wrong.port]);
  expect(reached.map(({ address }) => address)).toStrictEqual([`https://127.0.0.1:${right.port}`]);
  expect(unreached).toMatchObject([{ address: `https://127.0.0.1:${wrong.port}` }]);
  expect(wrong.requests).toStrictEqual([]);
});

it("uses the server of the configuration if it reaches no other", async () => {
  const wrong = await startHttpsApi({ isPublic: true });
  const { reached, unreached, main } = await serversOf([wrong.port]);
  expect(reached.map(({ address }) => address)).toStrictEqual([`https://localhost:${main.port}`]);
  expect(unreached).toHaveLength(1);
});

it("connects to no other server if the configuration does not verify certificates", async () => {
  const other = await startHttpsApi();
  const { reached, main } = await serversOf([other.port], {
    change: (text) => text.replace(/"certificate-authority-data":"[^"]*"/, '"insecure-skip-tls-verify":true'),
  });
  expect(reached.map(({ address }) => address)).toStrictEqual([`https://localhost:${main.port}`]);
  expect(other.requests).toStrictEqual([]);
});
