import { deleteOptions, objectPath } from "../core/api/requests.ts";
import { worstFirst } from "../core/field/severity.ts";
import { compareTexts } from "../core/text/compare-texts.ts";
import { shellQuote, trackCommand } from "../core/text/shell-quote.ts";
import type { ClusterIdentity } from "../listing/cluster-identity.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import { keyOf, type ListedCluster, type Listing } from "../listing/listing.ts";
import { candidateResource } from "../listing/read-cluster.ts";
import type { StoredRules } from "../listing/stored-rules.ts";
import type { AuditCheck, AuditFacts, Observation, StateFinding, Subject } from "./check.ts";
import { neverStarted } from "./checks/never-started.ts";
import { checkOf } from "./checks.ts";
import { electionOf } from "./election-of.ts";
import { factsOf } from "./facts-of.ts";
import { holdingPeriods } from "./holding-periods.ts";
import { statesOf } from "./lease-history.ts";
import { missingLeases } from "./missing-leases.ts";
import { possibleChecks } from "./possible-checks.ts";
import type { Recorded } from "./recorded.ts";
import { writesPerMinute } from "./renewal-times.ts";
import type { AuditedObject, AuditFinding, AuditResult, RecordedPeriod } from "./result.ts";
import { absentEvents } from "./waiting-pods.ts";

export interface AuditInput extends ListedCluster {
  readonly cluster: ClusterIdentity;
  readonly recorded?: Recorded | undefined;
}

export interface AuditSettings {
  readonly rules: StoredRules;
  readonly clockSkewMs: number;
  /**
   * The age in milliseconds below which only the rules about the values of an object and ageless
   * checks report it. A younger object can still be in its first election.
   */
  readonly minAgeMs: number;
  /** The retry period of the clients in milliseconds, which no Lease contains. */
  readonly retryMs?: number | undefined;
  /** The command `kubectl` with its flags, for the commands in the result. */
  readonly kubectl: string;
}

export interface Audit {
  readonly result: AuditResult;
  readonly crashes: readonly string[];
}

export function audit(input: AuditInput, settings: AuditSettings): Audit {
  const { earlier, last, recorded, unread } = input;
  const crashes: string[] = [];
  const readAt = [...earlier, last].map((listing) => listing.readAt);
  const period: RecordedPeriod | undefined = recorded && {
    from: recorded.from,
    to: recorded.to,
    hasGets: recorded.hasGets,
    ...(recorded.requests !== undefined && { showsRequests: true }),
  };
  const relations = settings.rules.among(
    last.objects.flatMap(({ viewed }) => viewed ?? []),
    last.readAt,
  );
  const observations = observationsOf(input);
  const isRead = (resource: string): boolean => unread.every((each) => each.resource !== resource);
  const inputs = {
    ...{ readAt, unread, recorded: period },
    // The output of kubectl in a file usually contains no managedFields.
    hasManagedFields: last.isServerTime || last.objects.some(({ isTracked }) => isTracked),
    // A file without any LeaseCandidate does not show whether the cluster has some.
    hasCandidates: last.isServerTime
      ? isRead(candidateResource)
      : last.objects.some(({ kind }) => kind === "LeaseCandidate"),
  };
  const facts = factsOf(input, settings, inputs.hasCandidates);
  const possible = possibleChecks(inputs);
  const checkObject = objectChecks(possible, settings, facts);
  const nowMs = last.readAt.getTime();
  const objects = last.objects.map((listed): AuditedObject => {
    const young = isYoung(listed, last.readAt, settings.minAgeMs);
    const related = listed.viewed === undefined || young ? undefined : relations(listed.viewed);
    if (related !== undefined) crashes.push(...related.crashes);
    const subject = { listed, nowMs, seen: observations(listed) };
    const checked = listed.decodes ? checkObject(subject, young) : noFindings;
    const findings = [...checked, ...listed.findings, ...(related?.findings ?? [])];
    const reported = findings.length === 0 ? noFindings : reportedFindings(findings);
    const history = recorded?.histories.of(listed);
    const { apiVersion, kind, namespace, name, holder, createdMs, renewedMs } = listed;
    // One literal without spread syntax, because a cluster can have many objects.
    return {
      apiVersion,
      kind,
      namespace,
      name,
      findings: reported,
      election: electionOf(subject, reported, facts),
      holder: holder === "" ? undefined : holder,
      created: dateOf(createdMs),
      renewed: dateOf(renewedMs),
      writesPerMinute: writesPerMinute(subject.seen),
      holdingPeriods: holdingPeriods(statesOf(subject.seen, history)),
      recordedHoldingPeriods: history && (history.isCut ? "newest" : "all"),
      isYoung: young,
      isUnchecked: !listed.decodes,
      isDeleting: listed.isDeleting,
    };
  });
  const missing = possible.includes(neverStarted) ? missingLeases(input) : [];
  const result = {
    cluster: input.cluster,
    ...inputs,
    unread: [...unread, ...(input.lacksEvents === true ? absentEvents(last.objects, nowMs, facts) : [])],
    isServerTime: last.isServerTime,
    minAgeMs: settings.minAgeMs,
    rules: settings.rules.ids,
    hasEvents: input.lacksEvents !== true && isRead("events"),
    objects: [...objects, ...missing].toSorted(compareByName),
  };
  return { result, crashes };
}

const noFindings: readonly AuditFinding[] = [];

function objectChecks(
  possible: readonly AuditCheck[],
  { kubectl }: AuditSettings,
  facts: AuditFacts,
): (subject: Subject, young: boolean) => readonly AuditFinding[] {
  const ofKind = { Lease: byKind(possible, "Lease"), LeaseCandidate: byKind(possible, "LeaseCandidate") };
  return (subject, young) => {
    const { listed, seen } = subject;
    return ofKind[listed.kind].flatMap(({ id, severity, needs, isAgeless = false, check }) => {
      if ((young && !isAgeless) || (seen.length < 2 && needs.includes("a second listing"))) return noFindings;
      const found = check(subject, facts);
      if (found === undefined) return noFindings;
      const { field, message } = found;
      const remedy = remedyOf(found, listed, kubectl);
      return [
        { origin: id, severity: found.severity ?? severity, field, message, ...(remedy !== undefined && { remedy }) },
      ];
    });
  };
}

function isYoung({ createdMs }: ListedObject, readAt: Date, minAgeMs: number): boolean {
  return createdMs !== undefined && readAt.getTime() - createdMs < minAgeMs;
}

function byKind(list: readonly AuditCheck[], kind: AuditCheck["kind"]): readonly AuditCheck[] {
  return list.filter((check) => check.kind === kind);
}

/** Returns a function that finds an object in all listings, oldest listing first. */
function observationsOf({ earlier, last }: AuditInput): (listed: ListedObject) => readonly Observation[] {
  const timeOf = ({ readAt, isServerTime }: Omit<Listing, "objects">) => ({ readAtMs: readAt.getTime(), isServerTime });
  const lastTime = timeOf(last);
  return (listed) => {
    const key = keyOf(listed);
    const before = earlier.flatMap((listing) => {
      const found = listing.sightings.get(key);
      return found === undefined ? [] : [{ listed: found, ...timeOf(listing) }];
    });
    return [...before, { listed, ...lastTime }];
  };
}

function dateOf(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}

function compareByName(a: AuditedObject, b: AuditedObject): number {
  return compareTexts(a.namespace, b.namespace) || compareTexts(a.kind, b.kind) || compareTexts(a.name, b.name);
}

/** Returns a shell command that fixes the problem of a finding. */
function remedyOf({ isStale, isUntracked }: StateFinding, object: ListedObject, kubectl: string): string | undefined {
  // The API server already deletes the object when its finalizers are gone.
  if (isStale) return object.isDeleting ? undefined : deleteCommand(object, kubectl);
  return isUntracked && trackCommand(object, kubectl);
}

type ObjectVersion = Pick<ListedObject, "apiVersion" | "resource" | "namespace" | "name" | "uid" | "resourceVersion">;

/**
 * Returns a shell command that deletes an object only if the object has not changed since the
 * listing. `kubectl` is the name of the program with its flags, as a shell reads them. Returns
 * undefined if the listing does not identify the version of the object.
 */
export function deleteCommand(object: ObjectVersion, kubectl: string): string | undefined {
  if (object.uid === "" || object.resourceVersion === "") return undefined;
  const options = JSON.stringify(deleteOptions(object));
  return `printf %s ${shellQuote(options)} | ${kubectl} delete --raw ${shellQuote(objectPath(object))} -f -`;
}

/**
 * Returns the findings about an object that no other finding replaces, the worst first, and then by
 * check or rule.
 */
function reportedFindings(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return worstFirst(withoutReplaced(findings).toSorted((a, b) => compareTexts(a.origin, b.origin)));
}

/** Leaves out the findings that another finding about the same object replaces. */
function withoutReplaced(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const replacing = findings.flatMap(({ origin, field }) => {
    const { replaces = [] } = checkOf(origin) ?? {};
    return replaces.map((replaced) => ({ replaced, field }));
  });
  if (replacing.length === 0) return findings;
  return findings.filter(
    ({ origin, field }) =>
      !replacing.some((each) => each.replaced === origin && (origin.startsWith("audit/") || each.field === field)),
  );
}
