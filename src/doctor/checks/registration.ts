import { textAt } from "../../core/api/fields.ts";
import { installedName, webhookPath } from "../../core/text/installed-name.ts";
import { isExported } from "../../export/explain-export.ts";
import { serviceOf, webhooksOf } from "../../installation/installation.ts";
import { objectsOf, unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine, yamlLine } from "../quote.ts";

export function hasWebhook({ own }: Examined): boolean {
  return own.webhooks.length > 0;
}

export function hasExport({ snapshot }: Examined): boolean {
  return objectsOf(snapshot, "ValidatingAdmissionPolicy").some(({ value }) => isExported(value));
}

export const registrationChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/webhook-registered",
    description: "a ValidatingWebhookConfiguration calls lease-guard, or exported policies replace it",
    applies: ({ isPreflight }) => !isPreflight,
    *run(examined) {
      if (hasWebhook(examined) || (hasExport(examined) && examined.own.deployment === undefined)) return;
      const [configuration] = examined.own.configurations;
      const unread = unreadReason(examined.snapshot, "ValidatingWebhookConfiguration");
      if (unread !== undefined) return void (yield { unknown: unread });
      const message = "must exist and have webhooks, because without it kube-apiserver sends no write to lease-guard";
      yield found(
        "error",
        at(configuration, ...(configuration === undefined ? [] : ["webhooks"])),
        `ValidatingWebhookConfiguration ${installedName} ${message}`,
        ["kubectl apply -k manifests/overlays/self-managed"],
      );
    },
  },
  {
    id: "doctor/registered-once",
    description: "only one ValidatingWebhookConfiguration calls lease-guard",
    applies: hasWebhook,
    *run({ own }) {
      const [first, ...others] = own.configurations.filter((each) => webhooksOf(each).length > 0);
      for (const other of others)
        yield found(
          "warning",
          at(other),
          `must not exist next to ${first?.name}, because kube-apiserver then sends each write twice`,
          [shellLine`kubectl delete validatingwebhookconfiguration ${other.name}`],
        );
    },
  },
  {
    id: "doctor/side-effects-none",
    description: "sideEffects is None or NoneOnDryRun, so that dry runs are validated, too",
    applies: hasWebhook,
    *run({ own }) {
      for (const { configuration, path, value } of own.webhooks) {
        if (["None", "NoneOnDryRun"].includes(textAt(value, "sideEffects"))) continue;
        yield found(
          "error",
          at(configuration, ...path, "sideEffects"),
          "must be None, because lease-guard stores nothing",
          ["sideEffects: None"],
        );
      }
    },
  },
  {
    id: "doctor/review-versions-known",
    description: "admissionReviewVersions contains v1",
    applies: hasWebhook,
    *run({ own }) {
      for (const { configuration, path, value } of own.webhooks) {
        const versions: unknown = value["admissionReviewVersions"];
        if (Array.isArray(versions) && versions.includes("v1")) continue;
        yield found("error", at(configuration, ...path, "admissionReviewVersions"), "must contain v1", [
          "admissionReviewVersions: [v1]",
        ]);
      }
    },
  },
  {
    id: "doctor/service-called",
    description: `every webhook calls the same Service with the path ${webhookPath}`,
    applies: hasWebhook,
    run: serviceProblems,
  },
];

function* serviceProblems({ own }: Examined): Iterable<DoctorOutcome> {
  for (const webhook of own.webhooks) {
    const { configuration, path } = webhook;
    const spot = (...field: readonly string[]) => at(configuration, ...path, "clientConfig", ...field);
    const service = serviceOf(webhook);
    if (service === undefined) {
      const url = textAt(webhook.value, "clientConfig", "url");
      if (!URL.canParse(url))
        yield found("error", spot(), "must have a service or a valid url", [
          `service: {name: ${installedName}, namespace: ${installedName}, path: ${webhookPath}}`,
        ]);
      else if (new URL(url).pathname !== webhookPath)
        yield found(
          "error",
          spot("url"),
          `must have the path ${webhookPath}, because lease-guard serves no other path`,
        );
      else yield { unknown: `${textAt(webhook.value, "name")} calls a url, and the doctor checks only Services` };
      continue;
    }
    if (service.path !== webhookPath)
      yield found(
        "error",
        spot("service", "path"),
        `must be ${webhookPath}, because lease-guard responds to other paths with 404`,
        [`path: ${webhookPath}`],
      );
    const { namespace, name } = own.reference ?? service;
    if (service.namespace !== namespace || service.name !== name)
      yield found("error", spot("service"), `must be ${namespace}/${name}, as in the first webhook`, [
        yamlLine`service: {name: ${name}, namespace: ${namespace}}`,
      ]);
  }
}
