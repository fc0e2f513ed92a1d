import { rule } from "../../../src/rules/lease-candidate/written-by-its-program.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const candidate =
  (renewTime: string | null, name = "master-0_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c", namespace = "kube-system") =>
  (object: Draft): void => {
    metadata({ name, namespace })(object);
    spec({ leaseName: "kube-scheduler", renewTime })(object);
  };
const before = "2026-07-01T08:00:00.000000Z";
const after = "2026-07-01T08:00:30.000000Z";
const user = byPod("backup-agent-5c6d7f8b9d-w4z8k", "node-3", "backup:agent");
const renewal = {
  now: after,
  user,
  old: candidate(before),
  tweak: candidate(after),
  operations: ["UPDATE"],
} as const;
const deletion = { now: after, user, old: candidate(before), operations: ["DELETE"] } as const;
const causes = [{ type: "FieldValueForbidden", field: "metadata.name" }];
const inNamespace = { old: candidate(before, "master-0", "team-a"), tweak: candidate(after, "master-0", "team-a") };
const inPod = (pod: string, account: string) => ({ ...renewal, user: byPod(pod, "master-0", account) });

testRule(rule, {
  silent: {
    "writer: a pod of the program": inPod("scheduler-x2vzk", "kube-system:default"),
    "writer: a service account of the program": inPod("web-0", "kube-system:kube-scheduler"),
    "writer: the static pod, with a certificate": {
      ...renewal,
      user: { username: "system:kube-scheduler", groups: ["system:authenticated"] },
    },
    "writer: a token without a pod": {
      ...renewal,
      user: { username: "system:serviceaccount:backup:agent", groups: [] },
    },
    "writer: an administrator": { ...renewal, user: { ...user, groups: ["system:masters"] } },
    "writer: unknown": { ...renewal, user: { username: "", groups: [] } },
    "name: the pod of the writer": {
      ...renewal,
      old: candidate(before, "backup-agent-5c6d7f8b9d-w4z8k"),
      tweak: candidate(after, "backup-agent-5c6d7f8b9d-w4z8k"),
    },
    "name: another pod, which written-by-its-owner reports": {
      ...renewal,
      old: candidate(before, "backup-agent-5c6d7f8b9d-bcdfg"),
      tweak: candidate(after, "backup-agent-5c6d7f8b9d-bcdfg"),
    },
    "namespace: another": { ...renewal, ...inNamespace },
    "renewTime: kept": { ...renewal, tweak: candidate(before) },
    "renewTime: of an expired candidate, long past": {
      ...renewal,
      old: candidate("2026-07-01T06:00:00.000000Z"),
      tweak: candidate("2026-07-01T06:30:00.000000Z"),
    },
    "deletion: of an expired candidate": { ...deletion, now: "2026-07-01T09:00:00Z" },
    "deletion: of a candidate without a renewTime": { ...deletion, old: candidate(null) },
    "deletion: by the garbage collector": {
      ...deletion,
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] },
    },
  },
  reports: {
    "renewTime: renewed": { ...renewal, causes },
    "renewTime: renewed from the same host": { ...inPod("backup-agent-w4z8k", "kube-system:agent"), causes },
    "renewTime: of an expired candidate": { ...renewal, old: candidate("2026-07-01T06:00:00.000000Z"), causes },
    "renewTime: set back": { ...renewal, tweak: candidate("2026-07-01T07:00:00.000000Z"), causes },
    "deletion: of a live candidate": { ...deletion, causes },
  },
});
