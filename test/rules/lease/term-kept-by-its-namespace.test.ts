import { rule } from "../../../src/rules/lease/term-kept-by-its-namespace.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const pod = "backup-agent-5c6d7f8b9d-w4z8k";
const inNamespace = (user: UserInfo, namespace: string, account: string): UserInfo => ({
  ...user,
  username: `system:serviceaccount:${namespace}:${account}`,
});
const user = inNamespace(byPod(pod, "node-3"), "backup", "agent");
const withoutNode = { ...user, extra: { "authentication.kubernetes.io/pod-name": [pod] } };
const row = { now: "2026-07-01T08:00:12Z", user } as const;
const released = { holderIdentity: "", leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:12.000000Z" };
const release = spec(released);
const heldBy = (holderIdentity: string) => ({ ...row, old: spec({ holderIdentity }), tweak: release });
const holder = [{ type: "FieldValueForbidden", field: "spec.holderIdentity" }];
const duration = [{ type: "FieldValueForbidden", field: "spec.leaseDurationSeconds" }];
const renewed = [{ type: "FieldValueForbidden", field: "spec.renewTime" }];
const nodeLease = metadata({ namespace: "kube-node-lease" });

testRule(rule, {
  silent: {
    "holder: the pod itself": heldBy(pod),
    "holder: the pod itself, with a UUID": heldBy(`${pod}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`),
    "holder: the node of the pod": heldBy("node-3_8a7f3b9c"),
    "holder: a pod of a Deployment, which written-by-its-holder reports": heldBy("controller-7d9f6c8b5d-x2vzk"),
    "holder: a UUID": heldBy("8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c"),
    "holder: a UUID that begins with a letter": heldBy("a7f3b9c8-1d2e-4f5a-9b8c-7d6e5f4a3b2c"),
    "holder: a number": heldBy("4711"),
    "holder: the name of the program": heldBy("backup"),
    "holder: the name of the service account": {
      ...heldBy("gardener"),
      user: inNamespace(user, "garden", "gardener-agent"),
    },
    "holder: only common words": heldBy("controller-manager"),
    "holder: no name": heldBy("Primary Leader"),
    "holder: another, which holder-kept-until-expiry reports": {
      ...heldBy("db-0"),
      tweak: spec({ ...released, holderIdentity: pod }),
    },
    "holder: renewed": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", renewTime: "2026-07-01T08:00:12.000000Z" }),
    },
    "renewTime: put back within the term": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", renewTime: "2026-07-01T08:00:05.000000Z" }),
    },
    "renewTime: put back to the allowance and a moment": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", renewTime: "2026-07-01T08:00:02.000001Z" }),
    },
    "term: expired except for the allowance": { ...heldBy("db-0"), now: "2026-07-01T08:00:20Z" },
    "namespace: that of the pod": { ...heldBy("db-0"), user: inNamespace(user, "team-a", "agent") },
    "namespace: kube-node-lease": {
      ...row,
      old: (object) => {
        nodeLease(object);
        spec({ holderIdentity: "db-0" })(object);
      },
      tweak: (object) => {
        nodeLease(object);
        release(object);
      },
    },
    "user: the node is unknown": { ...heldBy("db-0"), user: withoutNode },
    "user: a token without a pod": {
      ...heldBy("db-0"),
      user: { username: "system:serviceaccount:backup:agent", groups: [] },
    },
    "user: an administrator": { ...heldBy("db-0"), user: { ...user, groups: ["system:masters"] } },
    "user: unknown": { now: row.now, old: spec({ holderIdentity: "db-0" }), tweak: release },
  },
  reports: {
    "holder: a pod of a StatefulSet": { ...heldBy("db-0"), causes: holder },
    "holder: a pod with its namespace": { ...heldBy("team-a/db-0"), causes: holder },
    "holder: a static pod": { ...heldBy("master-0_8a7f3b9c"), causes: holder },
    "holder: a host with a domain": { ...heldBy("master-0.example.com_8a7f3b9c"), causes: holder },
    "holder: the name of another program": { ...heldBy("primary"), causes: holder },
    "duration: shortened": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", leaseDurationSeconds: 1 }),
      causes: duration,
    },
    "duration: removed": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", leaseDurationSeconds: null }),
      causes: duration,
    },
    "renewTime: put back to the allowance": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", renewTime: "2026-07-01T08:00:02.000000Z" }),
      causes: renewed,
    },
    "renewTime: put back by a term": {
      ...heldBy("db-0"),
      tweak: spec({ holderIdentity: "db-0", renewTime: "2026-07-01T07:59:57.000000Z" }),
      causes: renewed,
    },
  },
});
