import { describe, expect, it } from "vitest";
import { leaseToHub } from "../../src/core/api/to-hub.ts";
import { invalid } from "../../src/core/field/error.ts";
import { compileRules, type RuleFinding } from "../../src/engine/validate/compile-rules.ts";
import { defaultPolicy, type Exemption, type Policy, type RuleSettings } from "../../src/policy/policy.ts";
import type { Rule, RuleContext, UserInfo } from "../../src/rules/rule.ts";
import { reportingRule } from "../harness/reporting-rule.ts";
import { someContext } from "../harness/some-context.ts";

const lease = (namespace: string, labels = {}) => leaseToHub({ metadata: { namespace, name: "controller", labels } });

interface Write {
  readonly namespace?: string;
  readonly now?: string;
  readonly user?: Partial<UserInfo>;
}

/** Returns the findings of these rules for the creation of a Lease. */
function judge(
  list: readonly Rule[],
  policy: Partial<Policy>,
  { namespace = "team-a", now, user }: Write = {},
): readonly RuleFinding[] {
  const context = {
    ...someContext,
    ...(now !== undefined && { now: new Date(now) }),
    user: { ...someContext.user, ...user },
  };
  const run = compileRules(list, { ...defaultPolicy, ...policy });
  const { findings, crashes } = run("Lease", { operation: "CREATE", object: lease(namespace) }, context);
  expect(crashes).toEqual([]);
  return findings;
}

const once = reportingRule({ check: () => [invalid(["spec"], 1, "first")] });
const settings = (of: RuleSettings): Partial<Policy> => ({ rules: new Map([[once.id, of]]) });
const modes = (policy: Partial<Policy>, write?: Write) => judge([once], policy, write).map(({ mode }) => mode);

describe("a profile", () => {
  it.each([
    ["default", ["deny", "warn"]],
    ["strict", ["deny", "deny"]],
    ["observe", ["audit", "audit"]],
  ] as const)("%s is the mode of findings, next to their tier", (profile, reported) => {
    const found = judge([once, { ...once, id: "lease/b", tier: "protocol" }], { profile });
    expect(found.map(({ mode }) => mode)).toEqual(reported);
    expect(found.map(({ tier }) => tier)).toEqual(["api", "protocol"]);
  });
});

describe("scopes", () => {
  const scoped = settings({
    mode: "warn",
    scopes: [
      { match: { namespaces: ["kube-node-lease"] }, mode: "off" },
      { match: { namespaces: ["kube-*"] }, mode: "deny" },
      { match: { namespaces: ["kube-system"] }, mode: "audit" },
      { match: { users: ["jane"] }, mode: "audit" },
    ],
  });

  it.each<readonly [string, Write, readonly string[]]>([
    ["none: the general setting", {}, ["warn"]],
    ["the first", { namespace: "kube-node-lease" }, []],
    ["the second", { namespace: "kube-public" }, ["deny"]],
    ["two: the first of them counts", { namespace: "kube-system" }, ["deny"]],
    ["by user", { user: { username: "jane" } }, ["audit"]],
    ["another user: as for all others", { user: { username: "Jane" } }, ["warn"]],
  ])("%s", (_, write, reported) => expect(modes(scoped, write)).toEqual(reported));

  it("enable a rule that is off for all other writes", () => {
    const only = settings({ mode: "off", scopes: [{ match: { namespaces: ["team-a"] }, mode: "deny" }] });
    expect(modes(only)).toEqual(["deny"]);
    expect(modes(only, { namespace: "team-b" })).toEqual([]);
  });

  it("of an update match the old labels, and inherit an absent mode from the general setting", () => {
    const relabelled = {
      profile: "default",
      ...settings({ mode: "audit", scopes: [{ match: { labels: { team: "a" } }, mode: "deny" }] }),
    } as const;
    const run = compileRules([once], { ...defaultPolicy, ...relabelled });
    const mode = (before: object, after: object) => {
      const change = {
        operation: "UPDATE",
        object: lease("team-a", after),
        oldObject: lease("team-a", before),
      } as const;
      return run("Lease", change, someContext).findings.map((finding) => finding.mode);
    };
    expect(mode({ team: "a" }, {})).toEqual(["deny"]);
    expect(mode({}, { team: "a" })).toEqual(["audit"]);
  });
});

describe("warnUntil", () => {
  const warnUntil = new Date("2027-01-15T00:00:00Z");
  const [before, then] = ["2027-01-14T23:59:59.999Z", "2027-01-15T00:00:00.000Z"];

  it("warns until the millisecond before its date, then denies", () => {
    expect(modes(settings({ mode: "deny", warnUntil }), { now: before })).toEqual(["warn"]);
    expect(modes(settings({ mode: "deny", warnUntil }), { now: then })).toEqual(["deny"]);
  });

  it.each(["warn", "audit", "off"] as const)("has no effect on a rule with mode %s", (mode) => {
    for (const now of [before, then])
      expect(modes(settings({ mode, warnUntil }), { now })).toEqual(mode === "off" ? [] : [mode]);
  });

  it("can be set in a scope, and a scope that denies does not inherit it", () => {
    const inScope = settings({ mode: "deny", scopes: [{ match: { namespaces: ["team-a"] }, warnUntil }] });
    expect(modes(inScope, { now: before })).toEqual(["warn"]);
    expect(modes(inScope, { now: then })).toEqual(["deny"]);
    expect(modes(inScope, { now: before, namespace: "team-b" })).toEqual(["deny"]);
    const waiting = settings({
      mode: "deny",
      warnUntil,
      scopes: [{ match: { namespaces: ["team-a"] }, mode: "deny" }],
    });
    expect(modes(waiting, { now: before })).toEqual(["deny"]);
    expect(modes(waiting, { now: before, namespace: "team-b" })).toEqual(["warn"]);
  });
});

describe("exemptions", () => {
  const exemption = (of: Partial<Exemption> = {}): Exemption => ({
    rules: ["lease/a"],
    match: { users: ["jane"] },
    reason: "a reason",
    owner: "team-a@example.com",
    expires: new Date("2027-03-01T00:00:00Z"),
    ...of,
  });
  const jane = { username: "jane" };
  const held = exemption();
  const expired = exemption({ expires: new Date("2027-02-01T00:00:00Z"), reason: "an old reason" });
  const [before, then] = ["2027-02-28T23:59:59.999Z", "2027-03-01T00:00:00.000Z"];
  const reported = (exemptions: readonly Exemption[], write: Write) =>
    judge([once], { exemptions }, write).map((finding) => [finding.mode, finding.exemption, finding.expiredExemption]);

  it("apply until the millisecond before they expire, and are then reported as expired", () => {
    expect(reported([held], { now: before, user: jane })).toEqual([["audit", held, undefined]]);
    expect(reported([held], { now: then, user: jane })).toEqual([["deny", undefined, held]]);
  });

  it.each<readonly [string, Partial<Exemption>]>([
    ["another user", { match: { users: ["joe"] } }],
    ["another namespace", { match: { namespaces: ["team-b"] } }],
    ["another rule", { rules: ["lease/b"] }],
    ["no rule", { rules: [] }],
  ])("of %s have no effect, active or expired", (_, of) => {
    for (const now of [before, then])
      expect(reported([exemption(of)], { now, user: jane })).toEqual([["deny", undefined, undefined]]);
  });

  it("the first active exemption counts, or else the first expired one", () => {
    const second = exemption({ reason: "a second reason" });
    expect(reported([expired, held, second], { now: before, user: jane })).toEqual([["audit", held, undefined]]);
    expect(reported([expired, held, second], { now: then, user: jane })).toEqual([["deny", undefined, expired]]);
  });

  it("apply to warnings and to all errors of a rule, but not to a rule that is off", () => {
    const write = { now: before, user: jane };
    const all = (mode: "warn" | "off") =>
      judge([reportingRule()], { exemptions: [held], ...settings({ mode }) }, write);
    expect(all("warn").map(({ mode }) => mode)).toEqual(["audit", "audit"]);
    expect(all("off")).toEqual([]);
  });

  it("do not affect other rules", () => {
    const found = judge([once, { ...once, id: "lease/b" }], { exemptions: [held] }, { now: before, user: jane });
    expect(found.map(({ origin, mode }) => `${origin} ${mode}`)).toEqual(["lease/a audit", "lease/b deny"]);
  });
});

describe("the context of a rule", () => {
  const contexts: RuleContext[] = [];
  const listening = reportingRule({
    tier: "policy",
    check: (_, context) => {
      contexts.push(context);
      return [];
    },
  });
  const toldBy = (policy: Partial<Policy>, write?: Write): RuleContext | undefined => {
    contexts.length = 0;
    judge([listening], policy, write);
    return contexts[0];
  };

  it("contains the effective parameters, the skew, the administrators, the user, and the time", () => {
    const rules = new Map([
      [
        listening.id,
        { parameters: { max: 1 }, scopes: [{ match: { namespaces: ["team-b"] }, parameters: { min: 2 } }] },
      ],
    ]);
    const user = { username: "jane", groups: ["developers"] };
    const policy = { rules, clockSkewMs: 7, administrators: { users: ["root"], groups: [] } };
    const rest = { ...someContext, user, kind: "Lease", clockSkewMs: 7, administrators: policy.administrators };
    expect(toldBy(policy, { user })).toEqual({ ...rest, parameters: { max: 1 } });
    expect(toldBy(policy, { user, namespace: "team-b" })).toEqual({ ...rest, parameters: { min: 2 } });
  });

  it("does not exist for a rule that is off", () => {
    expect(toldBy({})).toBeUndefined();
    expect(toldBy({ rules: new Map([[listening.id, { mode: "off", parameters: {} }]]) })).toBeUndefined();
    expect(
      toldBy({ rules: new Map([[listening.id, { scopes: [{ match: { namespaces: ["team-b"] }, parameters: {} }] }]]) }),
    ).toBeUndefined();
  });
});
