import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { mapWebhooks, type Registration, registrationsPath, shippedRegistration } from "./registration.ts";
import { type Decision, startWebhook, type Webhook } from "./webhook.ts";
import { decisionsIn, legal, pathOf, register, type World } from "./world.ts";

/** Our server, registered in a cluster. */
export interface Guard {
  /** Every decision so far about the admin's writes in a namespace: the log is waited for, so that what is missing never came. */
  readonly decisions: (namespace: string) => Promise<readonly Decision[]>;
  /** Every decision so far about anybody's writes anywhere, our own probes among them. */
  readonly everyDecision: () => Promise<readonly Decision[]>;
  /** Ends our server and leaves the registration as it is. */
  readonly kill: () => Promise<void>;
  /** Ends our server and takes the registration away. */
  readonly stop: () => Promise<void>;
}

/** In what a registration departs from the shipped one, beyond where it points to. */
export interface GuardOptions {
  /** Fail unless told: what does not reach us is then seen. */
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly flags?: readonly string[];
  /** Changes the configuration beyond where it points to. */
  readonly edit?: (shipped: Registration) => Registration;
}

/** A leaseName that the API server accepts and we do not. */
export const badLeaseName = "Bad Name!";

/** The rule that refuses it. */
export const leaseNameRule = "lease-candidate/lease-name-valid";

/** The flags that make our server refuse what the API server accepts. */
export const denyFlags: readonly string[] = ["--deny", leaseNameRule];

/** Starts our server and registers it as shipped, but for where to call and what to do when that fails. */
export async function startGuard(world: World, { failurePolicy = "Fail", flags = denyFlags, edit }: GuardOptions = {}): Promise<Guard> {
  const webhook = await startWebhook(world.certificates, flags);
  try {
    const edited = edit ? edit(shippedRegistration()) : shippedRegistration();
    await register(world, pointedAt(edited, webhook.url, { failurePolicy, caBundle: caBundle(world) }), () =>
      probe(world, webhook, "known"),
    );
  } catch (error) {
    await webhook.stop();
    throw error;
  }
  let probes = 0;
  const everyDecision = async (): Promise<readonly Decision[]> => {
    probes += 1;
    const marker = `marker-${probes}`;
    await eventually("the log shows a write that must be judged", 10_000, () => probe(world, webhook, marker));
    return webhook.decisions();
  };
  return {
    decisions: async (namespace) => decisionsIn(namespace, await everyDecision()),
    everyDecision,
    kill: () => webhook.stop("SIGKILL"),
    stop: async () => {
      await world.api.call("DELETE", `${registrationsPath}/lease-guard`);
      await webhook.stop();
    },
  };
}

/** The same configuration, calling a URL of this machine. */
export function pointedAt(registration: Registration, url: string, rest: { failurePolicy: string; caBundle: string }): Registration {
  const { failurePolicy, caBundle } = rest;
  return mapWebhooks(registration, (webhook) => ({ ...webhook, failurePolicy, clientConfig: { url, caBundle } }));
}

/** The certificate authority of our server, as a configuration wants it. */
export function caBundle({ certificates }: World): string {
  return readFileSync(join(certificates, "ca.crt")).toString("base64");
}

/** A write that must be judged, made again until this very process has logged it; nothing is stored. */
async function probe({ api, release }: World, webhook: Webhook, name: string): Promise<true | undefined> {
  const candidate = release.kinds.find(({ kind }) => kind === "LeaseCandidate");
  if (!candidate) throw new Error(`${release.version} serves no LeaseCandidate to probe with`);
  await api.call("POST", `${pathOf(candidate, "default")}?dryRun=All`, { body: legal(candidate, { name }) });
  return webhook.decisions().some((decision) => decision.resource === candidate.resource && decision.name === name) ? true : undefined;
}
