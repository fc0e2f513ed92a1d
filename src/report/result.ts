import type { CauseType } from "../field/error.ts";
import type { FindingMode } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";
import type { SourceExcerpt } from "./source-excerpt.ts";

/** An object's identity as its document gives it: empty where the document says nothing. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What only the reader of a manifest can find; each has its paragraph in `docs/rules/schema.md`. */
export type ReaderOrigin = "schema/duplicate-field" | "schema/served-version" | "ignore/known-rule";

/** A fault of one object; type, field and message are those of the webhook's cause, the message without the rule's id. */
export interface CheckedFinding {
  /** A rule's id, or that of what the schema or the reader found. */
  readonly rule: RuleId | SchemaOrigin | ReaderOrigin;
  readonly mode: FindingMode;
  readonly type: CauseType;
  /** The field path as Kubernetes prints it; empty for the whole object. */
  readonly field: string;
  /** The fault without the field before it, as `errorBody` words it. */
  readonly message: string;
  /** As given on the command line, with `/` between folders. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly object: ObjectIdentity;
  /** Absent where the source is not at hand. */
  readonly excerpt?: SourceExcerpt;
}

/** Input that could not be read as manifests, and where reading ended. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly excerpt?: SourceExcerpt;
  /** True where nothing of the file was read, so that the place is no place: people are told of it before any report. */
  readonly unread?: true;
}

/** An object that was judged, whatever came of it, and where it begins. */
export interface CheckedObject {
  readonly object: ObjectIdentity;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** All that one run found; the files' order is that of their first objects, then that of their findings and problems. */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  /** Hidden by the annotation `lease-guard.dev/ignore` of their objects; they decide nothing. */
  readonly ignored: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** Objects judged. */
  readonly checked: number;
  /** Objects that the webhook would refuse. */
  readonly denied: number;
  /** Objects of other kinds, which are nobody's fault. */
  readonly skipped: number;
  /** Files read, with or without success. */
  readonly files: number;
}

/** What a report needs beside the result. */
export interface ReportContext {
  /** Of lease-guard. */
  readonly version: string;
  /** Whether the text may hold ANSI colours. */
  readonly color: boolean;
  /** The Markdown page of a rule, or of another origin its paragraph; undefined where it is not at hand. */
  readonly rulePage: (id: string) => string | undefined;
}

/** Writes a result in one format; what ends in a line break or is empty is ready for a file. */
export type Report = (result: CheckResult, context: ReportContext) => string;
