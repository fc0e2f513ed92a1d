import { expect, it } from "vitest";
import { readMore } from "../../../src/audit/elections/with-more.ts";
import { SnapshotBuilder } from "../../../src/installation/snapshot-builder.ts";
import { streamed } from "../../harness/streamed-server.ts";

const progress = { show: (text: () => string): number => text().length, clear: () => {} };

it.each([
  [{ guarantee: true, fences: true }, true, 1, 1],
  [{ guarantee: true }, true, 1, 0],
  [{ fences: true }, false, 1, 1],
] as const)("reads each kind once for %j", async (flags, readsWebhooks, policies, bindings) => {
  const paths: string[] = [];
  const api = streamed(async ({ path }) => {
    const [name = ""] = path.split("?");
    paths.push(name.slice(name.lastIndexOf("/") + 1));
    return { body: { kind: "List", items: [] }, date: new Date("2026-07-01T08:00:00Z") };
  });
  const { read } = await readMore(api, new SnapshotBuilder(api, progress), flags);
  const count = (resource: string) => paths.filter((path) => path === resource).length;
  expect(count("validatingadmissionpolicies")).toBe(policies);
  expect(count("validatingadmissionpolicybindings")).toBe(bindings);
  expect(read.has("ValidatingAdmissionPolicyBinding")).toBe(bindings === 1);
  expect(read.has("ValidatingWebhookConfiguration")).toBe(readsWebhooks);
});
