import type { ElectionProgram, NameSetting, Setting } from "../../src/workload/program.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pageWithTable } from "./page-with-table.ts";
import { sourcePaths } from "./source-paths.ts";
import { tableRow } from "./table-row.ts";

export function programsPage(programs: readonly ElectionProgram[]): GeneratedFile {
  return pageWithTable("docs/programs.md", sourcePaths.programs, [
    tableRow(["Program", "Image", "Election", "Durations", "Lease", "Replicas without an election", "Source"]),
    "|---|---|---|---|---|---|---|",
    ...programs.map(programRow),
  ]);
}

const consequences: Readonly<Record<ElectionProgram["withoutElection"], string>> = {
  harm: "do the same writes",
  safe: "do no harm",
  shard: "divide the work",
};

function programRow(program: ElectionProgram): string {
  const { name, images, commands, election, withoutElection, isVerified } = program;
  return tableRow([
    isVerified ? name : `${name} (not verified)`,
    [codes(images), ...(commands === undefined ? [] : [`with ${codes(commands)}`])].join(" "),
    electionText(election),
    election.kind === "none" ? "" : durationsText(program),
    election.kind === "none" ? "" : leaseText(program),
    election.kind === "always" ? "" : consequences[withoutElection],
    sourceText(program),
  ]);
}

function electionText(election: ElectionProgram["election"]): string {
  if (election.kind !== "switch") return election.kind;
  const settings = election.switches.flatMap(settingNames);
  if (election.default === undefined) return `${codes(settings)}, the default differs between versions`;
  return `${codes(settings)}, ${election.default ? "on" : "off"} by default`;
}

function durationsText({ leaseDuration, renewDeadline, retryPeriod }: ElectionProgram): string {
  const defaults = [leaseDuration, renewDeadline, retryPeriod].map((timing) => timing?.default);
  return defaults.every((seconds) => seconds === undefined)
    ? ""
    : defaults.map((seconds) => seconds ?? "?").join(" / ");
}

function leaseText({ lockName, lockNamespace }: ElectionProgram): string {
  return [nameText(lockName), namespaceText(lockNamespace)].filter((text) => text !== "").join(" in ");
}

function namespaceText(setting: ElectionProgram["lockNamespace"]): string {
  if (setting === undefined) return "";
  if (setting === "own" || (setting.default === undefined && setting.isRequired !== true))
    return "the namespace of the pod";
  return nameText(setting);
}

function nameText(setting: NameSetting | undefined): string {
  if (setting === undefined) return "";
  return setting.default === undefined ? codes(settingNames(setting)) : codes([setting.default]);
}

function settingNames({ keys = [], env = [], flags = [] }: Setting): readonly string[] {
  return [...flags.map((flag) => (flag.length === 1 ? `-${flag}` : `--${flag}`)), ...env, ...keys];
}

function sourceText({ source }: ElectionProgram): string {
  if (source === undefined) return "";
  const { repository, paths, version } = source;
  const links = paths.map((path, index) => {
    const text = index === 0 ? `${repository} ${version}` : (path.split("/").at(-1) ?? path);
    return `[${text}](https://github.com/${repository}/blob/${version}/${path})`;
  });
  return links.join(", ");
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
