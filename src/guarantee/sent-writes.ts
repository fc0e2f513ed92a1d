import { existingVersions, matchesWrite } from "../cluster/registration/matches-write.ts";
import { toMatchPolicy, toRules, toSelector } from "../cluster/registration/registration.ts";
import { all, type Decided, type NamespaceLabels, selectsNamespace } from "../cluster/registration/selects-labels.ts";
import { type Fields, failurePolicyOf, fieldAt, objectsAt, textAt } from "../core/api/fields.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import { joinWords } from "../core/text/join-words.ts";
import { compileCel } from "../installation/reach/decide-cel.ts";
import { type ChangeOperation, changeOperations } from "../rules/rule.ts";
import { authenticatedGroup, serviceAccountsGroup } from "../rules/shared/identities.ts";
import { plainRenewalCondition } from "../rules/shared/plain-renewal.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

const noWebhook = "no webhook calls lease-guard";

/** What a webhook does with an operation on a Lease. The text names what leaves writes out. */
interface Coverage {
  readonly webhook: Fields;
  readonly operation: ChangeOperation;
  /** True if the webhook gets every write, and undefined if this depends on something unknown. */
  readonly isSent: Decided;
  readonly gap: string;
}

/**
 * Decides whether the webhooks of lease-guard get every write of a Lease: creates, updates with
 * plain renewals, and deletes, by every pod.
 */
export function decideSent(webhooks: readonly Fields[], namespace: NamespaceLabels): Answer {
  if (webhooks.length === 0) return fails(noWebhook);
  const coverages = changeOperations.map((operation) => coveragesOf(webhooks, namespace, operation));
  const unmatched = changeOperations.filter((_, index) => coverages[index]?.length === 0);
  if (unmatched.length > 0) return fails(`no webhook of lease-guard gets ${joinWords(unmatched)} of Leases`);
  const gaps = coverages.flatMap((ofOperation) => {
    if (ofOperation.some(({ isSent }) => isSent === true)) return [];
    const [best] = [...ofOperation.filter(({ isSent }) => isSent === undefined), ...ofOperation];
    return best ?? [];
  });
  const certain = gaps.filter(({ isSent }) => isSent === false);
  if (certain.length > 0) return fails(textOf(certain));
  if (gaps.length > 0) return notKnown(textOf(gaps));
  const names = joinWords(webhooks.map((webhook) => textAt(webhook, "name")));
  return holds(`kube-apiserver sends ${joinWords(changeOperations)} to ${names}`);
}

/** Decides whether kube-apiserver rejects every write that lease-guard does not validate. */
export function decideClosed(webhooks: readonly Fields[], namespace: NamespaceLabels): Answer {
  const open = changeOperations.flatMap((operation): readonly Fields[] => {
    const coverages = coveragesOf(webhooks, namespace, operation);
    const sent = coverages.filter(({ isSent }) => isSent === true);
    const getting = (sent.length > 0 ? sent : coverages).map(({ webhook }) => webhook);
    return getting.some((webhook) => failurePolicyOf(webhook) === "Fail") ? [] : getting;
  });
  if (webhooks.length === 0) return fails(noWebhook);
  const names = [...new Set(open.map((webhook) => textAt(webhook, "name")))];
  if (names.length > 0) return fails(`failurePolicy of ${joinWords(names)} must be Fail`);
  return holds("failurePolicy is Fail");
}

function textOf(gaps: readonly { readonly gap: string }[]): string {
  return joinWords([...new Set(gaps.map(({ gap }) => gap))]);
}

/** Returns what each webhook whose rules match an operation on Leases does with it. */
function coveragesOf(
  webhooks: readonly Fields[],
  namespace: NamespaceLabels,
  operation: ChangeOperation,
): readonly Coverage[] {
  return webhooks
    .filter((webhook) => matchesAllVersions(webhook, operation))
    .map((webhook) => {
      const gaps = gapsOf(webhook, namespace, operation);
      const isSent = all(gaps.map(({ isSent }) => isSent));
      const shown = gaps.filter((gap) => (isSent === false ? gap.isSent === false : gap.isSent !== true));
      return { webhook, operation, isSent, gap: joinWords(shown.map(({ gap }) => gap)) };
    });
}

function matchesAllVersions(webhook: Fields, operation: ChangeOperation): boolean {
  const registered = { rules: toRules(webhook["rules"]), matchPolicy: toMatchPolicy(webhook["matchPolicy"]) };
  return existingVersions("Lease").every((version) => matchesWrite(registered, { kind: "Lease", version, operation }));
}

type Gap = Pick<Coverage, "isSent" | "gap">;

function gapsOf(webhook: Fields, namespace: NamespaceLabels, operation: ChangeOperation): readonly Gap[] {
  const name = textAt(webhook, "name");
  const hasObjectSelector = toSelector(fieldAt(webhook, "objectSelector")).length > 0;
  return [
    {
      isSent: selectsNamespace(toSelector(fieldAt(webhook, "namespaceSelector")), namespace),
      gap: `namespaceSelector of ${name} leaves out the namespace`,
    },
    { isSent: !hasObjectSelector, gap: `objectSelector of ${name} leaves out Leases by labels that clients set` },
    ...objectsAt(webhook, "matchConditions").map((condition) => gapOfCondition(condition, operation)),
  ];
}

function gapOfCondition(condition: Fields, operation: ChangeOperation): Gap {
  const [name, expression] = [textAt(condition, "name"), textAt(condition, "expression")];
  if (name === plainRenewalCondition)
    return { isSent: operation !== "UPDATE", gap: `the condition ${name} leaves out plain renewals` };
  return {
    isSent: decideForPods(expression, operation),
    gap: `the condition ${name} can leave out ${operation}`,
  };
}

/**
 * Decides a condition for all writes by pods. A condition that names single users or the service
 * accounts of a namespace cannot be decided.
 */
function decideForPods(expression: string, operation: ChangeOperation): Decided {
  if (expression.includes(`${serviceAccountsGroup}:`) || expression.includes("username")) return undefined;
  const facts = new Map<string, string | readonly string[]>([
    ["request.operation", operation],
    ["request.resource.group", coordinationGroup],
    ["request.resource.resource", resources.Lease],
    ["request.kind.group", coordinationGroup],
    ["request.kind.kind", "Lease"],
    ["request.subResource", ""],
    ["request.userInfo.groups", [serviceAccountsGroup, authenticatedGroup]],
  ]);
  return compileCel(expression)({ get: (path) => facts.get(path) });
}
