import type { CauseType } from "../field/error.ts";
import type { Mode } from "../rules/policy.ts";

/** An object's identity as its document gives it: empty where the document says nothing. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A fault of one object; type, field and message are those of the webhook's cause, the message without the rule's id. */
export interface CheckedFinding {
  /** A rule's id, or that of what the schema or the reader found. */
  readonly rule: string;
  readonly mode: Exclude<Mode, "off">;
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
}

/** Input that could not be read as manifests, and where reading ended. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** An object that was judged, whatever came of it, and the line it begins in. */
export interface CheckedObject {
  readonly object: ObjectIdentity;
  readonly file: string;
  readonly line: number;
}

/** All that one run found; the files' order is that of their first objects, then that of their findings and problems. */
export interface CheckResult {
  readonly findings: readonly CheckedFinding[];
  readonly problems: readonly Problem[];
  readonly objects: readonly CheckedObject[];
  /** Objects judged. */
  readonly checked: number;
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
  /** A line of a file, counted from 1 and without its end; undefined where it is no longer at hand. */
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

/** Writes a result in one format; what ends in a line break or is empty is ready for a file. */
export type Report = (result: CheckResult, context: ReportContext) => string;
