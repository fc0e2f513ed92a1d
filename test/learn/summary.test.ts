import { expect, it } from "vitest";
import { summaryLines } from "../../src/learn/summary.ts";
import { observe } from "../../src/recording/observed-write.ts";
import { newInputSummary } from "../../src/recording/read-files.ts";
import { type Act, at, submissionsOf, term } from "../election/history.ts";
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
