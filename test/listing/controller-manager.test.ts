import { expect, it } from "vitest";
import { controllerManagerOf } from "../../src/listing/controller-manager.ts";
import { Pods } from "../../src/listing/pods.ts";

const flag = "--use-service-account-credentials";
const managerPod = (command: readonly string[], namespace = "kube-system", component = "kube-controller-manager") => ({
  metadata: { namespace, name: "kube-controller-manager-cp-1", labels: { component } },
  spec: { containers: [{ name: "main", command }] },
});

it.each([
  [["kube-controller-manager", `${flag}=true`], true],
  [["kube-controller-manager", flag], true],
  [["kube-controller-manager", flag, "--v=2"], true],
  [["kube-controller-manager", `${flag}=false`], false],
  [["kube-controller-manager", `${flag}=true`, `${flag}=false`], false],
  [["kube-controller-manager", "--v=2"], false],
  [["/bin/sh", "-c", `exec kube-controller-manager ${flag}=true`], true],
  [["/bin/sh", "-c", "exec kube-controller-manager $ARGS"], undefined],
  [["kube-controller-manager", `${flag}=$(USE)`], undefined],
  [[], undefined],
])("reads the flag from %j", (command, usesAccounts) => {
  expect(controllerManagerOf(managerPod(command))).toStrictEqual({
    name: "kube-controller-manager-cp-1",
    usesAccounts,
  });
});

it("ignores other pods", () => {
  const pods = new Pods();
  pods.add(managerPod([flag], "team-a"));
  pods.add(managerPod([flag], "kube-system", "kube-scheduler"));
  expect(pods.controllerManagers()).toStrictEqual([]);
  pods.add(managerPod([flag]));
  expect(pods.controllerManagers().length).toBe(1);
});
