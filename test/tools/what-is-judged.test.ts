import { expect, test } from "vitest";
import { pick, renderedTogether } from "./rendered-overlay.ts";

interface Webhook {
  readonly namespaceSelector?: object;
  readonly rules: readonly { readonly operations: readonly string[] }[];
  readonly matchConditions: readonly { readonly name: string }[];
}

const base = webhooks();

/** What the base registers, with components. */
function webhooks(...components: readonly string[]): readonly Webhook[] {
  const objects = renderedTogether(components.map((name) => `components/${name}`));
  return pick<{ readonly webhooks: readonly Webhook[] }>(objects, "ValidatingWebhookConfiguration").webhooks;
}

test("deletions: every webhook is asked about DELETE too, and nothing else changes", () => {
  const operations = ["CREATE", "UPDATE", "DELETE"];
  expect(webhooks("deletions")).toEqual(base.map((each) => ({ ...each, rules: each.rules.map((rule) => ({ ...rule, operations })) })));
});

test("every-namespace: no webhook selects, and nothing else changes", () => {
  expect(webhooks("every-namespace")).toEqual(base.map(({ namespaceSelector: _, ...rest }) => rest));
});

test("plain-renewals: only nodes are left out, and nothing else changes", () => {
  const isKept = ({ name }: { name: string }): boolean => name !== "not-a-plain-renewal";
  expect(webhooks("plain-renewals")).toEqual(base.map((each) => ({ ...each, matchConditions: each.matchConditions.filter(isKept) })));
  expect(base.flatMap(({ matchConditions }) => matchConditions).every(isKept)).toBe(false);
});

test.each(["cert-manager", "openshift"])("all of them go after %s and fail-closed", (certificates) => {
  for (const webhook of webhooks(certificates, "fail-closed", "deletions", "plain-renewals", "every-namespace")) {
    expect(webhook).toMatchObject({ failurePolicy: "Fail", matchConditions: [{ name: "not-a-node" }] });
    expect(webhook).not.toHaveProperty("namespaceSelector");
  }
});
