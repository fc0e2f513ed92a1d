import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Kind } from "../../src/core/api/coordination.ts";
import { type AdmissionObject, rulesAnnotation } from "../../src/export/objects.ts";
import type { CelVariable } from "../../src/rules/cel/cel-rule.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";

/** The expressions of a policy, and the variables that they read. */
export interface CelProgram {
  /** The Kubernetes version whose CEL functions the expressions use, such as 1.30. */
  readonly kubernetes: string;
  readonly hasParams: boolean;
  readonly variables: readonly CelVariable[];
  readonly expressions: readonly string[];
}

/** A write, and the index of the program that evaluates it. */
export interface CelWrite {
  readonly program: number;
  readonly operation: string;
  readonly user: object;
  readonly object?: object;
  readonly oldObject?: object;
  readonly params?: readonly object[];
}

/** The values of the expressions, or the reason why kube-apiserver cannot decode an object. */
export interface CelResult {
  readonly values: readonly unknown[] | null;
  readonly cost: number;
  readonly undecodable?: string;
}

interface Output {
  readonly errors: readonly (readonly string[])[];
  readonly writes: readonly CelResult[];
}

/**
 * Evaluates expressions with the engine of kube-apiserver. The environment variable GO_CEL can name
 * the built program of go-cel.
 */
export function evaluateCel(programs: readonly CelProgram[], writes: readonly CelWrite[]): Output {
  const { GO_CEL: program } = process.env;
  const input = JSON.stringify({ programs, writes });
  const args = program ? [] : [join(import.meta.dirname, "go-cel/evaluate.mjs")];
  return JSON.parse(
    execFileSync(program ?? process.execPath, args, { input, maxBuffer: 2 ** 28, encoding: "utf8" }),
  ) as Output;
}

/** Returns a write in the form that the engine reads. */
export function toCelWrite(change: Change<object>, user: UserInfo): Omit<CelWrite, "program"> {
  return { ...change, user: { ...user, extra: user.extra ?? {} } };
}

/** An exported policy: its name, the kind of its objects, and its expressions as programs. */
export interface PolicyPrograms {
  readonly name: string;
  readonly kind: Kind;
  /** The kind of the other objects that the expressions read as `params`. */
  readonly params?: Kind;
  readonly operations: readonly string[];
  readonly messages: readonly string[];
  /** The mode of each message. */
  readonly modes: readonly string[];
  readonly matchConditions: CelProgram;
  readonly validations: CelProgram;
}

interface PolicySpec {
  readonly paramKind?: { readonly kind: Kind };
  readonly matchConstraints: {
    readonly resourceRules: readonly [
      { readonly operations: readonly string[]; readonly resources: readonly string[] },
    ];
  };
  readonly matchConditions: readonly { readonly expression: string }[];
  readonly variables: readonly CelVariable[];
  readonly validations?: readonly { readonly expression: string; readonly message: string }[];
  readonly auditAnnotations?: readonly [{ readonly valueExpression: string }];
}

/**
 * Returns the rules of mode `audit` in a policy, with expressions. Each expression is false if the
 * audit log names the rule.
 */
function auditedRules({ annotations }: AdmissionObject["metadata"], { auditAnnotations }: PolicySpec) {
  const listed = JSON.parse(annotations?.[rulesAnnotation] ?? "[]") as readonly {
    readonly rule: string;
    readonly mode?: string;
  }[];
  const [annotation] = auditAnnotations ?? [];
  const rules = new Set(listed.filter(({ mode }) => mode === "audit").map(({ rule }) => rule));
  return [...rules].map((rule) => ({
    message: `(${rule})`,
    expression: `!(${annotation?.valueExpression}).contains('(${rule})')`,
  }));
}

/** Returns the match conditions and the validations of exported policies as programs. */
export function policyPrograms(objects: readonly AdmissionObject[], kubernetes: string): readonly PolicyPrograms[] {
  return objects.flatMap(({ kind, metadata, spec: own }) => {
    // A keeper matches no write.
    if (kind !== "ValidatingAdmissionPolicy" || metadata.name.includes("-keeper-")) return [];
    const [{ name }, spec] = [metadata, own as unknown as PolicySpec];
    const { matchConstraints, matchConditions, variables, validations = [] } = spec;
    const audited = auditedRules(metadata, spec);
    const mode = name.slice(name.lastIndexOf("-") + 1);
    const [{ operations, resources }] = matchConstraints.resourceRules;
    const programOf = (
      list: readonly { readonly expression: string }[],
      declared: readonly CelVariable[],
    ): CelProgram => ({
      kubernetes,
      hasParams: spec.paramKind !== undefined,
      variables: declared,
      expressions: list.map(({ expression }) => expression),
    });
    return {
      name,
      kind: resources.includes("leases") ? "Lease" : "LeaseCandidate",
      ...(spec.paramKind && { params: spec.paramKind.kind }),
      operations,
      messages: [...validations, ...audited].map(({ message }) => message),
      modes: [...validations.map(() => mode), ...audited.map(() => "audit")],
      matchConditions: programOf(matchConditions, []),
      validations: programOf([...validations, ...audited], variables),
    };
  });
}
