import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The network of Services in a cluster without kube-proxy. */
export interface ServiceNetwork {
  /** The flags with which kube-apiserver connects to Services through this network. */
  readonly flags: readonly string[];
  /** Routes connections to the address of a Service, such as `10.0.0.7:443`, to a loopback port. */
  readonly route: (address: string, port: number) => void;
  /** Returns the loopback port of a Service. Throws if the Service has no route. */
  readonly portOf: (address: string) => number;
  readonly stop: () => void;
}

/**
 * Starts the network, which is an HTTP proxy instead of kube-proxy. The egress selector of
 * kube-apiserver sends connections to the cluster IP of a Service through this proxy.
 */
export async function startServiceNetwork(): Promise<ServiceNetwork> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-network-"));
  const ports = new Map<string, number>();
  const open = new Set<Socket>();
  const proxy = createServer().on("connect", ({ url = "" }, client: Socket) => {
    const port = ports.get(url);
    if (port === undefined) return void client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const server = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    const pair = [client, server];
    for (const socket of pair) {
      open.add(socket);
      socket.on("error", () => undefined).once("close", () => pair.forEach((each) => void each.destroy()));
    }
    client.pipe(server).pipe(client);
  });
  const udsName = join(folder, "egress.sock");
  await once(proxy.listen(udsName), "listening");

  const file = join(folder, "egress.json");
  const egressSelections = [
    { name: "cluster", connection: { proxyProtocol: "HTTPConnect", transport: { uds: { udsName } } } },
  ];
  writeFileSync(
    file,
    JSON.stringify({ apiVersion: "apiserver.k8s.io/v1beta1", kind: "EgressSelectorConfiguration", egressSelections }),
  );
  return {
    flags: [`--egress-selector-config-file=${file}`],
    route: (address, port) => ports.set(address, port),
    portOf: (address) => {
      const port = ports.get(address);
      if (port === undefined) throw new Error(`${address} has no route`);
      return port;
    },
    stop: () => {
      proxy.close();
      for (const socket of open) socket.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}
