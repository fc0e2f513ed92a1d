import type { ServedVersion } from "../../api/served-versions.ts";
import { type FieldError, invalid } from "../../field/error.ts";
import type { Change } from "../../rules/rule.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";
import { type KubernetesRelease, kubernetesReleases, servedIn, servedReleases } from "../../validate/kubernetes-release.ts";
import { updateOf } from "../../validate/submission.ts";
import type { Finding } from "../../validate/verdict.ts";
import { ignoredRules } from "./ignored-rules.ts";
import { pairKey } from "./old-objects.ts";
import type { CheckedFinding } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";

/** A fault of an object of a manifest: the webhook's findings, and what only the command line looks for. */
export interface Found extends FieldError {
  readonly origin: CheckedFinding["rule"];
  readonly mode: Finding["mode"];
}

/** What was found in one object, and what its annotation hid; or why it could not be judged. */
export type Judged = { readonly findings: readonly Found[]; readonly ignored: readonly Found[] } | { readonly problem: string };

/** Judges one object as the write that the settings make of it. */
export function checkObject(served: ServedVersion, object: object, settings: CheckSettings): Judged {
  const change = changeOf(served, object, settings);
  if (typeof change === "string") return { problem: change };
  const { ignored, faults } = ignoredRules(object);
  const { findings } = settings.validate(served, change, settings.context);
  const strict = settings.strict ? unknownFields(served.schema, object) : [];
  return {
    findings: [
      ...servedVersionFaults(served, settings),
      ...strict.map((fault): Found => ({ ...fault, mode: "deny" })),
      ...findings.filter(({ origin }) => !ignored.has(origin)),
      ...faults.map((fault): Found => ({ ...fault, origin: "ignore/known-rule", mode: "warn" })),
    ],
    ignored: findings.filter(({ origin }) => ignored.has(origin)),
  };
}

/** A text says why there is no such write. */
function changeOf(served: ServedVersion, object: object, { operation, oldObjects }: CheckSettings): Change<unknown> | string {
  const old = oldObjects.size === 0 ? undefined : oldObjects.get(pairKey(served, object));
  if (operation === "CREATE" || (operation === undefined && old === undefined)) return { operation: "CREATE", object };
  if (operation === "DELETE") return { operation, oldObject: old ?? object };
  if (old === undefined) return "must have an object of its kind, namespace and name in --old to be an update";
  return updateOf(object, old);
}

const newest: KubernetesRelease = kubernetesReleases.at(-1) ?? kubernetesReleases[0];

/** A warning as long as nobody has said which release the objects are for. */
function servedVersionFaults(served: ServedVersion, { release }: CheckSettings): readonly Found[] {
  const asked = release ?? newest;
  if (servedIn(served, asked)) return [];
  const { group, version, kind } = served.gvk;
  const releases = servedReleases(served);
  const [first, last] = [releases[0], releases.at(-1)];
  const by = first === undefined ? `releases before ${kubernetesReleases[0]}` : first === last ? first : `${first} to ${last}`;
  const detail = `must be a version of ${kind} that Kubernetes ${asked} serves, not one only of ${by}`;
  return [
    {
      ...invalid(["apiVersion"], `${group}/${version}`, detail),
      origin: "schema/served-version",
      mode: release === undefined ? "warn" : "deny",
    },
  ];
}
