import { expect, it } from "vitest";
import { decideCollector, isControllerAccount } from "../../src/guarantee/collector.ts";

const manager = (name: string, usesAccounts: boolean | undefined) => ({ name, usesAccounts });
const [known, unclear, without] = [manager("a", true), manager("b", undefined), manager("c", false)];

it.each([
  ["holds", [known], false, "runs with --use-service-account-credentials"],
  ["holds", [unclear], true, "the recording contains"],
  ["holds", undefined, true, "the recording contains"],
  ["fails", [known, without], true, "c must run with --use-service-account-credentials"],
  ["not known", [known, unclear], false, "needs all flags of b"],
  ["not known", [], false, "needs the pods of kube-controller-manager"],
  ["not known", [], false, "or --recording of elections with a request of a controller with its own service account"],
  ["not known", undefined, false, "needs pods"],
] as const)("%s with %j, and a recording: %s", (status, managers, isRecorded, reason) => {
  const answer = decideCollector({ managers, isRecorded });
  expect(answer).toStrictEqual({ status, reason: expect.stringContaining(reason) });
});

it("knows the service accounts of controllers", () => {
  expect(isControllerAccount("system:serviceaccount:kube-system:generic-garbage-collector")).toBe(true);
  expect(isControllerAccount("system:serviceaccount:kube-system:deployment-controller")).toBe(true);
  expect(isControllerAccount("system:serviceaccount:team-a:generic-garbage-collector")).toBe(false);
  expect(isControllerAccount("system:serviceaccount:kube-system:aws-load-balancer-controller")).toBe(false);
  // cloud-controller-manager has this account, too.
  expect(isControllerAccount("system:serviceaccount:kube-system:node-controller")).toBe(false);
  expect(isControllerAccount("system:kube-controller-manager")).toBe(false);
});
