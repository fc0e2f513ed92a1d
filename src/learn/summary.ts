import { pluralize } from "../core/text/join-words.ts";
import { fenceText } from "../policy/fence.ts";
import { decodeFence } from "../policy/file/decode-fence.ts";
import type { AuditLevel } from "../recording/audit-event.ts";
import type { InputSummary } from "../recording/read-files.ts";
import type { Learned } from "./learn.ts";
import { areOfOneElection, type KeptFence } from "./merge-policy.ts";
import { gapsOf, maxLines, notableWriterText } from "./policy-comments.ts";
import type { DenialTally } from "./unexplained.ts";

export function summaryLines(
  learned: Learned,
  { unreadable, levels }: InputSummary,
  keptFences: readonly KeptFence[] = [],
): readonly string[] {
  const { tally, policy, notable, warnUntil } = learned;
  const lines = [...unreadable.values()].reduce((sum, each) => sum + each.lines, 0);
  const scopes = policy.rules.flatMap((rule) =>
    rule.scopes.filter(({ value }) => value.warnUntil !== undefined),
  ).length;
  return [
    `learned ${pluralize(scopes, "scope")} from ${pluralize(tally.writes, "write")} and ${pluralize(tally.deletes, "delete")}; they warn until ${warnUntil} and then deny`,
    ...(lines > 0 ? [`${pluralize(lines, "line")} could not be read`] : []),
    ...levelLines(levels),
    ...gapsOf(tally).map((gap) => `note: ${gap}`),
    ...notable.map((writer) => `${writer.role}: ${notableWriterText(writer)}`),
    ...replayLines(learned),
    ...heldBackLines(learned),
    ...fenceLines(learned, keptFences),
  ];
}

function fenceLines(
  { policy: { fences = [] }, leftOut = [] }: Learned,
  keptFences: readonly KeptFence[],
): readonly string[] {
  // The names of learned fences differ.
  const unwritten = new Set(keptFences.map(({ learned }) => learned.name));
  const written = fences.filter(({ value }) => !unwritten.has(value.name));
  return [
    ...written.map(({ value, comment }) => `fence: ${fenceText(decodeFence(value))}: ${comment}`),
    ...keptFences.map(keptText),
    ...leftOut.slice(0, maxLines).map((line) => `no fence: ${line}`),
    ...(leftOut.length > maxLines ? [`no fence: ${leftOut.length - maxLines} more`] : []),
  ];
}

function keptText({ learned, kept }: KeptFence): string {
  const names = kept.map(({ name }) => name).join(", ");
  if (!kept.some((each) => areOfOneElection(each, learned)))
    return `no fence: ${learned.lease}: would contradict ${names} of the policy, which has its name, or its account and a resource`;
  const more = learned.resources.filter((resource) => !kept.some(({ resources }) => resources.includes(resource)));
  const isKnown = kept.some(({ identity }) => identity === learned.identity);
  const shown = [...more, ...(isKnown ? [] : [`identity ${learned.identity}`])].join(", ");
  return `fence: ${names}: stays as it is in the policy; the recording shows ${shown === "" ? "nothing else" : `also ${shown}`}`;
}

const shownByLevel: Readonly<Record<AuditLevel, string>> = {
  Metadata: "users only",
  Request: "users, and the objects of creates and updates, but not of patches",
  RequestResponse: "users and objects",
};

function levelLines(levels: ReadonlyMap<AuditLevel, number>): readonly string[] {
  return [...levels].map(
    ([level, count]) => `audit log: ${pluralize(count, "write")} of level ${level}, which shows ${shownByLevel[level]}`,
  );
}

/** The replay and the held-back writes contain only writes that the source shows completely. */
function replayLines({ tally, denied, policy }: Learned): readonly string[] {
  if (tally.complete === 0)
    return ["replayed: none of the writes, because the source does not show their users and objects"];
  const withoutExemption = [...denied.denied.values()].filter(({ hasNoExemption }) => hasNoExemption);
  const count = withoutExemption.reduce((sum, { writes }) => sum + writes, 0);
  const exempt = policy.exemptions.length;
  return [
    count === 0
      ? "replayed: after its dates, the policy denies none of the writes"
      : `replayed: after its dates, the policy denies ${pluralize(count, "write")}, all without an exemption`,
    ...(exempt > 0 ? [`${pluralize(exempt, "exemption")} for writes that are not explained: read them`] : []),
  ];
}

function heldBackLines({ tally, heldBack }: Learned): readonly string[] {
  if (heldBack === undefined || tally.complete === 0) return [];
  const { writes, denied } = heldBack;
  const lines = deniedLines(denied);
  const count = [...denied.denied.values()].reduce((sum, each) => sum + each.writes, 0);
  return [
    `held back: a policy from the earlier writes denies ${count} of the last ${pluralize(writes, "write")}`,
    ...lines,
  ];
}

function deniedLines({ denied }: DenialTally): readonly string[] {
  return [...denied.values()].map(
    ({ namespace, names, user, rules, writes }) =>
      `  ${pluralize(writes, "write")} by ${user} to ${namespace}/${[...names].slice(0, 3).join(", ")}: ${[...rules.keys()].join(", ")}`,
  );
}
