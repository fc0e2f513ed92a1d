import { pluralize } from "../../core/text/join-words.ts";
import { isoSecond } from "../../core/text/time.ts";
import { groupBy } from "../../report/group-by.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report } from "../../report/report.ts";
import { escapeUnprintable, sanitize } from "../../report/sanitize.ts";
import { type Fleet, unreadClusterLine } from "../fleet/fleet.ts";
import { type AuditResult, withoutKnown } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { findingCounts, kindAndName, lastReadAt } from "./shown.ts";

/**
 * Formats the commands in an audit as a script for a POSIX shell. A command that fails does not end
 * the script, because the API server rejects each delete of an object that has changed.
 */
export const auditScript: Report<AuditResult> = (result, context) =>
  fleetScript({ clusters: [result], unread: [] }, context);

/** Formats the commands for several clusters. Each command contains the context of its cluster. */
export const fleetScript: Report<Fleet<AuditResult>> = ({ clusters, unread }) => {
  const parts = clusters.map(commandsOf);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const times = clusters.map((result) => isoSecond(lastReadAt(result))).toSorted();
  return [
    "#!/bin/sh",
    `# ${pluralize(count, "command")} of lease-guard audit, for ${times[0] ?? "no cluster"}.`,
    "# Each delete contains the UID and the resourceVersion of the object. If a client has changed the object since",
    "# the audit, the API server rejects the delete. The exit code is 1 if a command fails.",
    "failed=0",
    ...unread.map((each) => `# ${sanitize(`not read: ${unreadClusterLine(each)}`)}`),
    ...parts.flatMap(({ lines }) => lines),
    "",
    'exit "$failed"',
    "",
  ].join("\n");
};

function commandsOf(result: AuditResult): { readonly count: number; readonly lines: readonly string[] } {
  const objects = withoutKnown(result);
  const all = objects.flatMap((object) =>
    object.findings.flatMap(({ remedy, ...finding }) =>
      remedy === undefined ? [] : [{ ...finding, remedy, name: `${object.namespace}/${kindAndName(object)}` }],
    ),
  );
  // Two findings about one object can have the same command.
  const unique = [...new Map(all.map((each) => [each.remedy, each])).values()];
  const byOrigin = groupBy(unique, ({ origin }) => origin);
  const origins = findingCounts(objects).map(({ origin }) => origin);
  const commands = [...new Set(origins)].flatMap((origin) =>
    (byOrigin.get(origin) ?? []).flatMap(({ name, remedy, ...finding }) => [
      "",
      `# ${sanitize(`${name}: ${findingText(finding)}`)}`,
      isSafe(remedy) ? `${remedy} || failed=1` : "# (left out, because the name of the object is not valid)",
    ]),
  );
  return { count: unique.length, lines: ["", `# ${sanitize(clusterLine(result.cluster))}`, ...commands] };
}

/** Reports whether a terminal shows a command as a shell reads it. */
function isSafe(remedy: string): boolean {
  return escapeUnprintable(remedy) === remedy;
}
