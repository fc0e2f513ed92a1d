import { join } from "node:path";
import { renewCertificates } from "../../../src/cli/certs/renew.ts";
import { type CertificateStore, readCertificates } from "../../../src/cli/certs/store.ts";
import { serviceDnsNames } from "../../../src/cluster/certs/subject-names.ts";
import { connectAsKubectl } from "../../../src/cluster/connect-cluster.ts";
import { manifestsFolder } from "../../manifests/base.ts";
import { eventually } from "./eventually.ts";
import { kubeconfigFor } from "./kubeconfig.ts";
import { registrationsPath } from "./registration.ts";
import { expectStatus, type World } from "./world.ts";

/**
 * The time in milliseconds that a run waits until the API server trusts a new CA. The default is 30
 * s, which would make the tests slow. A single API server needs only a few milliseconds.
 */
export const propagationMs = 300;

/**
 * The namespace and names of the objects that contain the certificates in the overlay
 * `self-managed`.
 */
const places = {
  namespace: "lease-guard",
  secret: "lease-guard-tls",
  caSecret: "lease-guard-ca",
  webhookConfiguration: "lease-guard",
};

/** The user of the pods of the certificate CronJob. */
const jobUser = "system:serviceaccount:lease-guard:lease-guard-certificates";

/** The directory of the overlay for `kubectl apply -k`. */
export const overlay: string = join(manifestsFolder, "overlays/self-managed");
const secretsPath = "/api/v1/namespaces/lease-guard/secrets";

/**
 * Installs the overlay. Returns the path of a kubeconfig whose only credential is a token of the
 * Job's service account.
 */
export async function installOverlay(world: World): Promise<string> {
  const { status, stderr } = await world.kubectl(["apply", `--kustomize=${overlay}`]);
  if (status !== 0) throw new Error(stderr);
  const path = "/api/v1/namespaces/lease-guard/serviceaccounts/lease-guard-certificates/token";
  const { body } = expectStatus(
    201,
    await world.api.call("POST", path, { body: { spec: { expirationSeconds: 3600 } } }),
  );
  const token = String((body as { status?: { token?: string } }).status?.token);
  await allowed(world, { verb: "get", resource: "secrets", name: "lease-guard-ca" }, true);
  return kubeconfigFor(world, "job.json", { token });
}

/** A permission that the Job can have or lack. Tests ask the API server's authorizer about it. */
export interface Right {
  readonly verb: string;
  readonly resource: "secrets" | "validatingwebhookconfigurations";
  readonly name?: string;
  readonly namespace?: string;
}

/** Reports whether the Job has a right. */
export async function mayJob(
  world: World,
  { verb, resource, name, namespace = "lease-guard" }: Right,
): Promise<boolean> {
  const where = resource === "secrets" ? { namespace } : { group: "admissionregistration.k8s.io" };
  const spec = { user: jobUser, resourceAttributes: { verb, resource, ...where, ...(name !== undefined && { name }) } };
  const { body } = expectStatus(
    201,
    await world.api.call("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", { body: { spec } }),
  );
  return (body as { status?: { allowed?: boolean } }).status?.allowed === true;
}

/** Waits until a changed role has an effect: the authorizer must return `expected`. */
export async function allowed(world: World, right: Right, expected: boolean): Promise<void> {
  await eventually(`${JSON.stringify(right)}: ${expected}`, 10_000, async () =>
    (await mayJob(world, right)) === expected ? true : undefined,
  );
}

/**
 * The options of a run. By default, a run uses the current time. `around` can replace functions of
 * the store.
 */
export interface RunOptions {
  readonly now?: Date;
  readonly timeoutMs?: number;
  readonly around?: (snapshot: CertificateStore) => CertificateStore;
}

/** The outcome of a run: the output, and the reason if the run did not finish. */
export interface RunOutcome {
  readonly unfinished: string | undefined;
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
}

/** Runs the code of `lease-guard certs apply`. A test can set the clock. */
export async function applyOnce(
  kubeconfig: string,
  { now, timeoutMs = 60_000, around }: RunOptions = {},
): Promise<RunOutcome> {
  const lines: string[] = [];
  const warnings: string[] = [];
  const read = async () => {
    const cluster = connectAsKubectl({ kubeconfig });
    if (!cluster.ok) throw new Error(cluster.error);
    return readCertificates(cluster.value.api, places);
  };
  const renewed = await renewCertificates(async () => (around ? around(await read()) : read()), {
    names: { dnsNames: serviceDnsNames("lease-guard", "lease-guard"), ipAddresses: [] },
    now: () => now ?? new Date(),
    propagationMs,
    timeoutMs,
    print: (line) => lines.push(line),
    warn: (line) => warnings.push(line),
  });
  return { unfinished: renewed.ok ? undefined : renewed.error, lines, warnings };
}

/**
 * The data of lease-guard's two Secrets, and the `caBundle` of each webhook. `ca` or `tls` is
 * absent if its Secret does not exist.
 */
export interface Held {
  readonly ca?: Readonly<Record<string, string>>;
  readonly tls?: Readonly<Record<string, string>>;
  readonly bundles: readonly (string | undefined)[];
}

/** Reads the Secrets and bundles with the permissions of the admin. */
export async function held({ api }: World): Promise<Held> {
  const secret = async (name: string): Promise<Record<string, string> | undefined> => {
    const { status, body } = await api.call("GET", `${secretsPath}/${name}`);
    return status === 200 ? (body["data"] as Record<string, string>) : undefined;
  };
  const [ca, tls] = [await secret("lease-guard-ca"), await secret("lease-guard-tls")];
  const { body } = expectStatus(200, await api.call("GET", `${registrationsPath}/lease-guard`));
  const webhooks = body["webhooks"] as readonly { readonly clientConfig: { readonly caBundle?: string } }[];
  return { ...(ca && { ca }), ...(tls && { tls }), bundles: webhooks.map(({ clientConfig }) => clientConfig.caBundle) };
}

/**
 * Replaces the Secrets and the bundles in the cluster with the Secrets and the bundles of a given
 * state.
 */
export async function restore({ api }: World, { ca, tls, bundles }: Held): Promise<void> {
  const secrets = [
    { name: "lease-guard-ca", type: "Opaque", data: ca },
    { name: "lease-guard-tls", type: "kubernetes.io/tls", data: tls },
  ];
  for (const { name, type, data } of secrets) {
    await api.call("DELETE", `${secretsPath}/${name}`);
    if (data) expectStatus(201, await api.call("POST", secretsPath, { body: { metadata: { name }, type, data } }));
  }
  const body = bundles.map((value, index) => ({
    op: "add",
    path: `/webhooks/${index}/clientConfig/caBundle`,
    value: value ?? null,
  }));
  expectStatus(
    200,
    await api.call("PATCH", `${registrationsPath}/lease-guard`, { contentType: "application/json-patch+json", body }),
  );
}
