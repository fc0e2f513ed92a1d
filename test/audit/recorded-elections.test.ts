import { expect, it } from "vitest";
import { auditElection, recordedElections } from "../harness/recorded-election.ts";

const elections = recordedElections();

it.each<readonly [string, readonly string[]]>([
  ["client-go.jsonl leader-election-controller 9a", ["host-a_80f7de", "host-a_8c9166", "host-a_1ba06f"]],
  ["client-go.jsonl example b2", ["a released", "b", "c released", "c"]],
  ["controller-runtime.jsonl example.cr.dev f3", ["host-a_edf4ae released", "host-a_f2e0b8", "host-a_4d80c3"]],
  ["coordinated.jsonl job 71", ["x1", "x2", "x1", "x2", "x1"]],
  ["coordinated.jsonl kube-scheduler dd", ["host-a_80b41b released", "host-a_4ff669 released"]],
])("the holders of %s", (title, holders) => {
  const election = elections.find((each) => each.title.startsWith(title));
  const periods = election && auditElection(election, election.sent).objects[0]?.holdingPeriods;
  expect(periods?.map(({ holder, isReleased }) => `${holder.slice(0, 13)}${isReleased ? " released" : ""}`)).toEqual(
    holders,
  );
  expect(periods?.filter(({ until }) => until === undefined)).toEqual([]);
});

it.each(elections.map((election) => [election.title, election] as const))(
  "the same holding periods without plain renewals: %s",
  (_, election) => {
    const [all, sent] = [auditElection(election), auditElection(election, election.sent)].map(
      ({ objects }) => objects[0]?.holdingPeriods ?? [],
    );
    expect(election.sent.length).toBeLessThan(election.writes.length);
    expect(all?.length).toBeGreaterThan(1);
    expect(sent).toEqual(all);
  },
);
