import { shorten } from "../../core/field/path.ts";
import { worstFirst } from "../../core/field/severity.ts";
import { groupBy } from "../../report/group-by.ts";
import type { AuditedObject, AuditFinding } from "../result.ts";

/**
 * The maximum number of equal findings that a report for people shows one by one. The names of more
 * objects than that hide the other findings.
 */
const maxEqual = 10;

/** The number of characters of a message that decide whether two messages are equal. */
const maxCompared = 2000;

/**
 * Findings of one severity and one check or rule, whose messages differ only in names and numbers.
 */
export interface EqualFindings extends Pick<AuditFinding, "origin" | "severity" | "field"> {
  /** The message of all findings. A `…` replaces each word that differs. */
  readonly message: string;
  readonly objects: readonly AuditedObject[];
  /** True if a finding has a command. */
  readonly hasRemedies: boolean;
}

/** The findings of an audit as a report for people shows them. */
export interface Digest {
  /** The findings that the report shows as one, with the worst first. */
  readonly equal: readonly EqualFindings[];
  /** All objects, with the findings that the report shows one by one. */
  readonly objects: readonly AuditedObject[];
}

interface Found {
  readonly object: AuditedObject;
  readonly finding: AuditFinding;
}

export function digestOf(objects: readonly AuditedObject[]): Digest {
  const all = objects.flatMap((object) => object.findings.map((finding): Found => ({ object, finding })));
  if (all.length <= maxEqual) return { equal: [], objects };
  const groups = [...groupBy(all, ({ finding }) => keyOf(finding)).values()].filter(({ length }) => length > maxEqual);
  const isShownAsOne = new Set(groups.flat().map(({ finding }) => finding));
  return {
    equal: worstFirst(groups.flatMap(toEqual)),
    objects: objects.map((object) => {
      const findings = object.findings.filter((finding) => !isShownAsOne.has(finding));
      return findings.length === object.findings.length ? object : { ...object, findings };
    }),
  };
}

function keyOf({ origin, severity, field, message }: AuditFinding): string {
  return JSON.stringify([origin, severity, field, patternOf(message)]);
}

const timestamp = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

/** Replaces the strings in quotes, the times, and the words with a digit or a slash. */
function patternOf(message: string): string {
  return shorten(message, maxCompared)
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "…")
    .replaceAll(timestamp, "…")
    .split(/([\s,:;()]+)/)
    .map((word) => (/[\d/]/.test(word) ? "…" : word))
    .join("");
}

function toEqual(found: readonly Found[]): readonly EqualFindings[] {
  const [first] = found;
  if (first === undefined) return [];
  const { origin, severity, field, message } = first.finding;
  const isSame = found.every(({ finding }) => finding.message === message);
  return [
    {
      ...{ origin, severity, field, message: isSame ? message : patternOf(message) },
      objects: found.map(({ object }) => object),
      hasRemedies: found.some(({ finding }) => finding.remedy !== undefined),
    },
  ];
}
