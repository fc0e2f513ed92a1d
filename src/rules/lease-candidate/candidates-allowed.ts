import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { matchesAny } from "../../core/text/glob.ts";
import { defineRule, parametersOf, type Rule, type UserInfo } from "../rule.ts";
import { isTrustedWriter } from "../shared/identities.ts";
import { writerPod } from "../shared/pod-names.ts";
import { type AllowedUsers, allowedUsers, isAllowedUser, patternList } from "../shared/require-match.ts";

/** The clients that may create LeaseCandidates for the Leases whose names match `names`. */
export interface AllowedForLeases extends AllowedUsers {
  readonly names: readonly string[];
  readonly pods?: readonly string[];
}

export interface AllowedCandidates {
  readonly leases: readonly AllowedForLeases[];
}

const { users, groups } = allowedUsers.properties;

/**
 * RBAC cannot limit who competes for a Lease, because `leaseName` is not the name of the object.
 * The rule checks only creates, because `leaseName` cannot change.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/candidates-allowed",
  tier: "policy",
  exemptsAdministrators: true,
  description: "a candidate for a Lease must be created by a client that the policy allows",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE"],
  needsWrite: true,
  parameters: parametersOf<AllowedCandidates>({
    properties: {
      leases: {
        type: "array",
        minItems: 1,
        description:
          "the allowed clients of some Leases, by `names`; every client can compete for a Lease that matches no entry",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["names"],
          properties: {
            names: { ...patternList, description: "patterns for the names of Leases; `*` matches any characters" },
            users,
            groups,
            pods: {
              ...patternList,
              description:
                "patterns for the names of pods that may also create a LeaseCandidate; `*` matches any characters",
            },
          },
        },
      },
    },
    required: ["leases"],
  }),
  check({ object: { metadata, spec } }, context) {
    const entries = context.parameters.leases.filter(({ names }) => matchesAny(names, spec.leaseName));
    if (entries.length === 0 || isTrustedWriter(context)) return [];
    if (entries.some((entry) => allows(entry, context.user, metadata.namespace))) return [];
    const client = goQuote(shorten(context.user.username));
    return [forbidden(["spec", "leaseName"], `must be a Lease for which the policy allows candidates of ${client}`)];
  },
});

function allows(allowed: AllowedForLeases, user: UserInfo, namespace: string): boolean {
  if (isAllowedUser(allowed, user, namespace)) return true;
  const { pods = [] } = allowed;
  const pod = writerPod(user);
  return pod !== undefined && pod.namespace === namespace && matchesAny(pods, pod.name);
}
