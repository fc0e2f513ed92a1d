import { expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { listLeases } from "../../src/learn/watch-cluster.ts";
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
