import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Registration, toRegistration } from "../../src/registration/registration.ts";
import { componentOfWrites, type UnsentRule, type UnsentWrites, unsentWrites } from "../../src/registration/unsent-writes.ts";
import { baseRegistrationFile } from "../../src/text/installed-name.ts";

/**
 * Reads the ValidatingWebhookConfiguration of `manifests/base`. Throws if the file contains another
 * object.
 */
export function readBaseRegistration(): Registration {
  const read = toRegistration(parse(readFileSync(baseRegistrationFile, "utf8")));
  if (!read.ok) throw new Error(`${baseRegistrationFile} ${read.error}`);
  return read.value;
}

/**
 * Returns the text after "Sent by" on the page of a rule. The text names `manifests/base` if it
 * makes kube-apiserver send some writes for the rule, and the components that add other writes.
 */
export function sentBy(rule: UnsentRule, base: Registration): string {
  const unsent = unsentWrites(rule, base);
  const operations = unsent.filter(({ what }) => what === "operation");
  const all = operations.length === rule.kinds.length * rule.operations.length;
  const namespace = unsent.find(({ what }) => what === "namespace");
  return [
    ...(all || namespace ? [] : ["`manifests/base`"]),
    ...(operations.length === 0
      ? []
      : [`${component("operation")} (by default, kube-apiserver does not send ${operationNames(operations)})`]),
    ...(namespace ? [`${component("namespace")} (by default, the webhook excludes the namespace \`${rule.namespace}\`)`] : []),
    ...(unsent.some(({ what }) => what === "plain-renewals") ? [`for plain renewals, also ${component("plain-renewals")}`] : []),
  ].join("; ");
}

function component(what: UnsentWrites["what"]): string {
  return `the component \`${componentOfWrites[what]}\``;
}

function operationNames(operations: readonly UnsentWrites[]): string {
  return [...new Set(operations.flatMap((unsent) => ("operation" in unsent ? [unsent.operation] : [])))].join(" and ");
}
