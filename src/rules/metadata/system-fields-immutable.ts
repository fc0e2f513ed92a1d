import { type FieldError, invalid } from "../../field/error.ts";
import { sameInstant } from "../../format/time.ts";
import { defineRule, type Rule } from "../rule.ts";

const immutable = ["name", "namespace", "uid", "deletionGracePeriodSeconds"] as const;
const immutableTimes = ["creationTimestamp", "deletionTimestamp"] as const;

/** Upstream: ValidateObjectMetaAccessorUpdate. Times are compared as instants, not as texts. */
export const rule: Rule = defineRule({
  id: "metadata/system-fields-immutable",
  tier: "api",
  description: "name, namespace, uid, creationTimestamp, deletionTimestamp and deletionGracePeriodSeconds must not change",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["UPDATE"],
  *check({ object: { metadata }, oldObject: { metadata: old } }) {
    for (const name of immutable) {
      if (metadata[name] !== old[name]) yield changed(name, metadata[name]);
    }
    for (const name of immutableTimes) {
      const [time, oldTime] = [metadata[name], old[name]];
      const same = time === undefined || oldTime === undefined ? time === oldTime : sameInstant(time, oldTime);
      if (!same) yield changed(name, time);
    }
  },
});

function changed(name: string, value: unknown): FieldError {
  return invalid(["metadata", name], value ?? null, "field is immutable");
}
