import { toSelector } from "../../cluster/registration/registration.ts";
import { excludesName, nameLabel } from "../../cluster/registration/selects-labels.ts";
import { type Fields, failurePolicyOf, objectsAt, textAt } from "../../core/api/fields.ts";
import { hasCertManagerBundle, type PlacedWebhook } from "../../installation/installation.ts";
import { decideCel } from "../../installation/reach/decide-cel.ts";
import { systemNamespacesIn, writesOfWebhook } from "../../installation/reach/lease-reach.ts";
import { withoutLiterals } from "../../rules/cel/text.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine, yamlLine } from "../quote.ts";
import { hasWebhook } from "./registration.ts";

export const selectionChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/system-namespaces-excluded",
    description:
      "webhooks that fail closed exclude kube-system, kube-node-lease, and the namespaces that lease-guard depends on",
    applies: hasWebhook,
    run: includedNamespaces,
  },
  {
    id: "doctor/namespaces-selected",
    description: "the selectors and conditions of the webhooks leave writes to validate",
    applies: hasWebhook,
    run: selectedNothing,
  },
  {
    id: "doctor/objects-selected",
    description: "no objectSelector lets clients exclude their own writes",
    applies: hasWebhook,
    *run({ own }) {
      for (const { configuration, path, value } of own.webhooks) {
        if (toSelector(value["objectSelector"]).length === 0) continue;
        const message = "must be absent, because a client sets the labels of its Lease and can exclude its own writes";
        yield found("warning", at(configuration, ...path, "objectSelector"), message, [
          shellLine`kubectl edit validatingwebhookconfiguration ${configuration.name}`,
        ]);
      }
    },
  },
  {
    id: "doctor/match-conditions-current",
    description: "the match conditions of lease-guard have the expressions of this version",
    applies: hasWebhook,
    run: otherConditions,
  },
];

/** Reports whether kube-apiserver rejects a write if a webhook fails. */
export function failsClosed({ value }: Pick<PlacedWebhook, "value">): boolean {
  return failurePolicyOf(value) === "Fail";
}

function* includedNamespaces({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  for (const webhook of own.webhooks.filter(failsClosed)) {
    const system = systemNamespacesIn(writesOfWebhook(webhook.value, snapshot));
    const others = dependencies(webhook, own.namespace).filter((name) => !excludes(webhook, name));
    const names = [...system, ...others];
    if (names.length === 0) continue;
    const reason = "because lease-guard needs these Leases to start, and with failurePolicy Fail they need lease-guard";
    yield found(
      "error",
      at(webhook.configuration, ...webhook.path, "namespaceSelector"),
      `must exclude ${names.join(", ")}, ${reason}`,
      excludingSelector(names),
    );
  }
}

/** Returns the namespace of lease-guard, and the namespaces of the programs that it needs. */
function dependencies({ configuration }: PlacedWebhook, namespace: string): readonly string[] {
  return [namespace, ...(hasCertManagerBundle(configuration) ? ["cert-manager"] : [])];
}

function excludes({ value }: PlacedWebhook, name: string): boolean {
  return excludesName(toSelector(value["namespaceSelector"]), name);
}

export function excludingSelector(names: readonly string[]): readonly string[] {
  return [
    "namespaceSelector:",
    "  matchExpressions:",
    `    - {key: ${nameLabel}, operator: NotIn, values: [${names.map((name) => yamlLine`${name}`).join(", ")}]}`,
  ];
}

function* selectedNothing({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  for (const { configuration, path, value } of own.webhooks) {
    const spot = (...field: readonly (string | number)[]) => at(configuration, ...path, ...field);
    const conditions = objectsAt(value, "matchConditions");
    const wrong = conditions.flatMap((condition, index) => {
      const reason = wrongCondition(condition, conditions.slice(0, index));
      return reason === undefined ? [] : [found("error", spot("matchConditions", index, "expression"), reason)];
    });
    yield* wrong;
    const withoutConditions = { ...value, matchConditions: [] };
    const reachesWorkloads = (webhook: Fields) =>
      writesOfWebhook(webhook, snapshot).some(({ namespaceClass }) => namespaceClass === "other");
    if (objectsAt(value, "rules").length === 0 || reachesWorkloads(value)) continue;
    const isConditions = reachesWorkloads(withoutConditions);
    const isSelector = reachesWorkloads({ ...withoutConditions, namespaceSelector: {} });
    if (isConditions && wrong.length === 0)
      yield found(
        "error",
        spot("matchConditions"),
        "must be true for some writes by workloads, because lease-guard otherwise validates none",
      );
    else if (isSelector && !isConditions)
      yield found(
        "error",
        spot("namespaceSelector"),
        "must select the namespaces of workloads, because lease-guard otherwise validates no writes there",
      );
  }
}

/**
 * Returns the reason why kube-apiserver rejects a condition, or why the condition excludes every
 * write. Returns undefined if the doctor detects neither.
 */
function wrongCondition(condition: Fields, earlier: readonly Fields[]): string | undefined {
  const name = textAt(condition, "name");
  const expression = textAt(condition, "expression");
  if (expression.trim() === "") return "must be a CEL expression";
  if (!isBalanced(expression)) return "must be a valid CEL expression: its brackets or quotes do not match";
  if (earlier.some((each) => textAt(each, "name") === name))
    return `must not have the name ${name} of another condition`;
  return decideCel(expression, new Map()) === false
    ? "must not be false for every write, because lease-guard then validates none"
    : undefined;
}

function isBalanced(expression: string): boolean {
  const code = withoutLiterals(expression);
  const count = (bracket: string) => code.split(bracket).length;
  return !code.includes('"') && count("(") === count(")") && count("[") === count("]") && count("{") === count("}");
}

/**
 * Yields a finding for each condition that differs from the conditions in `manifests/base`. A
 * condition with the same name but a different expression can exclude writes that rules need. A
 * condition with another name is a choice of the operator, so its severity is info.
 */
function* otherConditions({ own, shipped }: Examined): Iterable<DoctorOutcome> {
  const known = new Map(
    objectsAt(shipped, "webhooks").map((webhook) => [textAt(webhook, "name"), expressionsOf(webhook)]),
  );
  for (const { configuration, path, value } of own.webhooks) {
    const expected = known.get(textAt(value, "name")) ?? new Map<string, string>();
    for (const [index, condition] of objectsAt(value, "matchConditions").entries()) {
      if (wrongCondition(condition, []) !== undefined) continue;
      const name = textAt(condition, "name");
      const expression = expected.get(name);
      const spot = at(configuration, ...path, "matchConditions", index, "expression");
      if (expression === undefined)
        yield found("info", spot, `is not a condition of lease-guard: ${name} can exclude writes that the rules need`);
      else if (expression !== normalized(condition))
        yield found(
          "warning",
          spot,
          `must be the expression of ${name} in this version, because a different expression can exclude writes that the rules need`,
          [expression],
        );
    }
  }
}

function expressionsOf(webhook: Fields): ReadonlyMap<string, string> {
  return new Map(
    objectsAt(webhook, "matchConditions").map((condition) => [textAt(condition, "name"), normalized(condition)]),
  );
}

function normalized(condition: Fields): string {
  return textAt(condition, "expression").trim().replaceAll(/\s+/g, " ");
}
