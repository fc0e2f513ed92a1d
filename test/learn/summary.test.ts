import { expect, it } from "vitest";
import { learn } from "../../src/learn/learn.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { summaryLines } from "../../src/learn/summary.ts";
import type { FenceEntry } from "../../src/policy/file/policy-document.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { observe } from "../../src/recording/observed-write.ts";
import { newInputSummary } from "../../src/recording/read-files.ts";
import { type Act, at, submissionsOf, term } from "../election/history.ts";
import { eventsOf, readEvents } from "./fences/operator-log.ts";
import { learnFrom } from "./learned-from.ts";

const mallory = { username: "system:serviceaccount:team-b:mallory", groups: ["system:serviceaccounts"] };
const renewals = Array.from({ length: 40 }, (_, index): Act => {
  const seconds = -200 + index * 5;
  return { at: seconds, spec: { ...term("controller-1", -200, 9), renewTime: at(seconds) } };
});

it("names the writers of denied writes", async () => {
  const takeover: Act = { at: 0, spec: term("mallory", 0, 9), by: mallory };
  const learned = await learnFrom(submissionsOf({ acts: [...renewals, takeover] }).map(observe));
  const lines = summaryLines(learned, newInputSummary());
  expect(lines).toContain("replayed: after its dates, the policy denies 1 write, all without an exemption");
  expect(lines.at(-1)).toMatch(/^ {2}1 write by system:serviceaccount:team-b:mallory to /);
});

it("counts the last writes that a policy from the earlier writes denies", async () => {
  const eve = { username: "system:serviceaccount:team-b:eve", groups: ["system:serviceaccounts"] };
  const takeovers = [mallory, mallory, eve].map(
    (by, index): Act => ({ at: index, spec: term(`taker-${index}`, index, 9 + index), by }),
  );
  const learned = await learnFrom(submissionsOf({ acts: [...renewals, ...takeovers] }).map(observe));
  const lines = summaryLines(learned, newInputSummary());
  expect(lines.slice(-3)).toEqual([
    "held back: a policy from the earlier writes denies 3 of the last 8 writes",
    expect.stringMatching(/^ {2}2 writes by system:serviceaccount:team-b:mallory to /),
    expect.stringMatching(/^ {2}1 write by system:serviceaccount:team-b:eve to /),
  ]);
});

it("lists the fences, and what has none with the pod that wrote it", async () => {
  const secrets = Array.from({ length: 70 }, (_, index) => ({
    at: 50 + index / 100,
    pod: `x-${index}`,
    resource: "secrets",
  }));
  const events = eventsOf({ sent: secrets });
  const options = { administrators: defaultAdministrators, holdBack: 0, fences: true };
  const learned = await learn((onRequest) => readEvents(events, onRequest), options);
  if (learned === undefined) throw new Error("must have writes");
  const leftOut =
    "team-a/operator: secrets: written by pod x-1 of the account while x-0 led (69 of 70 writes by pods that did not lead)";
  expect(summaryLines(learned, newInputSummary()).slice(-2)).toEqual([
    "fence: warns about writes of widgets.example.com, widgets.example.com/status by team-a/operator while Lease team-a/operator names another POD_*: 437 writes of 2026-07-01, 2 handovers, 1 start of a pod that did not lead",
    `no fence: ${leftOut}`,
  ]);
  const text = policyText(learned.policy);
  expect(text).toContain(`# No fence covers these resources and Leases:\n#   ${leftOut}\n`);
  const read = readPolicy([{ file: "policy.yaml", text }]);
  expect(read.ok && read.value.policy.fences).toMatchObject([{ name: "team-a-operator", mode: "warn" }]);
});

it("says which fences of the earlier policy stay, and what the recording shows beyond them", async () => {
  const options = { administrators: defaultAdministrators, holdBack: 0, fences: true };
  const learned = await learn((onRequest) => readEvents(eventsOf(), onRequest), options);
  const [fence] = learned?.policy.fences ?? [];
  if (learned === undefined || fence === undefined) throw new Error("must have a fence");
  const linesWith = (kept: Partial<FenceEntry>): readonly string[] =>
    summaryLines(learned, newInputSummary(), [
      { learned: fence.value, kept: [{ ...fence.value, name: "mine", ...kept }] },
    ]).filter((line) => line.includes("fence: "));
  const stays = "fence: mine: stays as it is in the policy; the recording shows";
  expect(linesWith({ resources: ["widgets.example.com"] })).toEqual([`${stays} also widgets.example.com/status`]);
  expect(linesWith({ identity: "NODE_*" })).toEqual([`${stays} also identity POD_*`]);
  expect(linesWith({ mode: "deny" })).toEqual([`${stays} nothing else`]);
  expect(linesWith({ lease: "team-a/other" })).toEqual([
    "no fence: team-a/operator: would contradict mine of the policy, which has its name, or its account and a resource",
  ]);
});

it("shows at most 50 lines about what has no fence", async () => {
  const sent = Array.from({ length: 60 }, (_, index) => ({ at: 50, pod: "x-1", resource: `kind${index}.example.com` }));
  const options = { administrators: defaultAdministrators, holdBack: 0, fences: true };
  const learned = await learn((onRequest) => readEvents(eventsOf({ sent }), onRequest), options);
  if (learned === undefined) throw new Error("must have writes");
  const lines = summaryLines(learned, newInputSummary()).filter((line) => line.startsWith("no fence: "));
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe("no fence: 10 more");
});
