import { expect, it } from "vitest";
import { parse } from "yaml";
import { type Change, plant } from "../harness/plant.ts";
import { admissionPath, registrationsPath } from "../harness/registration.ts";
import { expectStatus, type World } from "../harness/world.ts";

/** A finding of the doctor, as its JSON report contains it. */
export interface DoctorFinding {
  readonly check: string;
  readonly severity: string;
  readonly field: string;
  readonly message: string;
  readonly remedy: readonly string[];
  readonly object?: { readonly kind: string; readonly name: string };
}

const leases = {
  apiGroups: ["coordination.k8s.io"],
  apiVersions: ["v1"],
  resources: ["leases"],
  operations: ["CREATE", "UPDATE"],
};
const byName = "kubernetes.io/metadata.name";
const inNamespace = (name: string) => ({ matchExpressions: [{ key: byName, operator: "In", values: [name] }] });
const mutatingPath = `${admissionPath}/mutatingwebhookconfigurations`;

/** Returns the change that creates the webhook `NAME.example.com` in the configuration `name`. */
function webhookOf(name: string, webhook: object, path: string = registrationsPath): Change {
  const common = {
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    clientConfig: { url: "https://127.0.0.1:9/" },
  };
  const created = { metadata: { name }, webhooks: [{ name: `${name}.example.com`, ...common, ...webhook }] };
  return { path, create: created };
}

/** Three webhooks of other programs. Only the first one is harmless. */
const foreign: readonly Change[] = [
  { path: "/api/v1/namespaces", create: { metadata: { name: "team-z" } } },
  webhookOf("harmless", {
    failurePolicy: "Ignore",
    timeoutSeconds: 2,
    rules: [leases],
    namespaceSelector: inNamespace("team-z"),
  }),
  webhookOf(
    "slow",
    { failurePolicy: "Ignore", timeoutSeconds: 10, rules: [leases], namespaceSelector: inNamespace("kube-system") },
    mutatingPath,
  ),
  webhookOf("closed", {
    failurePolicy: "Fail",
    timeoutSeconds: 1,
    rules: [{ ...leases, apiGroups: ["*"], resources: ["*"] }],
    namespaceSelector: inNamespace("team-z"),
  }),
];

interface Webhook {
  readonly namespaceSelector: { readonly matchExpressions: readonly object[] };
}

/** Adds the YAML of a remedy to the webhook of a configuration, as a person would. */
async function apply({ api }: World, { remedy, object }: DoctorFinding): Promise<void> {
  const path = `${object?.kind === "MutatingWebhookConfiguration" ? mutatingPath : registrationsPath}/${object?.name}`;
  const { body } = expectStatus(200, await api.call("GET", path));
  const [webhook] = body["webhooks"] as readonly [Webhook];
  const { namespaceSelector, ...fields } = parse(remedy.join("\n")) as Partial<Webhook>;
  const { matchExpressions } = webhook.namespaceSelector;
  const selector = { matchExpressions: [...matchExpressions, ...(namespaceSelector?.matchExpressions ?? [])] };
  expectStatus(
    200,
    await api.call("PUT", path, {
      body: { ...body, webhooks: [{ ...webhook, ...fields, namespaceSelector: selector }] },
    }),
  );
}

/**
 * Tests what the doctor reports about three webhooks of other programs, and that its remedies work.
 */
export function foreignWebhooks(world: () => World, findings: () => Promise<readonly DoctorFinding[]>): void {
  it("is right about three webhooks of other programs, and its remedies exclude the Leases", async () => {
    const undo = await plant(world(), foreign);
    try {
      const found = await findings();
      expect(found.map(({ check, severity, object }) => [check, severity, object?.name])).toEqual([
        ["doctor/other-webhooks-fail-open", "warning", "closed"],
        ["doctor/other-webhooks-fast", "warning", "slow"],
        ["doctor/other-webhooks-off-system-leases", "warning", "slow"],
        ["doctor/other-webhooks-listed", "info", "slow"],
        ["doctor/other-webhooks-listed", "info", "closed"],
        ["doctor/other-webhooks-listed", "info", "harmless"],
      ]);
      const [closed, fast, system] = found;
      expect([closed, fast, system].map((each) => each?.remedy.join("\n"))).toEqual([
        expect.stringContaining("matchConditions:"),
        expect.stringMatching(/^timeoutSeconds: 3\n# https:\/\/github\.com\/gardener\//),
        expect.stringMatching(
          /^namespaceSelector:\n.*\n.* operator: NotIn, values: \[kube-system\]\}\n# https:\/\/docs\.cloud\.google\.com\//,
        ),
      ]);
      expect(fast?.message).toContain("Gardener allows 3 s for Leases in kube-system");
      expect(system?.message).toContain("Google calls such webhooks unsafe");
      expect(found.find(({ object }) => object?.name === "harmless")?.message).toBe(
        "webhook harmless.example.com can delay creates and updates of Leases in other namespaces by up to 2 s with failurePolicy Ignore",
      );
      for (const each of found.filter(({ severity }) => severity === "warning")) await apply(world(), each);
      expect((await findings()).map(({ check, object }) => [check, object?.name])).toEqual([
        ["doctor/other-webhooks-listed", "harmless"],
      ]);
    } finally {
      await undo();
    }
  });
}
