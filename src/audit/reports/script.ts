import { pluralize } from "../../core/text/join-words.ts";
import { isoSecond } from "../../core/text/time.ts";
import { groupBy } from "../../report/group-by.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report } from "../../report/report.ts";
import { escapeUnprintable, sanitize } from "../../report/sanitize.ts";
import { type AuditResult, withoutKnown } from "../result.ts";
import { findingCounts, kindAndName, lastReadAt } from "./shown.ts";

/**
 * Formats the commands in an audit as a script for a POSIX shell. A command that fails does not end
 * the script, because the API server rejects each delete of an object that has changed.
 */
export const auditScript: Report<AuditResult> = (result) => {
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
  return [
    "#!/bin/sh",
    `# ${pluralize(unique.length, "command")} of lease-guard audit, for ${isoSecond(lastReadAt(result))}.`,
    "# Each delete contains the UID and the resourceVersion of the object. If a client has changed the object since",
    "# the audit, the API server rejects the delete. The exit code is 1 if a command fails.",
    "failed=0",
    ...[...new Set(origins)].flatMap((origin) =>
      (byOrigin.get(origin) ?? []).flatMap(({ name, remedy, ...finding }) => [
        "",
        `# ${sanitize(`${name}: ${findingText(finding)}`)}`,
        isSafe(remedy) ? `${remedy} || failed=1` : "# (left out, because the name of the object is not valid)",
      ]),
    ),
    "",
    'exit "$failed"',
    "",
  ].join("\n");
};

/** Reports whether a terminal shows a command as a shell reads it. */
function isSafe(remedy: string): boolean {
  return escapeUnprintable(remedy) === remedy;
}
