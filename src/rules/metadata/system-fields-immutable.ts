import type { ObjectMeta } from "../../core/api/meta.ts";
import { invalid } from "../../core/field/error.ts";
import { goZeroTime, sameInstant } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateObjectMetaAccessorUpdate, and from 1.38 on also in
 * Validate_ObjectMeta, whose errors show null as the value of every field. The rule compares times
 * as instants, not as strings.
 */
export const rule: Rule = defineRule({
  id: "metadata/system-fields-immutable",
  tier: "api",
  description:
    "name, namespace, uid, creationTimestamp, deletionTimestamp and deletionGracePeriodSeconds must not change",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object: { metadata }, oldObject: { metadata: old } }) {
    const changed = sameness.filter(({ same }) => !same(metadata, old));
    return changed.map(({ name }) => invalid(["metadata", name], shown(name, metadata), "field is immutable"));
  },
});

function shown(name: keyof ObjectMeta, metadata: ObjectMeta): unknown {
  return name === "name" || name === "namespace" ? metadata[name] : null;
}

/** The fields that the rule compares, in the order in which kube-apiserver reports errors. */
const sameness: readonly {
  readonly name: keyof ObjectMeta;
  readonly same: (now: ObjectMeta, old: ObjectMeta) => boolean;
}[] = [
  { name: "name", same: (now, old) => now.name === old.name },
  { name: "namespace", same: (now, old) => now.namespace === old.namespace },
  { name: "uid", same: (now, old) => now.uid === old.uid },
  {
    name: "creationTimestamp",
    same: (now, old) => sameInstant(now.creationTimestamp ?? goZeroTime, old.creationTimestamp ?? goZeroTime),
  },
  {
    name: "deletionTimestamp",
    same: ({ deletionTimestamp: now }, { deletionTimestamp: old }) =>
      now === undefined || old === undefined ? now === old : sameInstant(now, old),
  },
  {
    name: "deletionGracePeriodSeconds",
    same: (now, old) => now.deletionGracePeriodSeconds === old.deletionGracePeriodSeconds,
  },
];
