import { readFileSync } from "node:fs";
import { parse } from "yaml";
import {
  componentOfWrites,
  type NotSentRule,
  type NotSentWrites,
  notSentWrites,
} from "../../src/cluster/registration/not-sent-writes.ts";
import { type Registration, toRegistration } from "../../src/cluster/registration/registration.ts";
import { baseRegistrationFile } from "../../src/core/text/installed-name.ts";

/** Reads the ValidatingWebhookConfiguration of `manifests/base`. */
export function readBaseRegistration(): Registration {
  const read = toRegistration(parse(readFileSync(baseRegistrationFile, "utf8")));
  if (!read.ok) throw new Error(`${baseRegistrationFile} ${read.error}`);
  return read.value;
}

/** Returns the text after "Sent by" on the page of a rule. */
export function sentBy(rule: NotSentRule, base: Registration): string {
  const notSent = notSentWrites(rule, base);
  const operations = notSent.filter(({ what }) => what === "operation");
  const all = operations.length === rule.kinds.length * rule.operations.length;
  const namespaces = notSent.flatMap((each) => (each.what === "namespace" ? [`\`${each.namespace}\``] : []));
  return [
    ...(all || namespaces.length > 0 ? [] : ["`manifests/base`"]),
    ...(operations.length === 0
      ? []
      : [`${component("operation")} (by default, kube-apiserver does not send ${operationNames(operations)})`]),
    ...(namespaces.length > 0
      ? [
          `${component("namespace")} (by default, the webhook excludes the ${namespaces.length > 1 ? "namespaces" : "namespace"} ${namespaces.join(" and ")})`,
        ]
      : []),
    ...(notSent.some(({ what }) => what === "plain-renewals")
      ? [`for plain renewals, also ${component("plain-renewals")}`]
      : []),
  ].join("; ");
}

function component(what: NotSentWrites["what"]): string {
  return `the component \`${componentOfWrites[what]}\``;
}

function operationNames(operations: readonly NotSentWrites[]): string {
  return [...new Set(operations.flatMap((notSent) => ("operation" in notSent ? [notSent.operation] : [])))].join(
    " and ",
  );
}
