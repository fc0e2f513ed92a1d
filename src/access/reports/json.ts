import { jsonReport } from "../../report/json-report.ts";
import type { Report } from "../../report/report.ts";
import { roleRefOf, type Subject } from "../../workload/permissions.ts";
import type { SetObject } from "../../workload/set-object.ts";
import type { Access, AccessedLease, ElectingWorkload, Writer } from "../access.ts";

/** Formats the result as JSON. The schema is `schemas/report/v1alpha1/access.json`. */
export const accessJson: Report<Access> = (access, { version }) => {
  const { everywhere, leases, heartbeats, unresolved, unknownLeases, unread } = access;
  return jsonReport("Access", {
    version,
    summary: { leases: leases.length, heartbeats, everywhere: everywhere.length },
    everywhere: everywhere.map(publishedWriter),
    leases: leases.map(publishedLease),
    unresolved: unresolved.map((binding) => ({ ...publishedObject(binding), role: roleRefOf(binding) })),
    unknownLeases: unknownLeases.map(({ workload, reason }) => ({ ...publishedObject(workload), reason })),
    unread: unread.map(({ resource, reason }) => ({ resource, reason })),
  });
};

function publishedLease({ namespace, name, holder, managers, users, workloads, writers }: AccessedLease): object {
  return {
    ...{ namespace, name, holder, managers, users },
    workloads: workloads.map(publishedWorkload),
    writers: writers.map(publishedWriter),
  };
}

function publishedWorkload({ workload, account: { namespace, name } }: ElectingWorkload): object {
  return {
    ...publishedObject(workload),
    serviceAccount: publishedSubject({ kind: "ServiceAccount", namespace, name }),
  };
}

function publishedWriter({ subject, verbs, binding, isMissing }: Writer): object {
  return {
    subject: publishedSubject(subject),
    verbs,
    binding: publishedObject(binding),
    role: roleRefOf(binding),
    ...(isMissing && { missing: true }),
  };
}

function publishedSubject(subject: Subject): object {
  const { kind, name } = subject;
  return { kind, namespace: subject.kind === "ServiceAccount" ? (subject.namespace ?? "") : "", name };
}

function publishedObject({ kind, namespace = "", name }: SetObject): object {
  return { kind, namespace, name };
}
