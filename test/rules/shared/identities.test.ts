import { expect, it } from "vitest";
import { isClusterComponent, serviceAccountOf } from "../../../src/rules/shared/identities.ts";

it.each([
  ["system:serviceaccount:team-a:web", { namespace: "team-a", name: "web" }],
  ["system:serviceaccount:team-a:", { namespace: "team-a", name: "" }],
  ["system:serviceaccount:team-a", undefined],
  ["system:serviceaccounts", undefined],
  ["a system:serviceaccount:team-a:web", undefined],
  ["jane", undefined],
])("finds the service account in %s", (username, account) => {
  expect(serviceAccountOf({ username, groups: [] })).toEqual(account);
});

it.each([
  ["system:serviceaccount:kube-system:generic-garbage-collector", true],
  ["system:kube-scheduler", true],
  ["system:node:worker-1", true],
  ["system:serviceaccount:kube-system", false],
  ["system:serviceaccount:team-a:kube-system", false],
  ["jane", false],
])("knows whether %s is a component of the cluster", (username, isComponent) => {
  expect(isClusterComponent({ username, groups: [] })).toBe(isComponent);
});
