import { expect, it } from "vitest";
import { countToken, decideTokens, noTokens } from "../../src/guarantee/bound-tokens.ts";

const [podName, nodeName] = ["authentication.kubernetes.io/pod-name", "authentication.kubernetes.io/node-name"];
const user = (extra?: Record<string, string[]>) => ({ username: "system:serviceaccount:a:b", groups: [], extra });
const bound = user({ [podName]: ["web-0"], [nodeName]: ["worker-1"] });

it.each([
  ["bound tokens", [bound, bound], "holds", "2 recorded writes"],
  [
    "a token without a node",
    [bound, user({ [podName]: ["web-0"] })],
    "fails",
    "1 recorded write without a bound token",
  ],
  ["a token without a pod", [user()], "fails", 'the first by "system:serviceaccount:a:b"'],
  ["an unknown writer", [undefined], "fails", "a writer that is not known"],
  ["no write", [], "not known", "no write of the Lease"],
])("decides %s", (_, users, status, reason) => {
  const answer = decideTokens(users.reduce(countToken, noTokens), "v1.36.4");
  expect(answer.status).toBe(status);
  expect(answer.reason).toContain(reason);
});

it.each([
  ["v1.29.3", "fails"],
  ["v1.30.0", "not known"],
  [undefined, "not known"],
])("without a recording, %s: %s", (version, status) => {
  expect(decideTokens(undefined, version).status).toBe(status);
});
