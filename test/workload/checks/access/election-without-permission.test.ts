import { check } from "../../../../src/workload/checks/access/election-without-permission.ts";
import { managerProgram } from "../../../harness/manager.ts";
import {
  account,
  clusterRole,
  clusterRoleBinding,
  elector,
  role,
  roleBinding,
  rule,
  withoutNamespace,
} from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const enough = [rule("get", "create", "update")];
const named = (...verbs: readonly string[]) => ({ ...rule(...verbs), resourceNames: ["example-lock"] });
const configMaps = { ...rule("get", "create", "update"), apiGroups: [""], resources: ["configmaps"] };
const at = "Deployment/manager spec.template.spec.serviceAccountName";
const other = { ...managerProgram, name: "other", images: ["example/other"] };
const image = "example/other:v1";
const unnamed = { ...other, lockName: {} };

testSetCheck(check, {
  reports: {
    "a Role without Leases": {
      objects: [role([{ ...rule("*"), apiGroups: [""], resources: ["pods"] }]), roleBinding(), elector()],
      at,
      says: /^must be a ServiceAccount that may get, create, and update the Lease team-a\/example-lock, because no replica stays/,
      remedy: /resourceNames:\n {6}- example-lock\n {4}verbs:\n {6}- get\n {6}- update\n---\n.*\n?.*kind: RoleBinding/s,
    },
    "two Leases of one account, with a Role each": {
      objects: [
        role([]),
        roleBinding(),
        elector(),
        elector({ name: "second", args: ["--leader-elect", "--lock-name=lock"] }),
      ],
      at: [at, at.replace("manager", "second")],
      remedy:
        /name: elector-leader-election-(example-)?lock\n.*resourceNames:\n {6}- \1lock\n.*name: elector-leader-election-\1lock\n/s,
    },
    "no get": { objects: [role([rule("create", "update")]), roleBinding(), elector()], at, says: /may get the Lease/ },
    "no update": { objects: [role([rule("create", "get")]), roleBinding(), elector()], at, says: /may update the/ },
    "another name of the Lease": {
      objects: [
        role([rule("create"), { ...rule("get", "update"), resourceNames: ["other"] }]),
        roleBinding(),
        elector(),
      ],
      at,
    },
    "Leases in the core group": {
      objects: [role([{ ...rule("*"), apiGroups: [""] }]), roleBinding(), elector()],
      at,
    },
    "patch instead of update, for client-go": {
      objects: [role([rule("get", "create", "patch")]), roleBinding(), elector()],
      at,
    },
    "no create, because another client can create the Lease": {
      objects: [role([named("get", "update")]), roleBinding(), elector()],
      at,
      severity: "warning",
      says: /may create the Lease team-a\/example-lock, because no replica becomes the leader until another client creates/,
    },
    "ConfigMaps instead of Leases, as of an earlier version": {
      objects: [role([configMaps]), roleBinding(), elector()],
      at,
      severity: "warning",
    },
    "a Lease of an unknown name": {
      objects: [role([{ ...rule("*"), resources: ["pods"] }]), roleBinding(), elector({ image })],
      programs: [unnamed],
      at,
      says: /Leases in team-a, /,
    },
    "a verb that the program needs beyond the usual ones": {
      objects: [role(enough), roleBinding(), elector({ image })],
      programs: [{ ...other, moreVerbs: ["patch"] }],
      at,
      says: /may patch the Lease/,
      remedy: /- patch\n/,
    },
    "fabric8, which renews with patch or, before version 6.5, with update": {
      objects: [role([rule("get", "create")]), roleBinding(), elector({ image })],
      programs: [{ ...other, library: "fabric8" }],
      at,
      remedy: /- get\n\s+- update\n\s+- patch\n/,
    },
    "a cluster without a binding of the ServiceAccount": { objects: [role(enough), elector()], at, isComplete: true },
  },
  silent: {
    "the least privileges": { objects: [role([rule("create"), named("get", "update")]), roleBinding(), elector()] },
    "a ClusterRole": { objects: [clusterRole(enough), clusterRoleBinding(), elector()] },
    "patch instead of update, for another library": {
      objects: [role([rule("get", "create", "patch")]), roleBinding(), elector({ image })],
      programs: [{ ...other, library: "fabric8" }],
    },
    "a ServiceAccount that no binding names": { objects: [role(enough), elector()] },
    "a role that is not in the files": {
      objects: [role([rule("get")]), roleBinding(), roleBinding({ name: "other", roleName: "absent" }), elector()],
    },
    "two forms of a Role, of which one is enough": {
      objects: [role([rule("get")]), role(enough), roleBinding(), elector()],
    },
    "two forms of a Role without Leases": {
      objects: [role([]), role([]), roleBinding(), elector()],
    },
    "an aggregated ClusterRole": {
      objects: [
        { ...clusterRole([]), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "x" } }] } },
        clusterRoleBinding(),
        elector(),
      ],
    },
    "a Role without a namespace": {
      objects: [withoutNamespace(role(enough)), withoutNamespace(roleBinding({ subjects: [account] })), elector()],
    },
    "a Deployment without a namespace": {
      objects: [role([rule("get")]), roleBinding(), elector({ namespace: null })],
    },
    "a Lease in an unknown namespace": {
      objects: [
        role([rule("get")]),
        roleBinding(),
        elector({ args: ["--leader-elect", "--lock-namespace=$(UNKNOWN)"] }),
      ],
    },
    "names, and a Lease of an unknown name": {
      objects: [role([rule("create"), named("get", "update")]), roleBinding(), elector({ image })],
      programs: [unnamed],
    },
    "an election that is off": { objects: [role([]), roleBinding(), elector({ args: [] })] },
    "an election that is not understood": {
      objects: [role([]), roleBinding(), elector({ args: ["--leader-elect=$(UNKNOWN)"] })],
    },
    "an unknown program": { objects: [role([]), roleBinding(), elector({ image: "example/unknown:v1" })] },
    "a program with an unverified source": {
      objects: [role([]), roleBinding(), elector({ image })],
      programs: [{ ...other, isVerified: false }],
    },
    "a Role in another namespace, which another check reports": {
      objects: [
        role(enough, { namespace: "team-b" }),
        roleBinding({ namespace: "team-b", subjects: [account] }),
        elector(),
      ],
    },
  },
});
