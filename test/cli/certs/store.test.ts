import { expect, it } from "vitest";
import { readCertificates } from "../../../src/cli/certs/store.ts";
import { ClusterError } from "../../../src/cluster/cluster-error.ts";

const objects = { namespace: "lease-guard", secret: "serving", caSecret: "ca", webhookConfiguration: "lease-guard" };

/** Returns the bundle that the store reads from a webhook. The API server has no Secrets. */
async function bundleOf(clientConfig: { readonly caBundle?: string }): Promise<string | undefined> {
  const { stored } = await readCertificates(async ({ path }) => {
    if (path.includes("/secrets/")) throw new ClusterError("not found", { status: 404 });
    return { body: { webhooks: [{ name: "leases.lease-guard.dev", clientConfig }] }, date: undefined };
  }, objects);
  return stored.bundles[0];
}

it.each<readonly [what: string, caBundle: string | undefined, bundle: string]>([
  ["base64", "dGhlIENBCg==", "the CA\n"],
  ["base64 with a line break, as Go reads it", "dGhlIENB\nCg==", "the CA\n"],
  ["no caBundle", undefined, ""],
  ["an empty caBundle", "", ""],
  ["base64 with a space", "dGhlIENB Cg==", ""],
  ["base64 for URLs", "dGhlIENB_-==", ""],
  ["PEM without base64", "-----BEGIN CERTIFICATE-----", ""],
])("reads the caBundle of a webhook: %s", async (_, caBundle, bundle) => {
  expect(await bundleOf(caBundle === undefined ? {} : { caBundle })).toBe(bundle);
});
