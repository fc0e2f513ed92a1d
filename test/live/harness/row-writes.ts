import { servedVersionOf } from "../../../src/core/api/served-versions.ts";
import { decodePolicy } from "../../../src/policy/file/decode-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import type { Change, Rule, UserInfo } from "../../../src/rules/rule.ts";
import { allTables } from "../../harness/all-tables.ts";
import type { Draft } from "../../harness/objects.ts";
import { operationsOf, type Row, submissionOf } from "../../harness/rule-table.ts";
import { electorsGroup } from "./impersonation.ts";
import type { LiveWrite } from "./live-write.ts";
import type { ServedKind } from "./release.ts";

/** A write from a rule's table or a history, which a test sends at another time. */
export interface PlannedWrite {
  readonly name: string;
  /** Returns the write. The times in the specs move to `now`, except times many years away. */
  readonly at: (now: Date) => LiveWrite;
}

/** Returns the namespace of a planned write. */
export function namespaceOf({ at }: PlannedWrite): string {
  const { change } = at(new Date());
  const { namespace } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return String(namespace);
}

/** The writes of all rows, and a policy that contains the parameters of the rows. */
export interface RowWrites {
  readonly document: object;
  readonly policy: Policy;
  readonly writes: readonly PlannedWrite[];
}

/** The user of rows that set no user. kube-apiserver always knows the user of a write. */
const someUser: UserInfo = { username: "system:serviceaccount:team-a:other", groups: ["system:serviceaccounts"] };

/**
 * Returns the writes in the tables of the rules of the tiers `protocol` and `policy`, except
 * relation rules. In the policy, a rule with parameters applies only to groups of writers. There is
 * one group for each set of parameters.
 */
export async function rowWrites(kinds: readonly ServedKind[]): Promise<RowWrites> {
  const served = kinds.flatMap(
    ({ kind, version }) => servedVersionOf({ apiVersion: `coordination.k8s.io/${version}`, kind }) ?? [],
  );
  const parametersOf = new Map<Rule, string[]>();
  const seen = new Set<string>();
  const writes: PlannedWrite[] = [];
  for (const { rule, table } of await allTables()) {
    if (rule.tier === "api" || rule.isRelation) continue;
    for (const [name, own] of Object.entries<Row>({ "a valid object": {}, ...table.silent, ...table.reports })) {
      const row = { ...(table.parameters && { parameters: table.parameters }), ...own };
      const groups = [
        electorsGroup,
        "system:authenticated",
        ...(row.parameters ? [groupOf(rule, row.parameters, parametersOf)] : []),
      ];
      for (const version of served) {
        for (const operation of operationsOf(rule, version, row)) {
          const { change: written, context } = submissionOf({ served: version, operation, row });
          const change = inPlace(written);
          const { username, groups: own, extra } = context.user.username === "" ? someUser : context.user;
          const user: UserInfo = {
            username,
            groups: [...own.filter((group) => !groups.includes(group)), ...groups],
            extra,
          };
          const key = JSON.stringify([version.gvk, change, user, context.now]);
          if (seen.has(key)) continue;
          seen.add(key);
          const at = (now: Date): LiveWrite => ({ served: version, change: moved(change, context.now, now), user });
          writes.push({ name: `${version.gvk.version} ${version.gvk.kind} ${operation} ${rule.id}: ${name}`, at });
        }
      }
    }
  }
  const document = documentOf(parametersOf);
  const decoded = decodePolicy(document);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return { document, policy: decoded.value, writes };
}

/** Gives the old object the place of the new one, because an update cannot move an object. */
function inPlace(change: Change<Draft>): Change<Draft> {
  if (change.operation !== "UPDATE") return change;
  const { namespace, name } = change.object.metadata;
  return { ...change, oldObject: { ...change.oldObject, metadata: { ...change.oldObject.metadata, namespace, name } } };
}

/** Returns the group of the writers to which a rule applies with these parameters. */
function groupOf(rule: Rule, parameters: object, known: Map<Rule, string[]>): string {
  const list = known.get(rule) ?? [];
  known.set(rule, list);
  const text = JSON.stringify(parameters);
  if (!list.includes(text)) list.push(text);
  return `${rule.id}/${list.indexOf(text)}`;
}

function documentOf(parametersOf: ReadonlyMap<Rule, readonly string[]>): object {
  const rules = [...parametersOf].map(([rule, list]) => {
    const scopes = list.map((text, index) => ({
      match: { groups: [`${rule.id}/${index}`] },
      mode: "deny",
      parameters: JSON.parse(text) as object,
    }));
    return [rule.id, { mode: "off", scopes }] as const;
  });
  return {
    apiVersion: "lease-guard.dev/v1alpha1",
    kind: "Policy",
    profile: "strict",
    rules: Object.fromEntries(rules),
  };
}

/** Moves the times of both specs by the time between `from` and `to`, in whole seconds. */
export function moved(change: Change<Draft>, from: Date, to: Date): Change<Draft> {
  const seconds = Math.floor((to.getTime() - from.getTime()) / 1000);
  const move = (object: Draft): Draft => ({ ...object, spec: movedTimes(object.spec, from, seconds) as Draft["spec"] });
  if (change.operation === "CREATE") return { ...change, object: move(change.object) };
  if (change.operation === "DELETE") return { ...change, oldObject: move(change.oldObject) };
  return { ...change, object: move(change.object), oldObject: move(change.oldObject) };
}

const timeForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z)$/;
const farMs = 20 * 365 * 86_400_000;

/** Moves the values that are times, except times many years away, such as the year 1. */
function movedTimes(spec: unknown, near: Date, seconds: number): unknown {
  if (spec === null || typeof spec !== "object") return spec;
  const entries = Object.entries(spec).map(([key, value]) => {
    const [, whole, fraction = "", zone = ""] = (typeof value === "string" && timeForm.exec(value)) || [];
    const ms = Date.parse(`${whole}Z`);
    if (Number.isNaN(ms) || Math.abs(ms - near.getTime()) > farMs) return [key, value];
    return [key, new Date(ms + seconds * 1000).toISOString().replace(".000Z", `${fraction}${zone}`)];
  });
  return Object.fromEntries(entries);
}
