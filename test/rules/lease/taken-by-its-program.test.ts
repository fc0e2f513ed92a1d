import { rule } from "../../../src/rules/lease/taken-by-its-program.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { type ReportingRow, type Row, testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const hash = "5dcfb9df8c-bfkvv";
const uuid = "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c";
const renewTime = "2026-07-01T08:01:00.000000Z";
const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];

/** Returns the user of a pod whose service account is in team-a. */
const podOf = (account: string, pod: string, node?: string): UserInfo => ({
  ...byPod(pod, node),
  username: `system:serviceaccount:team-a:${account}`,
});

const heldBy = (holderIdentity: string) => spec({ holderIdentity });
const taken = (holderIdentity: string) => spec({ holderIdentity, renewTime });

/**
 * Returns a row in which a Lease changes from one holder to another. The second holder is the pod
 * that writes. By default, its service account has the name of its workload.
 */
const turn = (before: string, pod: string, account = pod.replace(/-[^-]+-[^-]+$/, "")): Row => ({
  user: podOf(account, pod),
  old: heldBy(before),
  tweak: taken(pod),
});

const incident = turn(`tigera-operator-${hash}_${uuid}`, "backup-operator-7d9f6c8b5d-x2vzk");
const reported = (row: Row): ReportingRow => ({ ...row, causes });
const both =
  (...tweaks: readonly ((object: Draft) => void)[]) =>
  (object: Draft) => {
    for (const tweak of tweaks) tweak(object);
  };

testRule(rule, {
  silent: {
    "program: the same": turn(`tigera-operator-${hash}`, "tigera-operator-7d9f6c8b5d-x2vzk"),
    "program: with a longer name": turn(`tigera-${hash}`, "tigera-operator-manager-7d9f6c8b5d-x2vzk"),
    "program: with a shorter name": turn(`foo-controller-manager-${hash}`, "foo-controller-7d9f6c8b5d-x2vzk"),
    "program: without a prefix": turn(`foo-controller-manager-${hash}`, "controller-manager-7d9f6c8b5d-x2vzk"),
    "program: of another version": turn(`foo-v1-${hash}`, "foo-v2-7d9f6c8b5d-x2vzk"),
    "program: of another release of Helm": turn(
      `blue-ingress-nginx-controller-${hash}`,
      "green-ingress-nginx-controller-7d9f6c8b5d-x2vzk",
    ),
    "program: with words in another order": turn(`ingress-nginx-controller-${hash}`, "nginx-ingress-7d9f6c8b5d-x2vzk"),
    "program: with fewer dashes": turn(`certmanager-${hash}`, "cert-manager-7d9f6c8b5d-x2vzk"),
    "program: renamed, with the same service account": turn(
      `tigera-operator-${hash}`,
      "backup-7d9f6c8b5d-x2vzk",
      "tigera-operator",
    ),
    "program: renamed, with the same service account of a longer name": turn(
      `tigera-${hash}`,
      "backup-7d9f6c8b5d-x2vzk",
      "tigera-backup",
    ),
    "program: renamed in part, with the service account of the other part": turn(
      `nginx-controller-${hash}`,
      "nginx-proxy-7d9f6c8b5d-x2vzk",
      "proxy",
    ),
    "program: before, only common words": turn(`controller-manager-${hash}`, "backup-7d9f6c8b5d-x2vzk"),
    "service account: default": turn(`tigera-operator-${hash}`, "backup-operator-7d9f6c8b5d-x2vzk", "default"),
    "service account: of both programs": turn(
      `tigera-operator-${hash}`,
      "backup-operator-7d9f6c8b5d-x2vzk",
      "platform",
    ),
    "holder: kept": { ...incident, tweak: both(heldBy(`tigera-operator-${hash}_${uuid}`), spec({ renewTime })) },
    "holder: released": { ...incident, tweak: taken("") },
    "holder: none before": { ...incident, old: heldBy("") },
    "holder: another pod than the writer": { ...incident, tweak: taken("backup-operator-7d9f6c8b5d-bcdfg") },
    "holder: a free identity of the writer": { ...incident, tweak: taken(uuid) },
    "holder: before, a free identity": { ...incident, old: heldBy("tigera-operator") },
    "holder: before, a pod of a StatefulSet or a host": { ...incident, old: heldBy("tigera-operator-0") },
    "holder: before, a pod of a DaemonSet or a host": { ...incident, old: heldBy("tigera-operator-bfkvv") },
    "holder: before, the machine of the writer": {
      ...incident,
      user: podOf("backup-operator", "backup-operator-7d9f6c8b5d-x2vzk", `tigera-operator-${hash}`),
    },
    "holder: before, another machine, if machines are named like pods": {
      ...incident,
      user: podOf("backup-operator", "backup-operator-7d9f6c8b5d-x2vzk", "md-0-7d9f6c8b5d-x2vzk"),
    },
    "writer: unknown": { ...incident, user: { username: "", groups: [] } },
    "writer: a token without a pod": {
      ...incident,
      user: { username: "system:serviceaccount:team-a:backup-operator", groups: [] },
    },
    "writer: not a service account": {
      ...incident,
      user: { ...podOf("", "backup-operator-7d9f6c8b5d-x2vzk"), username: "jane" },
    },
    "term: still held, which holder-kept-until-expiry reports": { ...incident, now: "2026-07-01T08:00:12Z" },
    "term: renewed more than a day ago": { ...incident, now: "2026-07-02T08:00:10.124Z" },
    "term: never renewed": {
      ...incident,
      old: both(heldBy(`tigera-operator-${hash}`), spec({ renewTime: null })),
    },
  },
  reports: {
    "program: another": reported(incident),
    "program: another, with a namespace": reported(
      turn(`tigera/tigera-operator-${hash}`, "backup-operator-7d9f6c8b5d-x2vzk"),
    ),
    "program: another, with only common words": reported(
      turn(`tigera-operator-${hash}`, "controller-manager-7d9f6c8b5d-x2vzk"),
    ),
    "program: another, of a DaemonSet": reported(turn(`tigera-operator-${hash}`, "backup-x2vzk", "backup")),
    "program: another, of a StatefulSet": reported(turn(`tigera-operator-${hash}`, "backup-0", "backup")),
    "program: another, with a pod of its own": reported(turn(`tigera-operator-${hash}`, "backup", "backup")),
    "service account: a name like the workload": reported(
      turn(`tigera-operator-${hash}`, "backup-operator-7d9f6c8b5d-x2vzk", "backup"),
    ),
    "term: renewed a day ago": reported({ ...incident, now: "2026-07-02T08:00:10.123Z" }),
    "term: perhaps still held": reported({ ...incident, now: "2026-07-01T08:00:20Z" }),
  },
});
