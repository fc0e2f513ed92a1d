import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { mapWebhooks, type Registration, registrationsPath, shippedRegistration } from "./registration.ts";
import { type Decision, startWebhook, type Webhook } from "./webhook.ts";
import { decisionsIn, legal, pathOf, register, type World } from "./world.ts";

/** A lease-guard server in a cluster, and the ValidatingWebhookConfiguration that registers it. */
export interface Guard {
  /**
   * Returns every decision so far on writes of the admin in a namespace. Waits until lease-guard
   * has logged all earlier decisions. A write without a decision therefore did not reach
   * lease-guard.
   */
  readonly decisions: (namespace: string) => Promise<readonly Decision[]>;
  /**
   * Returns every decision so far on writes of any user in any namespace, including the probes of
   * the tests.
   */
  readonly everyDecision: () => Promise<readonly Decision[]>;
  /** Kills the server, and keeps the ValidatingWebhookConfiguration. */
  readonly kill: () => Promise<void>;
  /**
   * Starts a server at the address of the killed one. The decisions are then those of the new
   * server.
   */
  readonly restart: () => Promise<void>;
  /** Stops the server, and deletes the ValidatingWebhookConfiguration. */
  readonly stop: () => Promise<void>;
}

/**
 * The flags of lease-guard, and the changes to the published ValidatingWebhookConfiguration.
 * `startGuard` always replaces the address and the CA bundle, too.
 */
export interface GuardOptions {
  /**
   * The failure policy. The default is Fail, with which the API server rejects a write if it cannot
   * call lease-guard.
   */
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly flags?: readonly string[];
  /**
   * Changes any part of the configuration except the failure policy, the address, and the CA
   * bundle.
   */
  readonly edit?: (shipped: Registration) => Registration;
}

/** A value of leaseName that the API server accepts and `leaseNameRule` reports. */
export const badLeaseName = "Bad Name!";

/** The rule that reports `badLeaseName`. */
export const leaseNameRule = "lease-candidate/lease-name-valid";

/** The flags with which lease-guard denies `badLeaseName`, which the API server accepts. */
export const denyFlags: readonly string[] = ["--deny", leaseNameRule];

/**
 * Starts lease-guard, and registers it with the published configuration. Only the address, the CA
 * bundle, the failure policy, and the parts that `edit` changes differ.
 */
export async function startGuard(
  world: World,
  { failurePolicy = "Fail", flags = denyFlags, edit }: GuardOptions = {},
): Promise<Guard> {
  let webhook = await startWebhook(world.certificates, flags);
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
    restart: async () => {
      webhook = await startWebhook(world.certificates, flags, webhook.ports);
    },
    stop: async () => {
      await world.api.call("DELETE", `${registrationsPath}/lease-guard`);
      await webhook.stop();
    },
  };
}

/** Returns the configuration with the given URL, failure policy, and CA bundle. */
export function pointedAt(
  registration: Registration,
  url: string,
  rest: { failurePolicy: string; caBundle: string },
): Registration {
  const { failurePolicy, caBundle } = rest;
  return mapWebhooks(registration, (webhook) => ({ ...webhook, failurePolicy, clientConfig: { url, caBundle } }));
}

/** Returns the certificate of lease-guard's CA in the encoding of the field `caBundle`. */
export function caBundle({ certificates }: World): string {
  return readFileSync(join(certificates, "ca.crt")).toString("base64");
}

/**
 * Sends a dry-run write. Returns true if this process of lease-guard has logged a decision on the
 * write, and undefined otherwise.
 */
async function probe({ api, release }: World, webhook: Webhook, name: string): Promise<true | undefined> {
  const candidate = release.kinds.find(({ kind }) => kind === "LeaseCandidate");
  if (!candidate) throw new Error(`${release.version} serves no LeaseCandidate to probe with`);
  await api.call("POST", `${pathOf(candidate, "default")}?dryRun=All`, { body: legal(candidate, { name }) });
  return webhook.decisions().some((decision) => decision.resource === candidate.resource && decision.name === name)
    ? true
    : undefined;
}
