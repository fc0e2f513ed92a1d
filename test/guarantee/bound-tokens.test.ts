import { expect, it } from "vitest";
import { countToken, decideTokens, noTokens, withOthers } from "../../src/guarantee/bound-tokens.ts";
import type { UserInfo } from "../../src/rules/rule.ts";

const [podName, nodeName] = ["authentication.kubernetes.io/pod-name", "authentication.kubernetes.io/node-name"];
const named = (username: string, groups: string[] = [], extra?: Record<string, string[]>) => ({
  ...{ username, groups },
  ...(extra && { extra }),
});
const user = (extra?: Record<string, string[]>) => named("system:serviceaccount:a:b", [], extra);
const bound = user({ [podName]: ["web-0"], [nodeName]: ["worker-1"] });
const period = { from: new Date("2026-07-01T07:00:00Z"), to: new Date("2026-07-01T08:00:00Z") };
const tallyOf = (users: readonly (UserInfo | undefined)[], isCurrent = true) =>
  users.reduce((tally, each) => countToken(tally, each, isCurrent), noTokens);
const decide = (tally: typeof noTokens) => decideTokens({ tally, ...period }, "v1.36.4");

const admin = named("kubernetes-admin", ["system:masters", "system:authenticated"]);
const accounts = ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"];
const ofSystem = (name: string) => named(`system:serviceaccount:kube-system:${name}`, accounts);

it.each([
  ["bound tokens", [bound, bound], "holds", "2 writes with bound tokens"],
  ["the time of the recording", [bound], "holds", "from 2026-07-01T07:00:00Z to 2026-07-01T08:00:00Z"],
  [
    "a token without a node",
    [bound, user({ [podName]: ["web-0"] })],
    "fails",
    "1 recorded write without a bound token",
  ],
  ["a token without a pod", [user()], "fails", 'the first by "system:serviceaccount:a:b"'],
  ["a service account with another user name", [bound, named("robot", ["system:serviceaccounts"])], "fails", "robot"],
  ["an unknown writer", [undefined], "fails", "a writer that is not known"],
  ["a writer without a name", [bound, named("", ["system:authenticated"])], "fails", "a writer that is not known"],
  ["a client without credentials", [bound, named("system:anonymous")], "fails", "system:anonymous"],
  ["another controller", [bound, ofSystem("deployment-controller")], "fails", "deployment-controller"],
  ["an administrator", [bound, admin], "holds", 'and 1 write by trusted users or controllers, the first by "kubern'],
  ["a user", [bound, named("jane", ["system:authenticated"]), admin], "holds", "and 2 writes by trusted users or"],
  ["the garbage collector", [bound, ofSystem("generic-garbage-collector")], "holds", "and 1 write by trusted users"],
  ["the namespace controller", [bound, ofSystem("namespace-controller")], "holds", "and 1 write by trusted users"],
  ["only an administrator", [admin], "not known", "no write of the Lease by a pod, but 1 write by trusted users"],
  ["no write", [], "not known", "no write of the Lease by a pod"],
])("decides %s", (_, users, status, reason) => {
  const answer = decide(tallyOf(users));
  expect(answer.status).toBe(status);
  expect(answer.reason).toContain(reason);
});

it("needs a write by a pod close to the listing", () => {
  const tally = tallyOf([bound], false);
  const reason = expect.stringContaining("no write of the Lease by a pod within an hour of the listing");
  expect(decide(tally)).toStrictEqual({ status: "not known", reason });
  expect(decide(countToken(tally, bound, true)).status).toBe("holds");
});

it.each([
  ["by a service account", user(), "fails"],
  ["by a pod, which do not show that the replicas have bound tokens", bound, "not known"],
  ["by an administrator", admin, "not known"],
])("counts writes without a name %s", (_, writer, status) => {
  expect(decide(withOthers(noTokens, tallyOf([writer]))).status).toBe(status);
  expect(decide(withOthers(tallyOf([bound]), tallyOf([writer]))).status).toBe(status === "fails" ? "fails" : "holds");
});

it("does not decide without the names of creates", () => {
  const reason = expect.stringContaining('"cleaner" without a bound token');
  expect(decide({ ...tallyOf([bound]), possiblyUnbound: "cleaner" })).toStrictEqual({ status: "not known", reason });
});

it.each([
  ["v1.29.3", "fails"],
  ["v1.30.0", "not known"],
  [undefined, "not known"],
])("without a recording, %s: %s", (version, status) => {
  expect(decideTokens(undefined, version).status).toBe(status);
});
