import { check } from "../../../../src/workload/checks/access/leases-unnamed-write.ts";
import { manager, managerProgram } from "../../../harness/manager.ts";
import {
  account,
  clusterRole,
  elector,
  role,
  roleBinding,
  rule,
  withoutNamespace,
} from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const scaffold = rule("get", "create", "update", "delete");
const objects = [role([scaffold]), roleBinding()];
const at = "Role/elector rules[0].verbs";
const unnamed = { ...managerProgram, name: "other", images: ["example/other"], lockName: {} };
const computed = elector({ name: "second", image: "example/other:v1" });

testSetCheck(check, {
  reports: {
    "the verbs of a scaffold": {
      objects: [...objects, elector()],
      at,
      says: /^must be in a rule with resourceNames, because the rule grants update and delete for .* needs only example-lock$/,
      remedy: /resourceNames:\n {6}- example-lock\n {4}verbs:\n {6}- get\n {6}- update\n/,
    },
    "two elections of one account": {
      objects: [...objects, elector(), elector({ name: "second", args: ["--leader-elect", "--lock-name=a-lock"] })],
      at,
      says: /needs only a-lock and example-lock$/,
      remedy: /resourceNames:\n {6}- a-lock\n {6}- example-lock\n/,
    },
    "an account each": {
      objects: [
        role([scaffold]),
        roleBinding({ subjects: [account, { ...account, name: "second" }] }),
        elector(),
        manager({
          name: "second",
          args: ["--leader-elect", "--lock-name=a-lock"],
          pod: { serviceAccountName: "second" },
        }),
      ],
      at,
      remedy: /name: elector\n---\n.*resourceNames:\n {6}- a-lock\n.*name: second\n$/s,
    },
  },
  silent: {
    "the name of the Lease": {
      objects: [role([{ ...scaffold, resourceNames: ["example-lock"] }]), roleBinding(), elector()],
    },
    "create without a name": { objects: [role([rule("create")]), roleBinding(), elector()] },
    "a Lease of an unknown name": { objects: [...objects, computed], programs: [unnamed] },
    "one of two Leases of an unknown name": { objects: [...objects, elector(), computed], programs: [unnamed] },
    "a Lease in another namespace": {
      objects: [...objects, elector({ args: ["--leader-elect", "--lock-namespace=kube-system"] })],
    },
    "an election that is not understood": { objects: [...objects, elector({ args: ["--leader-elect=$(UNKNOWN)"] })] },
    "an election that is off": { objects: [...objects, elector({ args: [] })] },
    "another account": { objects: [role([scaffold]), roleBinding({ subjects: [] }), elector()] },
    "no election": { objects },
    "a ClusterRole": { objects: [clusterRole([scaffold]), roleBinding({ roleKind: "ClusterRole" }), elector()] },
    "a Role without a namespace": { objects: [withoutNamespace(role([scaffold])), roleBinding(), elector()] },
  },
});
