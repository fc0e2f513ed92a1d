import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/core/api/coordination.ts";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { decodePolicy } from "../../src/policy/file/decode-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Change, ChangeOperation, UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Draft, validObject } from "../harness/objects.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { rowWrites } from "../live/harness/row-writes.ts";
import { type CelProgram, evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

/** The limits of kube-apiserver for all expressions of a policy, and for all match conditions. */
const budgets = { validations: 10_000_000, matchConditions: 2_500_000 };

/** The size of the largest request that kube-apiserver accepts. */
const maxBytes = 3 * 1024 * 1024;

/** Returns strings of about `bytes` bytes in total. */
function list(bytes: number, length: number): readonly string[] {
  return Array.from({ length: Math.floor(bytes / length) }, (_, index) => String(index).padEnd(length, "x"));
}

function map(bytes: number): object {
  return Object.fromEntries(list(bytes, 63).map((key, index) => [key, `value-${index}`]));
}

const changed = [
  "holderIdentity",
  "leaseDurationSeconds",
  "acquireTime",
  "renewTime",
  "leaseTransitions",
  "strategy",
  "preferredHolder",
];

/** Returns an entry of managedFields with the fields of the spec, or with the given paths. */
function entry(index: number, fields: readonly string[] = changed): object {
  const fieldsV1 = { "f:spec": Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) };
  const time = "2026-07-01T08:00:00Z";
  return {
    manager: `manager-${index}`,
    operation: "Update",
    apiVersion: "coordination.k8s.io/v1",
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
}

/** Functions that make one part of an object as large as possible, by part. */
const large: Readonly<Record<string, (object: Draft, bytes: number) => unknown>> = {
  labels: ({ metadata }, bytes) => (metadata["labels"] = map(bytes)),
  annotations: ({ metadata }, bytes) => (metadata["annotations"] = map(bytes)),
  "annotations: one": ({ metadata }, bytes) => (metadata["annotations"] = { a: "x".repeat(bytes) }),
  finalizers: ({ metadata }, bytes) => (metadata["finalizers"] = list(bytes, 63)),
  ownerReferences: ({ metadata }, bytes) =>
    (metadata["ownerReferences"] = list(bytes, 150).map((uid) => ({
      apiVersion: "v1",
      kind: "Pod",
      name: "pod",
      uid,
    }))),
  "managedFields: many entries": ({ metadata }) =>
    (metadata["managedFields"] = Array.from({ length: 10_000 }, (_, index) => entry(index))),
  // More entries than fit into a request, because kube-apiserver drops an entry without an API
  // version.
  "managedFields: many small entries": ({ metadata }) =>
    (metadata["managedFields"] = Array.from({ length: 30_000 }, () => ({ fieldsV1: { "f:spec": {} } }))),
  "managedFields: many fields": ({ metadata }, bytes) =>
    (metadata["managedFields"] = [entry(0, [...changed, ...list(bytes, 63)])]),
  holderIdentity: ({ spec }) => (spec["holderIdentity"] = "x".repeat(1_000_000)),
  "holderIdentity: parts": ({ spec }) => (spec["holderIdentity"] = "a_".repeat(500_000)),
  "holderIdentity: paths": ({ spec }) => (spec["holderIdentity"] = "a/".repeat(500_000)),
  "holderIdentity: dashes": ({ spec }) => (spec["holderIdentity"] = "-".repeat(600)),
  "holderIdentity: a long name": ({ spec }) => (spec["holderIdentity"] = "db-".repeat(170)),
  preferredHolder: ({ spec }) => (spec["preferredHolder"] = "x-".repeat(500_000)),
  strategy: ({ spec }) => (spec["strategy"] = "x".repeat(1_000_000)),
  leaseName: ({ spec }) => (spec["leaseName"] = "x-".repeat(500_000)),
  binaryVersion: ({ spec }) => (spec["binaryVersion"] = `1.36.0-${"a.".repeat(500_000)}b`),
  emulationVersion: ({ spec }) => (spec["emulationVersion"] = `1.36.0-${"a.".repeat(500_000)}b`),
  name: ({ metadata }) => (metadata["name"] = `${"a-".repeat(126)}b`),
};

const pod = byPod("controller-7d9c5b8f6d-x2x4z");
const users: Readonly<Record<string, UserInfo>> = {
  "a pod": pod,
  "a pod with a long name": byPod(`${"db-".repeat(84)}0`, `${"node-".repeat(50)}1`),
  "a person in 10,000 groups": { username: "jane", groups: list(1_000_000, 100) },
  "a user with a long name": {
    username: `system:serviceaccount:${"a:".repeat(250_000)}`,
    groups: ["system:serviceaccounts"],
  },
};

/** Returns the policy `strict`, with the first parameters of each rule's table. */
function policyFor(document: object): Policy {
  const { rules } = document as {
    readonly rules: Readonly<Record<string, { readonly scopes: readonly [{ readonly parameters: object }] }>>;
  };
  const general = Object.entries(rules).map(([id, { scopes }]) => [
    id,
    { mode: "deny", parameters: scopes[0].parameters },
  ]);
  const decoded = decodePolicy({ ...document, rules: Object.fromEntries(general) });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value;
}

const kinds = [
  { kind: "Lease", version: "v1", resource: "leases", legalSpec: {} },
  { kind: "LeaseCandidate", version: "v1beta1", resource: "leasecandidates", legalSpec: {} },
] as const;
const { document } = await rowWrites(kinds);
const policy = policyFor(document);
const options = {
  ...defaultExport,
  kubernetesVersion: "1.36" as const,
  name: "rows",
  hasRelations: true,
  version: "0.0.0",
  now: new Date(),
};
const exported = policyPrograms(exportPolicy(policy, options).objects, "1.36");

/**
 * Returns the match conditions of a policy for a kind and an operation, and one program with the
 * validations of all these policies. This program costs more than the validations of each policy.
 */
function programsFor(
  kind: Kind,
  operation: ChangeOperation,
): readonly [matchConditions: CelProgram, validations: CelProgram] {
  const own = exported.filter(
    (each) => each.kind === kind && each.params === undefined && each.operations.includes(operation),
  );
  const [first] = own;
  if (first === undefined) throw new Error(`${kind}, ${operation}`);
  const expressions = own.flatMap(({ validations }) => validations.expressions);
  const variables = new Map(own.flatMap(({ validations }) => validations.variables.map((each) => [each.name, each])));
  return [first.matchConditions, { ...first.validations, expressions, variables: [...variables.values()] }];
}

/** Returns valid objects of a kind that are each as large as possible in one part. */
function largeObjects(kind: Kind): readonly Draft[] {
  const { version } = kinds.find((each) => each.kind === kind) ?? kinds[0];
  const served = requireServedVersion({ apiVersion: `coordination.k8s.io/${version}`, kind });
  return Object.entries(large).flatMap(([name, enlarge]) => {
    const object = validObject(served);
    if (!((name.split(":")[0] ?? "") in { ...object.spec, ...object.metadata })) return [];
    enlarge(object, maxBytes);
    return [object];
  });
}

const renewed = { renewTime: "2026-07-01T08:00:20.123456Z", holderIdentity: "controller-7d9c5b8f6d-b5b6c" };

function changesOf(
  kind: (typeof kinds)[number],
  enlarge: (object: Draft, bytes: number) => unknown,
): readonly Change<Draft>[] {
  const served = requireServedVersion({ apiVersion: `coordination.k8s.io/${kind.version}`, kind: kind.kind });
  const [small, big, old] = [validObject(served), validObject(served), validObject(served)];
  enlarge(big, maxBytes);
  enlarge(old, maxBytes / 2);
  const [from, to] = [validObject(served), validObject(served)];
  Object.assign(to.spec, kind.kind === "Lease" ? renewed : { renewTime: renewed.renewTime });
  to.metadata["managedFields"] = [entry(0)];
  return [
    { operation: "CREATE", object: big },
    { operation: "UPDATE", object: big, oldObject: small },
    { operation: "UPDATE", object: to, oldObject: old },
    { operation: "DELETE", oldObject: old },
    {
      operation: "UPDATE",
      object: { ...to, metadata: { ...big.metadata, managedFields: big.metadata["managedFields"] } },
      oldObject: from,
    },
  ];
}

/** A write, and the programs that evaluate it if they are not those of its operation. */
interface Costed {
  readonly change: Change<Draft>;
  readonly user?: UserInfo;
  readonly compiled?: readonly [matchConditions: CelProgram, validations: CelProgram];
  readonly params?: readonly Draft[];
}

describe.each(kinds)(
  "the policies for a large $kind cost at most a tenth of the budget",
  { timeout: 600_000 },
  (kind) => {
    const programs = {
      CREATE: programsFor(kind.kind, "CREATE"),
      UPDATE: programsFor(kind.kind, "UPDATE"),
      DELETE: programsFor(kind.kind, "DELETE"),
    };
    const { spec, metadata } = validObject(
      requireServedVersion({ apiVersion: `coordination.k8s.io/${kind.version}`, kind: kind.kind }),
    );
    const isField = (name: string): boolean => (name.split(":")[0] ?? "") in { ...spec, ...metadata };
    // One process evaluates all writes, because the compilation of the expressions takes longest.
    const expensive = (costed: readonly Costed[]): object[] => {
      const writes = costed.flatMap(({ change, user = pod, compiled = programs[change.operation], params = [] }) =>
        compiled.map((program, part) => ({ program, part, write: { ...toCelWrite(change, user), params } })),
      );
      const all = [...new Set(writes.map(({ program }) => program))];
      const evaluated = evaluateCel(
        all,
        writes.map(({ program, write }) => ({ program: all.indexOf(program), ...write })),
      );
      expect(evaluated.errors.flat()).toEqual([]);
      expect(evaluated.writes).toHaveLength(writes.length);
      return evaluated.writes.flatMap(({ cost, values }, index) => {
        const { part, write: { operation } = {} } = writes[index] ?? {};
        const failed = (values ?? []).filter((value) => typeof value !== "boolean");
        const share = cost / (part === 0 ? budgets.matchConditions : budgets.validations);
        return share > 0.1 || failed.length > 0 ? [{ index, operation, part, cost, failed }] : [];
      });
    };

    it.each(Object.keys(large).filter(isField))("%s", (name) => {
      const changes = changesOf(kind, large[name] ?? (() => undefined));
      expect(expensive(changes.map((change) => ({ change })))).toEqual([]);
    });

    const relations = exported.flatMap((each) =>
      each.kind === kind.kind && each.params ? [{ ...each, params: each.params }] : [],
    );
    it.each(relations)("$name, next to a large $params", ({ params, operations, matchConditions, validations }) => {
      const compiled = [matchConditions, validations] as const;
      const small = changesOf(kind, () => undefined);
      const changes = operations.flatMap((operation) => small.find((change) => change.operation === operation) ?? []);
      const beside = largeObjects(params).flatMap((other) =>
        changes.map((change) => ({ change, compiled, params: [other] })),
      );
      expect(expensive(beside)).toEqual([]);
    });

    it.each(Object.keys(users))("by %s", (name) => {
      const changes = changesOf(kind, () => undefined);
      expect(expensive(changes.map((change) => ({ change, user: users[name] ?? pod })))).toEqual([]);
    });
  },
);
