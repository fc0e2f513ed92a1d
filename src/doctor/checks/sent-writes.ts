import {
  type ConvertedWrite,
  existingVersions,
  mismatchedField,
  namesResource,
} from "../../cluster/registration/matches-write.ts";
import { componentOfWrites, type NotSentWrites, notSentWrites } from "../../cluster/registration/not-sent-writes.ts";
import { type Registration, toRules } from "../../cluster/registration/registration.ts";
import { type Kind, kinds } from "../../core/api/coordination.ts";
import { objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { coordinationGroup, resources, servedVersions } from "../../core/api/served-versions.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { serveFlagNames } from "../../core/text/installed-name.ts";
import { flagValues, type PlacedWebhook } from "../../installation/installation.ts";
import { activePolicy } from "../../installation/selected-policy.ts";
import { notSentSettings, notSentText } from "../../policy/not-sent-settings.ts";
import { groupBy } from "../../report/group-by.ts";
import type { ChangeOperation } from "../../rules/rule.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { hasWebhook } from "./registration.ts";

const sentOperations: readonly ChangeOperation[] = ["CREATE", "UPDATE"];

export const sentWritesChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/kinds-sent",
    description: "kube-apiserver sends creates and updates of Leases and LeaseCandidates",
    applies: hasWebhook,
    run: kindProblems,
  },
  {
    id: "doctor/versions-sent",
    description: "the rules of the webhooks contain the versions that the API server serves",
    applies: hasWebhook,
    run: versionProblems,
  },
  {
    id: "doctor/policy-writes-sent",
    description: "kube-apiserver sends the writes to which the rules of the policy apply",
    applies: hasWebhook,
    run: policyProblems,
  },
];

function* kindProblems(examined: Examined): Iterable<DoctorOutcome> {
  const { own, snapshot } = examined;
  for (const kind of kinds) {
    const isServed =
      snapshot.served === undefined || [...snapshot.served].some((each) => isResource(each, resources[kind]));
    const notSent = notSentWrites({ kinds: [kind], operations: sentOperations }, own.registration);
    if (notSent.length === 0 || !isServed) continue;
    const webhook = own.webhooks.find((each) => isFor(each, kind)) ?? own.webhooks[0];
    const field = webhook === undefined ? [] : [...webhook.path, "rules", 0, ...wrongField(webhook, kind)];
    // doctor/versions-sent reports these versions.
    if (
      webhook !== undefined &&
      field.at(-1) === "apiVersions" &&
      [...wrongVersions(webhook, [kind], examined)].length > 0
    )
      continue;
    const severity = kind === "Lease" ? "error" : "warning";
    yield found(
      severity,
      at(webhook?.configuration, ...field),
      `must match ${notSentText(notSent)}, which kube-apiserver does not send`,
      ruleOf(kind),
    );
  }
}

function isFor({ value }: PlacedWebhook, kind: Kind): boolean {
  return (
    toRules(value["rules"]).some((rule) => namesResource(rule, kind)) ||
    textAt(value, "name").startsWith(resources[kind])
  );
}

/** Returns the field that keeps the first rule of a webhook from matching a kind. */
function wrongField(webhook: PlacedWebhook, kind: Kind): readonly string[] {
  const [rule] = toRules(webhook.value["rules"]);
  if (rule === undefined) return [];
  const versions = existingVersions(kind);
  const mismatches = sentOperations.flatMap((operation) => mismatchedField(rule, { kind, versions, operation }) ?? []);
  return mismatches.slice(0, 1);
}

function ruleOf(kind: Kind): readonly string[] {
  const versions = servedVersions.filter(({ gvk }) => gvk.kind === kind).map(({ gvk }) => gvk.version);
  return [
    `- apiGroups: [${coordinationGroup}]`,
    `  apiVersions: [${versions.join(", ")}]`,
    `  resources: [${resources[kind]}]`,
    `  operations: [${sentOperations.join(", ")}]`,
    "  scope: Namespaced",
  ];
}

/**
 * Yields errors about the API versions in the rules of the webhooks. With matchPolicy Equivalent,
 * one served version in such a rule is enough, because kube-apiserver converts the object. With
 * Exact, the rules must contain every served version.
 */
function* versionProblems(examined: Examined): Iterable<DoctorOutcome> {
  for (const webhook of examined.own.webhooks) yield* wrongVersions(webhook, kinds, examined);
}

function* wrongVersions(
  webhook: PlacedWebhook,
  asked: readonly Kind[],
  { own, snapshot }: Examined,
): Iterable<DoctorOutcome> {
  for (const [index, rule] of toRules(webhook.value["rules"]).entries()) {
    for (const kind of asked) {
      const served = servedOf(kind, snapshot.served);
      const notSent = served.filter((version) => !isSent(own.registration, { kind, versions: served }, version));
      const missing = notSent.filter((version) => {
        return mismatchedField(rule, { kind, versions: [version], operation: "UPDATE" }) === "apiVersions";
      });
      yield* ruleVersions(webhook, index, { resource: resources[kind], served, missing });
    }
  }
}

/** Reports whether rules match all writes of a version, if necessary after a conversion. */
function isSent(
  { webhooks }: Registration,
  written: Pick<ConvertedWrite, "kind" | "versions">,
  version: string,
): boolean {
  return sentOperations.every((operation) =>
    webhooks.some(({ rules, matchPolicy }) => {
      const write = { ...written, operation, ...(matchPolicy === "Exact" && { versions: [version] }) };
      return rules.some((rule) => mismatchedField(rule, write) === undefined);
    }),
  );
}

/**
 * Returns the versions of a kind that the API server serves. If `served` is undefined, returns the
 * version of Leases, which every API server serves, and no version of LeaseCandidates.
 */
function servedOf(kind: Kind, served: ReadonlySet<string> | undefined): readonly string[] {
  const known =
    served &&
    [...served].filter((each) => isResource(each, resources[kind])).map((each) => each.split(/[/ ]/)[1] ?? "");
  return known ?? (kind === "Lease" ? existingVersions(kind) : []);
}

function isResource(served: string, resource: string): boolean {
  return served.startsWith(`${coordinationGroup}/`) && served.endsWith(` ${resource}`);
}

/** The served versions of a resource, and those whose writes need a change of a rule. */
interface Versions {
  readonly resource: string;
  readonly served: readonly string[];
  readonly missing: readonly string[];
}

function* ruleVersions(
  { configuration, path, value }: PlacedWebhook,
  index: number,
  { resource, served, missing }: Versions,
): Iterable<DoctorOutcome> {
  if (missing.length === 0) return;
  const listed = textsAt(objectsAt(value, "rules")[index], "apiVersions");
  if (missing.length === served.length)
    yield found(
      "error",
      at(configuration, ...path, "rules", index, "apiVersions"),
      `must contain ${served.join(" or ")}, because kube-apiserver serves no listed version of ${resource} and sends no write of them`,
      [`apiVersions: [${[...new Set([...served, ...listed])].join(", ")}]`],
    );
  else if (textAt(value, "matchPolicy") === "Exact") {
    const reason = `because with matchPolicy Exact, kube-apiserver does not send writes of ${resource} in ${missing.join(", ")}`;
    yield found("error", at(configuration, ...path, "matchPolicy"), `must be Equivalent, ${reason}`, [
      "matchPolicy: Equivalent",
    ]);
  }
}

function* policyProblems({ own, policy: state, now }: Examined): Iterable<DoctorOutcome> {
  const policy = activePolicy(own, state);
  if (!policy.ok) return void (yield { unknown: policy.error });
  const [webhook] = own.webhooks;
  const denied = flagValues(own, serveFlagNames.deny);
  const byWrites = groupBy(notSentSettings(policy.value, own.registration, now), ({ notSent }) => notSentText(notSent));
  for (const [text, settings] of byWrites) {
    // No webhook configuration sends other objects.
    const kinds = new Set(
      settings.flatMap(({ notSent }) => notSent.flatMap(({ what }) => (what === "other-objects" ? [] : what))),
    );
    if (kinds.size === 0) continue;
    const rules = [...new Set(settings.map(({ rule }) => rule))].join(", ");
    const [source, sources] = settings.some(({ rule }) => denied.includes(rule))
      ? ["--deny or the policy", "--deny and the policy"]
      : ["the policy", "the policy"];
    const message = `must match ${text}, because ${source} sets ${rules} for these writes; or remove the rules from ${sources}`;
    const [field = []] = [...kinds].map((what) => fieldOfWrites[what]);
    const components = [...kinds].map((what) => `  - ../manifests/components/${componentOfWrites[what]}`);
    yield found("warning", at(webhook?.configuration, ...(webhook?.path ?? []), ...field), message, [
      "components:",
      ...components,
    ]);
  }
}

type What = NotSentWrites["what"];

const fieldOfWrites: Readonly<Record<What, FieldPath>> = {
  operation: ["rules", 0, "operations"],
  namespace: ["namespaceSelector"],
  "plain-renewals": ["matchConditions"],
};
