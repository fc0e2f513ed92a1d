import { expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { learn } from "../../src/learn/learn.ts";
import { compareListings, listLeases } from "../../src/learn/watch-cluster.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";
import { streamed } from "../harness/streamed-server.ts";

const date = new Date("2026-07-01T08:00:00Z");
const kept = { metadata: { name: "a", namespace: "b", resourceVersion: "7" }, spec: { holderIdentity: "c" } };
const lease = {
  ...kept,
  metadata: { ...kept.metadata, labels: { a: "b" }, annotations: { c: "d" }, managedFields: [] },
};
const progress = { show: (text: () => string): string => text(), clear: () => {} };
const serverAt = (time: Date | undefined): ApiServer =>
  streamed(() => Promise.resolve({ body: { kind: "LeaseList", items: [lease] }, date: time }));

it("takes the time of a listing from the API server", async () => {
  expect(await listLeases(serverAt(date), "/leases", progress)).toEqual({ items: [kept], date, unread: [] });
});

it("fails if the API server sends no time", async () => {
  await expect(listLeases(serverAt(undefined), "/leases", progress)).rejects.toThrow(
    "the API server must send the header Date",
  );
});

const item = (name: string, resourceVersion: number, holderIdentity = "controller-7d9f6c8b5d-x2vzk_1") => ({
  metadata: { namespace: "team-a", name, resourceVersion: String(resourceVersion) },
  spec: { holderIdentity, leaseDurationSeconds: 15, renewTime: "2026-07-01T08:00:00.000000Z" },
});

const time = (second: number): Date => new Date(Date.parse("2026-07-01T08:00:00Z") + second * 1000);

it("finds a write for each new resourceVersion", () => {
  const { next } = compareListings();
  const names = (writes: readonly ObservedWrite[]) =>
    writes.map(({ name, oldObject }) => `${name} ${oldObject === undefined ? "first" : "changed"}`);
  expect(names(next([item("a", 1), item("b", 2)], time(0)))).toEqual(["a first", "b first"]);
  expect(names(next([item("a", 1), item("b", 3)], time(5)))).toEqual(["b changed"]);
  expect(names(next([{}, item("b", 3)], time(10)))).toEqual([]);
});

it("teaches holders and durations, but no users", async () => {
  const { next } = compareListings();
  const writes = Array.from({ length: 12 }, (_, index) => next([item("a", index)], time(index * 5))).flat();
  const learned = await learn(() => writes, { administrators: defaultAdministrators, holdBack: 0.2 });
  const scopes = learned?.policy.rules
    .filter(({ scopes: list }) => list.some(({ value }) => value.parameters))
    .map(({ id, scopes: list }) => [id, list.at(-1)?.value.parameters]);
  expect(scopes).toEqual([
    ["lease/holder-pattern", { patterns: ["controller-*-*_*"] }],
    ["lease/duration-within-bounds", { minSeconds: 7, maxSeconds: 30 }],
  ]);
  expect(learned?.policy.header.join("\n")).toContain("does not show users");
});
