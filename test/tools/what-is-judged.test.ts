import { describe, expect, test } from "vitest";
import { componentOfWrites, notSentWrites } from "../../src/cluster/registration/not-sent-writes.ts";
import { toRegistration } from "../../src/cluster/registration/registration.ts";
import { rules } from "../../src/rules/index.ts";
import { pick, renderedTogether } from "./rendered-overlay.ts";

interface Webhook {
  readonly namespaceSelector?: object;
  readonly rules: readonly { readonly operations: readonly string[] }[];
  readonly matchConditions: readonly { readonly name: string }[];
}

const base = webhooks();

/** Returns the webhooks that the base manifests with these components register. */
function webhooks(...components: readonly string[]): readonly Webhook[] {
  const objects = renderedTogether(components.map((name) => `components/${name}`));
  return pick<{ readonly webhooks: readonly Webhook[] }>(objects, "ValidatingWebhookConfiguration").webhooks;
}

test("deletions: every webhook also gets DELETE, and nothing else changes", () => {
  const operations = ["CREATE", "UPDATE", "DELETE"];
  expect(webhooks("deletions")).toEqual(
    base.map((each) => ({ ...each, rules: each.rules.map((rule) => ({ ...rule, operations })) })),
  );
});

test("every-namespace: no webhook has a selector, and nothing else changes", () => {
  expect(webhooks("every-namespace")).toEqual(base.map(({ namespaceSelector: _, ...rest }) => rest));
});

test("plain-renewals: only nodes are excluded, and nothing else changes", () => {
  const isKept = ({ name }: { name: string }): boolean => name !== "not-a-plain-renewal";
  expect(webhooks("plain-renewals")).toEqual(
    base.map((each) => ({ ...each, matchConditions: each.matchConditions.filter(isKept) })),
  );
  expect(base.flatMap(({ matchConditions }) => matchConditions).every(isKept)).toBe(false);
});

test.each(["cert-manager", "openshift"])("all of them can follow %s and fail-closed", (certificates) => {
  for (const webhook of webhooks(certificates, "fail-closed", "deletions", "plain-renewals", "every-namespace")) {
    expect(webhook).toMatchObject({ failurePolicy: "Fail", matchConditions: [{ name: "not-a-node" }] });
    expect(webhook).not.toHaveProperty("namespaceSelector");
  }
});

describe("the line 'Sent by' of a rule page", () => {
  const notSent = new Map(rules.map((rule) => [rule, notSentWrites(rule, registration())]));

  test.each([...notSent].filter(([, writes]) => writes.length > 0))(
    "$id: its components send everything, and each is necessary",
    (rule, writes) => {
      const components = [...new Set(writes.map(({ what }) => componentOfWrites[what]))];
      expect(notSentWrites(rule, registration(...components))).toEqual([]);
      for (const component of components) {
        expect(notSentWrites(rule, registration(...components.filter((name) => name !== component)))).not.toEqual([]);
      }
    },
  );

  test("every component is necessary for a rule", () => {
    const needed = [...notSent.values()].flat().map(({ what }) => componentOfWrites[what]);
    expect([...new Set(needed)].toSorted()).toEqual(Object.values(componentOfWrites).toSorted());
  });
});

function registration(...components: readonly string[]) {
  const read = toRegistration({ kind: "ValidatingWebhookConfiguration", webhooks: webhooks(...components) });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
