import { toSelector } from "../../cluster/registration/registration.ts";
import { excludesName } from "../../cluster/registration/selects-labels.ts";
import { mapAt } from "../../core/api/fields.ts";
import { installedName } from "../../core/text/installed-name.ts";
import { valuesOfFlag } from "../../installation/installation.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { hasWebhook } from "./registration.ts";
import { jobPodSpec, renewalJobs } from "./renewal-job.ts";
import { excludingSelector, failsClosed } from "./selection.ts";

export const nameChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/names-agree",
    description: "the certificates and selectors name the namespace and the objects of this installation",
    applies: (examined) =>
      hasWebhook(examined) && (examined.own.namespace !== installedName || renewalJobs(examined).length > 0),
    run: otherNames,
  },
];

const injectFrom = "cert-manager.io/inject-ca-from";

/**
 * Yields a finding for each place that kustomize's `namespace` and `namePrefix` do not change,
 * although they change the objects that it names.
 */
function* otherNames(examined: Examined): Iterable<DoctorOutcome> {
  const { namespace, configurations, webhooks } = examined.own;
  for (const configuration of configurations) {
    const source = mapAt(configuration.value, "metadata", "annotations").get(injectFrom);
    // A CA that several programs share can be in any namespace, such as cert-manager's.
    if (namespace === installedName || source?.startsWith(`${installedName}/`) !== true) continue;
    yield found(
      "error",
      at(configuration, "metadata", "annotations", { key: injectFrom }),
      `must name a Certificate in ${namespace}, not ${source}, because the pods serve the certificate of this namespace`,
    );
  }
  for (const webhook of webhooks) {
    const selector = toSelector(webhook.value["namespaceSelector"]);
    // doctor/system-namespaces-excluded reports webhooks that fail closed.
    if (failsClosed(webhook) || !excludesName(selector, installedName) || excludesName(selector, namespace)) continue;
    yield found(
      "warning",
      at(webhook.configuration, ...webhook.path, "namespaceSelector"),
      `must exclude ${namespace}, the namespace of lease-guard, not only ${installedName}`,
      excludingSelector([namespace]),
    );
  }
  yield* otherNamesOfJobs(examined);
}

/** Yields a finding for each argument of `certs apply` that names another installation. */
function* otherNamesOfJobs(examined: Examined): Iterable<DoctorOutcome> {
  const { reference, configurations } = examined.own;
  const wanted = [
    ["--service", reference?.name],
    ["--webhook-configuration", configurations[0]?.name],
  ] as const;
  for (const { job, args } of renewalJobs(examined))
    for (const [flag, name] of wanted) {
      const value = valuesOfFlag(args, flag).at(-1) ?? installedName;
      if (name === undefined || value === name) continue;
      yield found(
        "error",
        at(job, ...jobPodSpec, "containers", 0, "args"),
        `must contain ${flag}=${name}, because the Job otherwise renews the certificate for ${value}`,
        [`- ${flag}=${name}`],
      );
    }
}
