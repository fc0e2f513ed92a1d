import { ruleById } from "../../rules/find-rule.ts";
import type { KnownRuleId } from "../../rules/index.ts";
import {
  cleanerAccounts,
  serviceAccountGroups,
  serviceAccountUser,
  systemNamespace,
  usualWriters,
} from "../../rules/shared/identities.ts";
import { isAllowedUser } from "../../rules/shared/require-match.ts";
import type { KnownWrite } from "../match.ts";
import { type Policy, ruleField } from "../policy.ts";
import { isActive, possibleExemptions, possibleSettings, type ResolvedRule, resolveRule } from "../resolve.ts";
import type { PolicyWarning } from "./policy-warning.ts";

/** A component of every cluster, and a write that the component must be able to send. */
interface ClusterWriter {
  readonly component: string;
  readonly write: KnownWrite & {
    readonly namespace: string;
    readonly user: string;
    readonly groups: readonly string[];
  };
}

const writers: readonly ClusterWriter[] = usualWriters.map(
  ({ component, namespace, user: { username: user, groups } }) => ({
    component,
    write: { namespace, user, groups },
  }),
);

const deleters: readonly ClusterWriter[] = cleanerAccounts.map((name) => ({
  component: `the ${name}`,
  write: {
    namespace: "default",
    user: serviceAccountUser({ namespace: systemNamespace, name }),
    groups: serviceAccountGroups(systemNamespace),
  },
}));

/** For each rule with a list of all allowed users, the components whose writes the rule affects. */
const affected: readonly (readonly [id: KnownRuleId, writers: readonly ClusterWriter[]])[] = [
  ["metadata/writer-allowed", writers],
  ["metadata/deleter-allowed", deleters],
];

/**
 * Returns a warning for each rule that denies the writes of a component that every cluster has. The
 * rule must deny these writes for all values of their unknown parts, such as the name. Ignores
 * `warnUntil`, because the rule denies these writes after that date.
 */
export function writerWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  return affected.flatMap(([id, candidates]) => {
    const rule = ruleById(id);
    if (rule === undefined) return [];
    const resolved = resolveRule(rule, policy);
    const denied = candidates.filter(({ write }) => isDenied(resolved, write, now));
    if (denied.length === 0) return [];
    const message = `denies the writes by ${denied.map(({ component }) => component).join(", ")}: allow their users, or deny only in scopes`;
    return [{ field: [...ruleField(id), "mode"], message }];
  });
}

function isDenied(resolved: ResolvedRule, write: ClusterWriter["write"], now: Date): boolean {
  if (possibleExemptions(resolved, write).some(({ exemption }) => isActive(exemption, now))) return false;
  const { namespace, user: username, groups } = write;
  return possibleSettings(resolved, write).every(
    ({ mode, parameters = {} }) => mode === "deny" && !isAllowedUser(parameters, { username, groups }, namespace),
  );
}
