import { expect, it } from "vitest";
import { parseEarlierPolicy } from "../../src/learn/parse-earlier-policy.ts";

const policy = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

it.each(["a: [", "- a", "", "a: 1", "kind: ConfigMap\ndata: { policy.yaml: 'kind: Policy' }", `${policy}---\nkind: Suite\n`])(
  "fails for a text that is not one policy: %j",
  (text) => {
    expect(parseEarlierPolicy(text).ok).toBe(false);
  },
);

it.each([
  ["012", 10],
  ["0b11", 3],
  ["1_000", 1000],
  ["off", false],
  ["2026-07-15", "2026-07-15"],
  ["12:30", "12:30"],
  ["12:30.5", "12:30.5"],
])("reads %s as the reader of policies does", (written, value) => {
  const document = parseEarlierPolicy(`${policy}value: ${written}\n`);
  expect(document.ok && document.value.get("value")).toBe(value);
});
