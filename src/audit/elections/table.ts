import { isoSecond } from "../../core/text/time.ts";
import { guaranteeTable } from "../../guarantee/guarantee-table.ts";
import { clusterCount, type Fleet, unreadClusterLine } from "../fleet/fleet.ts";
import { clusterLine } from "../reports/cluster-line.ts";
import { cellsOf, clusterCounts, countsText, electionNotes, endLines, headingsOf } from "./cells.ts";
import { compareElections, type Elections, type ListedElection } from "./elections.ts";
import { fenceTable } from "./fences.ts";
import type { SideTable } from "./side-table.ts";

interface ElectionRow {
  readonly listed: ListedElection;
  readonly cells: readonly string[];
}

/** A table of elections, and the lines below it. The last line is one sentence about all. */
export interface ElectionTable {
  readonly headings: readonly string[];
  readonly rows: readonly ElectionRow[];
  readonly end: readonly string[];
  /** The tables below the elections, of `--guarantee` and `--fences`. */
  readonly below: readonly SideTable[];
}

export function electionTable(result: Elections, isWide: boolean): ElectionTable {
  const headings = headingsOf(isWide);
  return {
    headings,
    rows: result.elections.map((listed) => ({ listed, cells: cellsOf(listed, result.readAt, headings) })),
    end: endLines(result),
    below: [...sideOfGuarantees(result), ...sideOfFences(result)],
  };
}

/** Returns one table of the elections of all clusters, with a column for the cluster. */
export function fleetTable(fleet: Fleet<Elections>, isWide: boolean): ElectionTable {
  const headings = headingsOf(isWide);
  const rows = fleet.clusters.flatMap(({ audit, elections, readAt }) =>
    elections.map((listed) => ({ listed, cells: [audit.cluster.name, ...cellsOf(listed, readAt, headings)] })),
  );
  return {
    headings: ["CLUSTER", ...headings],
    rows: rows.toSorted((a, b) => compareElections(a.listed, b.listed)),
    below: [],
    end: [
      ...fleet.clusters.flatMap(clusterLines),
      ...fleet.unread.map((each) => `not read: ${unreadClusterLine(each)}`),
      `${clusterCount(fleet)}: ${countsText(fleet.clusters)}`,
    ],
  };
}

function clusterLines(result: Elections): readonly string[] {
  const { audit, readAt } = result;
  const lines = [...clusterCounts(result), ...electionNotes(result), `${countsText([result])} (${isoSecond(readAt)})`];
  return [clusterLine(audit.cluster), ...lines.map((line) => `  ${line}`)];
}

function sideOfGuarantees({ guarantees }: Elections): readonly SideTable[] {
  if (guarantees === undefined) return [];
  const named = [...guarantees].map(([{ namespace, name }, guarantee]) => ({ namespace, name, guarantee }));
  const { reasons: lines, ...table } = guaranteeTable(named);
  return [{ title: "Guarantee", ...table, lines }];
}

function sideOfFences({ fencing, elections, apiServers }: Elections): readonly SideTable[] {
  if (fencing === undefined) return [];
  return [fenceTable({ elections, fencing, apiServers: apiServers.get("renewed") ?? 0 })];
}
