import { fieldAt, objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import { defaultNamespace } from "../core/api/meta.ts";
import { listPath } from "../core/api/requests.ts";
import type { ApiServer } from "./api-server.ts";
import { resultOf } from "./cluster-error.ts";
import type { Cluster } from "./connect-cluster.ts";

export interface NamedServer {
  /** The address, such as `https://10.0.0.1:6443`. */
  readonly address: string;
  readonly api: ApiServer;
}

/** The label that names the Service of an EndpointSlice. */
const ofService = "labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes";

/** The API servers of a cluster that respond, and the addresses of the others with the reasons. */
export interface ApiServers {
  readonly reached: readonly NamedServer[];
  readonly unreached: readonly { readonly address: string; readonly reason: string }[];
}

/**
 * Connects to each API server that the EndpointSlices of the Service `kubernetes` list. If the user
 * may not read them, or if none can be reached, uses only the server of the configuration, which
 * can be any of them.
 */
export async function everyApiServer({ api, server, at }: Pick<Cluster, "api" | "server" | "at">): Promise<ApiServers> {
  const path = `${listPath("discovery.k8s.io/v1", defaultNamespace, "endpointslices")}?${ofService}`;
  const slices = await resultOf(api({ method: "GET", path }));
  const addresses = slices.ok ? objectsAt(slices.value.body, "items").flatMap(addressesIn) : [];
  const asked = await Promise.all(
    [...new Set(addresses)].flatMap((address) => {
      const direct = at(address);
      return direct === undefined ? [] : [ask({ address, api: direct })];
    }),
  );
  const reached = asked.flatMap((each) => ("api" in each ? [each] : []));
  const unreached = asked.flatMap((each) => ("reason" in each ? [each] : []));
  return { reached: reached.length > 0 ? reached : [{ address: server, api }], unreached };
}

async function ask(server: NamedServer): Promise<NamedServer | ApiServers["unreached"][number]> {
  const response = await resultOf(server.api({ method: "GET", path: "/version" }));
  return response.ok ? server : { address: server.address, reason: response.error.message };
}

function addressesIn(slice: object): readonly string[] {
  const port = objectsAt(slice, "ports").find((each) => textAt(each, "name") === "https") ?? {};
  const number = fieldAt(port, "port") ?? 443;
  const isIpv6 = textAt(slice, "addressType") === "IPv6";
  return objectsAt(slice, "endpoints").flatMap((endpoint) =>
    textsAt(endpoint, "addresses").map((host) => `https://${isIpv6 ? `[${host}]` : host}:${number}`),
  );
}
