import { metadataOf, property } from "../../api/json-object.ts";
import { type FieldError, invalid } from "../../field/error.ts";
import { rules } from "../../rules/index.ts";

/** The annotation by which an object asks not to be told of some rules. The webhook does not read it: any writer could set it. */
export const ignoreAnnotation = "lease-guard.dev/ignore";

/** The rules an object's annotation names, and what is wrong with the names that count for nothing. */
export function ignoredRules(object: object): { readonly ignored: ReadonlySet<string>; readonly faults: readonly FieldError[] } {
  const written = property(metadataOf(object)?.["annotations"], ignoreAnnotation);
  if (typeof written !== "string") return nothing;
  const names = written
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const faults = names.flatMap((name) => {
    const demand = refusal(name);
    return demand === undefined ? [] : [invalid(["metadata", "annotations", { key: ignoreAnnotation }], name, demand)];
  });
  return { ignored: new Set(names.filter((name) => refusal(name) === undefined)), faults };
}

const nothing = { ignored: new Set<string>(), faults: [] };

/** What kube-apiserver itself refuses would only be found later. */
function refusal(name: string): string | undefined {
  const rule = rules.find(({ id }) => id === name);
  if (rule === undefined) return "must be the id of a rule: run lease-guard rules";
  return rule.tier === "api" ? "must not be a rule of the tier api, which kube-apiserver enforces" : undefined;
}
