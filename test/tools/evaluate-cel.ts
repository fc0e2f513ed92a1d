import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Kind } from "../../src/api/coordination.ts";
import type { AdmissionObject } from "../../src/export/objects.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";

/** The expressions of a policy, and the variables that they read. */
export interface CelProgram {
  /** The Kubernetes version whose CEL functions the expressions use, such as 1.30. */
  readonly kubernetes: string;
  readonly hasParams: boolean;
  readonly variables: object;
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

/** The values of the expressions, or why kube-apiserver cannot decode an object. */
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
  return JSON.parse(execFileSync(program ?? process.execPath, args, { input, maxBuffer: 2 ** 28, encoding: "utf8" })) as Output;
}

/** Returns a write in the form that the engine reads. */
export function toCelWrite(change: Change<object>, user: UserInfo): Omit<CelWrite, "program"> {
  return { ...change, user: { ...user, extra: user.extra ?? {} } };
}

/** An exported policy: its name, the kind of its objects, and its expressions as programs. */
export interface PolicyPrograms {
  readonly name: string;
  readonly kind: Kind;
  readonly operations: readonly string[];
  readonly messages: readonly string[];
  readonly matchConditions: CelProgram;
  readonly validations: CelProgram;
}

interface PolicySpec {
  readonly matchConstraints: {
    readonly resourceRules: readonly [{ readonly operations: readonly string[]; readonly resources: readonly string[] }];
  };
  readonly matchConditions: readonly { readonly expression: string }[];
  readonly variables: readonly object[];
  readonly validations: readonly { readonly expression: string; readonly message: string }[];
}

/** Returns the programs of exported policies. */
export function policyPrograms(objects: readonly AdmissionObject[], kubernetes: string): readonly PolicyPrograms[] {
  return objects.flatMap(({ kind, metadata: { name }, spec }) => {
    if (kind !== "ValidatingAdmissionPolicy") return [];
    const { matchConstraints, matchConditions, variables, validations } = spec as unknown as PolicySpec;
    const [{ operations, resources }] = matchConstraints.resourceRules;
    const programOf = (list: readonly { readonly expression: string }[], own: object): CelProgram => ({
      kubernetes,
      hasParams: false,
      variables: own,
      expressions: list.map(({ expression }) => expression),
    });
    return {
      name,
      kind: resources.includes("leases") ? "Lease" : "LeaseCandidate",
      operations,
      messages: validations.map(({ message }) => message),
      matchConditions: programOf(matchConditions, []),
      validations: programOf(validations, variables),
    };
  });
}
