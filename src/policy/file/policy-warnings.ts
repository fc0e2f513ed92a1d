import { clientGoDefaults } from "../../core/api/client-go-defaults.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { ruleById } from "../../rules/find-rule.ts";
import { type KnownRuleId, rules } from "../../rules/index.ts";
import type { Rule, RuleId } from "../../rules/rule.ts";
import {
  cleanerAccounts,
  isAdministrator,
  serviceAccountGroups,
  serviceAccountUser,
  systemNamespace,
  usualWriters,
} from "../../rules/shared/identities.ts";
import { unguardedSeconds } from "../../rules/shared/lease-term.ts";
import { isAllowedUser } from "../../rules/shared/require-match.ts";
import { covers } from "../compare-matches.ts";
import type { KnownWrite } from "../match.ts";
import {
  lacksAllParameters,
  offWithoutParameters,
  type Policy,
  ruleField,
  type Setting,
  scopeField,
} from "../policy.ts";
import {
  isActive,
  isEverOn,
  possibleExemptions,
  possibleSettings,
  type ResolvedRule,
  resolveRule,
} from "../resolve.ts";
import { patternWarnings } from "./pattern-warnings.ts";
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
 * Maximum number of scopes of a rule that the comparison includes. The comparisons of 1,000 scopes
 * take less than 0.1 s.
 */
const maxCompared = 1000;

/** Returns the warnings about a policy. `now` decides which dates have passed. */
export function policyWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  return [
    ...clockSkewWarnings(policy),
    ...scopeWarnings(policy),
    ...patternWarnings(policy),
    ...rules.flatMap((rule) => [...ruleWarnings(rule, policy, now)]),
    ...writerWarnings(policy, now),
    ...exemptionWarnings(policy, now),
    ...fenceWarnings(policy),
  ];
}

/** The lease duration in seconds that most programs use: the default of client-go. */
const { leaseDurationSeconds: usualTermSeconds } = clientGoDefaults;

/**
 * Returns a warning about a clock skew allowance below a second. client-go compares renewals by the
 * second, so a client with a short retry period can take over a lease up to a second early. Also
 * returns a warning about an allowance that is too long to guard usual lease terms.
 */
function clockSkewWarnings({ clockSkewMs }: Policy): readonly PolicyWarning[] {
  const warning = (message: string) => [{ field: ["clockSkewAllowance"], message }];
  if (clockSkewMs < 1000) return warning("is below 1s, but client-go can take over a lease up to 1s early");
  const seconds = unguardedSeconds(clockSkewMs);
  if (seconds < usualTermSeconds) return [];
  return warning(`is too long to guard lease terms of up to ${seconds}s, but most programs use ${usualTermSeconds}s`);
}

function* ruleWarnings(rule: Rule, policy: Policy, now: Date): Iterable<PolicyWarning> {
  const settings = policy.rules.get(rule.id);
  if (settings === undefined) return;
  const { scopes = [] } = settings;
  yield* settingWarnings(rule, settings, ruleField(rule.id), now);
  for (const [index, scope] of scopes.entries()) yield* settingWarnings(rule, scope, scopeField(rule.id, index), now);
}

function* settingWarnings(
  { tier, kinds }: Rule,
  { mode, warnUntil, warnNewHolder }: Setting,
  field: FieldPath,
  now: Date,
): Iterable<PolicyWarning> {
  if (tier === "api" && mode !== undefined && mode !== "deny")
    yield {
      field: [...field, "mode"],
      message: "weakens a rule of tier api, but kube-apiserver itself denies such writes",
    };
  if (warnUntil !== undefined && warnUntil <= now)
    yield {
      field: [...field, "warnUntil"],
      message: `has passed: the rule has denied since ${warnUntil.toISOString()}`,
    };
  if (warnNewHolder && !kinds.includes("Lease"))
    yield { field: [...field, "warnNewHolder"], message: "has no effect, because the rule does not validate Leases" };
}

function exemptionWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  const ids = new Set(policy.exemptions.flatMap(({ rules }) => rules));
  const reasons = new Map(Array.from(ids, (id) => [id, uselessExemption(id, policy)]));
  return policy.exemptions.flatMap((exemption, index) => {
    const field: FieldPath = ["exemptions", index];
    const useless = exemption.rules.flatMap((id, position) => {
      const message = reasons.get(id);
      return message === undefined ? [] : [{ field: [...field, "rules", position], message }];
    });
    if (isActive(exemption, now)) return useless;
    return [
      ...useless,
      { field: [...field, "expires"], message: `has passed: the exemption expired; contact ${exemption.owner}` },
    ];
  });
}

/** Returns a warning for each fence whose service account is an administrator. */
function fenceWarnings({ fences, administrators }: Policy): readonly PolicyWarning[] {
  return fences.flatMap(({ serviceAccount }, index) => {
    const user = {
      username: serviceAccountUser(serviceAccount),
      groups: serviceAccountGroups(serviceAccount.namespace),
    };
    if (!isAdministrator(user, administrators)) return [];
    const message = "must not be an administrator: the fence has no effect on administrators";
    return [{ field: ["fences", index, "serviceAccount"], message }];
  });
}

/**
 * Returns the reason why an exemption from a rule has no effect. Returns undefined if the exemption
 * has an effect.
 */
function uselessExemption(id: RuleId, policy: Policy): string | undefined {
  const rule = ruleById(id);
  if (rule?.tier === "api")
    return "has no effect on a rule of tier api, because kube-apiserver itself denies such writes";
  if (rule === undefined) return undefined;
  if (lacksAllParameters(rule, policy)) return `has no effect, because ${offWithoutParameters}`;
  return isEverOn(resolveRule(rule, policy)) ? undefined : "has no effect, because the rule is off";
}

/**
 * Returns a warning for each scope that never applies, because an earlier scope matches all its
 * writes. Can miss such a scope, as `covers` can.
 */
function scopeWarnings({ rules }: Policy): readonly PolicyWarning[] {
  return [...rules].flatMap(([id, { scopes = [] }]) => {
    const compared = scopes.slice(0, maxCompared);
    return compared.flatMap(({ match }, index) => {
      const earlier = compared.findIndex((other, position) => position < index && covers(other.match, match));
      if (earlier === -1) return [];
      const message = (lineOf: (field: FieldPath) => number) =>
        `never applies, because the scope at line ${lineOf(scopeField(id, earlier))} matches every write that this scope matches`;
      return [{ field: scopeField(id, index), message }];
    });
  });
}

/**
 * Returns a warning for each rule that denies the writes of a component that every cluster has. The
 * rule must deny these writes for all values of their unknown parts, such as the name. Ignores
 * `warnUntil`, because the rule denies these writes after that date.
 */
function writerWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
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
