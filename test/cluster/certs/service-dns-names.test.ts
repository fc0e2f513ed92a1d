import { expect, test } from "vitest";
import { checkService, serviceDnsNames } from "../../../src/cluster/certs/subject-names.ts";

test("a Service has four names", () => {
  expect(serviceDnsNames("webhook", "guard")).toEqual([
    "webhook.guard.svc",
    "webhook.guard.svc.cluster.local",
    "webhook.guard",
    "webhook",
  ]);
});

test.each([
  { service: "lease-guard", namespace: "lease-guard", bad: [] },
  { service: "a".repeat(63), namespace: "1", bad: [] },
  { service: "", namespace: "ns", bad: ['service ""'] },
  { service: "Guard", namespace: "ns", bad: ['service "Guard"'] },
  { service: "a.b", namespace: "ns", bad: ['service "a.b"'] },
  { service: "a".repeat(64), namespace: "ns", bad: [`service "${"a".repeat(64)}"`] },
  { service: "*", namespace: "ns", bad: ['service "*"'] },
  { service: "svc", namespace: "", bad: ['namespace ""'] },
  { service: "svc", namespace: 'a"\n', bad: ['namespace "a\\"\\n"'] },
  { service: "S", namespace: "N", bad: ['service "S"', 'namespace "N"'] },
])("service $service in namespace $namespace", ({ service, namespace, bad }) => {
  expect(checkService(service, namespace).map((line) => line.split(": ")[0])).toEqual(bad);
});
