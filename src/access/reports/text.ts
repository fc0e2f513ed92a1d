import { unreadLine } from "../../core/api/requests.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { namespacedName } from "../../core/field/object-reference.ts";
import { shorten } from "../../core/field/path.ts";
import { joinWords, pluralize } from "../../core/text/join-words.ts";
import type { Report } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { alignedRows, bold, dim } from "../../report/text-blocks.ts";
import { nodeLeaseNamespace } from "../../rules/shared/identities.ts";
import { roleRefOf } from "../../workload/permissions.ts";
import type { SetObject } from "../../workload/set-object.ts";
import { type Access, type AccessedLease, subjectText, type Writer, writeVerbs } from "../access.ts";
import { unknownLeaseText } from "../unknown-leases.ts";

export const accessText: Report<Access> = (access, context) => {
  const { everywhere, leases, heartbeats, unresolved, unknownLeases, unread } = access;
  const none = everywhere.length === 0 ? "no subject is known" : "no other subject is known";
  const blockOf = (head: string, writers: readonly Writer[]): string => {
    const rows = alignedRows(writers.map(cellsOf));
    return [bold(sanitize(head), context), ...(rows.length === 0 ? [none] : rows).map((row) => `  ${row}`), ""].join(
      "\n",
    );
  };
  const blocks = [
    everywhere.length === 0 ? "" : blockOf("every Lease", everywhere),
    ...leases.map((lease) => blockOf(headOf(lease, heartbeats), lease.writers)),
    [
      ...unresolved.map((binding) => `not known: the rules of the ${roleText(binding)}, for the ${titleOf(binding)}`),
      ...unknownLeases.map((each) => unknownLeaseText(each)),
      ...unread.map(unreadLine),
    ]
      .map((line) => `${dim(sanitize(line), context)}\n`)
      .join(""),
    `${pluralize(leases.length, "Lease")}, ${pluralize(everywhere.length, "subject")} may write every Lease\n`,
  ];
  return blocks.filter((block) => block !== "").join("\n");
};

/** Returns the first line about a Lease: its name, and who holds and writes it. */
function headOf(lease: AccessedLease, heartbeats: number): string {
  const { namespace, name, holder, managers, users, workloads } = lease;
  if (namespace === nodeLeaseNamespace && name === "*") return `${namespace}: ${pluralize(heartbeats, "heartbeat")}`;
  const facts = [
    ...workloads.map(({ workload, account }) => `elected by ${titleOf(workload)} as ${account.name}`),
    ...(holder === "" ? [] : [`held by ${goQuote(shorten(holder, 100))}`]),
    ...(managers.length === 0 ? [] : [`written by ${joinWords(managers)}`]),
    ...(users.length === 0 ? [] : [`recorded writes by ${joinWords(users)}`]),
  ];
  return [namespacedName(lease), ...facts].join(", ");
}

function cellsOf({ subject, verbs, binding, isMissing }: Writer): readonly string[] {
  const named = `${subjectText(subject)}${isMissing ? " (does not exist)" : ""}`;
  const shown = verbs.length === writeVerbs.length ? "all write verbs" : verbs.join(", ");
  return [named, shown, `${titleOf(binding)} of ${roleText(binding)}`].map(sanitize);
}

function titleOf({ kind, namespace, name }: SetObject): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

function roleText(binding: SetObject): string {
  const { kind, name } = roleRefOf(binding);
  return `${kind} ${name}`;
}
