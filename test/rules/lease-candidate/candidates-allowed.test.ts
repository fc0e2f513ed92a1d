import { rule } from "../../../src/rules/lease-candidate/candidates-allowed.ts";
import { byPod } from "../../harness/by-pod.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "spec.leaseName" }];
const jane = { username: "jane", groups: ["system:authenticated"] };
const byJane: Row = { user: jane };
const named = (leaseName: string): Row => ({ ...byJane, tweak: spec({ leaseName }) });
const allowing = (...leases: readonly object[]): Row => ({ ...byJane, parameters: { leases } });

testRule(rule, {
  parameters: {
    leases: [
      {
        names: ["controller", "scheduler-*"],
        users: ["system:serviceaccount:$(namespace):controller"],
        groups: ["lease-admins"],
      },
      { names: ["controller"], pods: ["controller-*"] },
    ],
  },
  silent: {
    "user: allowed by name": { user: { username: "system:serviceaccount:team-a:controller" } },
    "user: allowed by group": { user: { username: "joe", groups: ["system:authenticated", "lease-admins"] } },
    "user: the pod is allowed": { user: byPod("controller-0", "node-1", "team-a:other") },
    "user: unknown": { user: {} },
    "user: kube-apiserver": { user: { username: "system:apiserver" } },
    "user: the master of all": { user: { username: "admin", groups: ["system:masters"] } },
    "leaseName: in no entry": named("other"),
    "leaseName: only the start of a name in an entry": named("control"),
    "leaseName: a name in an entry, in upper case": named("Controller"),
    "leaseName: empty, for another rule to report": named(""),
    "entries: one of two allows the user": allowing(
      { names: ["controller"], users: ["joe"] },
      { names: ["*"], users: ["jane"] },
    ),
    "entries: an asterisk allows every user": allowing({ names: ["controller"], users: ["*"] }),
  },
  reports: {
    "user: not allowed": { ...byJane, causes },
    "user: a service account of another namespace": {
      user: { username: "system:serviceaccount:team-b:controller" },
      causes,
    },
    "user: the namespace is a pattern": {
      user: { username: "system:serviceaccount:team-b:controller" },
      tweak: metadata({ namespace: "team-*" }),
      causes,
    },
    "user: another pod": { user: byPod("other-0", "node-1", "team-a:other"), causes },
    "user: a pod of that name in another namespace": { user: byPod("controller-0", "node-1", "team-b:other"), causes },
    "user: a group with the name of an allowed user": {
      user: { username: "jane", groups: ["system:serviceaccount:team-a:controller"] },
      causes,
    },
    "leaseName: the second pattern of an entry": { ...named("scheduler-1"), causes },
    "leaseName: allowed to the pod, but in another entry": {
      user: byPod("controller-0", "node-1", "team-a:other"),
      tweak: spec({ leaseName: "scheduler-1" }),
      causes,
    },
    "metadata.name: of the server's choice": {
      ...byJane,
      tweak: metadata({ name: undefined, generateName: "controller-" }),
      causes,
    },
    "entries: without users": { ...allowing({ names: ["controller"] }), causes },
    "entries: the user is allowed for another Lease": {
      ...allowing({ names: ["controller"], users: ["joe"] }, { names: ["other"], users: ["jane"] }),
      causes,
    },
  },
});
