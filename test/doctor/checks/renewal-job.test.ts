import { expect, test } from "vitest";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, permitRenewal, testPlanted } from "../../harness/planted.ts";

interface Times {
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

/** Returns a change that adds a CronJob like that of the component `self-managed`. */
const job = (status: Times, spec: Changeable = {}, args: readonly string[] = ["certs", "apply"]) => ({
  plant: (cluster: DoctorCluster): void => {
    permitRenewal(cluster);
    cluster.add({
      kind: "CronJob",
      metadata: {
        name: "lease-guard-certificates",
        namespace: "lease-guard",
        creationTimestamp: "2026-06-01T00:00:00Z",
      },
      spec: {
        ...spec,
        jobTemplate: { spec: { template: { spec: { ...account, containers: [{ name: "c", args }] } } } },
      },
      status,
    });
  },
});

const account = { serviceAccountName: "lease-guard-certificates" };

test.each([
  ["has run today", job({ lastScheduleTime: "2026-07-01T03:17:00Z", lastSuccessfulTime: "2026-07-01T03:17:20Z" })],
  ["failed once", job({ lastScheduleTime: "2026-07-01T03:17:00Z", lastSuccessfulTime: "2026-06-30T03:17:20Z" })],
  ["runs every month", job({ lastScheduleTime: "2026-07-01T07:50:00Z", lastSuccessfulTime: "2026-06-01T07:50:00Z" })],
  ["has never run", job({})],
  ["does something else", job({}, { suspend: true }, ["audit"])],
])("a CronJob that %s has no finding", (_, changes) => {
  expect(diagnosed(changes).findings).toEqual([]);
});

testPlanted({
  "a suspended CronJob": {
    ...job({ lastScheduleTime: "2026-06-01T03:17:00Z" }, { suspend: true }),
    finds: ["doctor/certificates-renewed", "warning", "spec.suspend"],
  },
  "a CronJob whose runs fail": {
    ...job({ lastScheduleTime: "2026-07-01T03:17:00Z", lastSuccessfulTime: "2026-06-20T03:17:20Z" }),
    finds: ["doctor/certificates-renewed", "warning", "status.lastSuccessfulTime"],
  },
  "a CronJob without a successful run": {
    ...job({ lastScheduleTime: "2026-07-01T03:17:00Z" }),
    finds: ["doctor/certificates-renewed", "warning", "status.lastSuccessfulTime"],
  },
});
