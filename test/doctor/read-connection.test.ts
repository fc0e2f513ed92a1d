import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { readConnection } from "../../src/doctor/read-connection.ts";
import type { HostPort } from "../../src/terminal/flags.ts";
import { goodCluster } from "../harness/doctor-cluster.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { portOf } from "../harness/port-of.ts";

const root = ecPair({ commonName: "root", isCa: true });
const leaf = ecPair({
  dnsNames: ["lease-guard.lease-guard.svc"],
  issuer: { commonName: "root", privateKey: root.privateKey },
});
const squeeze = (pem: string): string => pem.replaceAll(/\s/g, "");

/** An API server whose proxy reaches only the pod `a`. */
const api: ApiServer = async ({ path, isText }) => {
  if (path !== "/api/v1/namespaces/lease-guard/pods/http:a:8081/proxy/readyz?verbose")
    throw new ClusterError("no route", { status: 503 });
  return { body: isText === true ? "readyz check passed\n" : undefined, date: undefined };
};

describe("the connection to the pods", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer({ cert: leaf.certificate + root.certificate, key: leaf.privateKey }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => server.close());

  const read = (address?: HostPort) => readConnection(api, goodCluster().snapshot(), address);

  it("has the response of each pod, or the reason why there is none", async () => {
    expect((await read()).readiness).toEqual([
      { pod: "a", text: "readyz check passed\n", reason: "" },
      { pod: "b", text: undefined, reason: "no route" },
    ]);
  });

  it("uses the port of the last --health-probe-bind-address", async () => {
    const cluster = goodCluster();
    cluster.set(
      "Deployment",
      ["spec", "template", "spec", "containers", 0, "args", 1],
      "--health-probe-bind-address=[::]:9999",
    );
    const { readiness } = await readConnection(api, cluster.snapshot(), undefined);
    expect(readiness[0]).toMatchObject({ pod: "a", reason: "" });
  });

  it("has the chain that a server sends", async () => {
    const port = portOf(server);
    const { certificate } = await read({ host: "127.0.0.1", port });
    expect(squeeze(certificate ?? "")).toBe(squeeze(leaf.certificate + root.certificate));
  });

  it.each([
    ["without an address, outside a cluster", undefined, "needs --service-address, or a run inside the cluster"],
    [
      "at an address without a server",
      { host: "127.0.0.1", port: 1 },
      "the Service could not be reached: connect ECONNREFUSED 127.0.0.1:1",
    ],
  ])("has no certificate %s", async (_, address, reason) => {
    expect(await read(address)).toMatchObject({ certificate: undefined, certificateReason: reason });
  });
});
