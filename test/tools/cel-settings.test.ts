import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hub, LeaseSpec } from "../../src/core/api/coordination.ts";
import { leaseToHub } from "../../src/core/api/to-hub.ts";
import { celMatch } from "../../src/export/conditions.ts";
import { type Declarations, declarations } from "../../src/export/declarations.ts";
import { guardedModes, holderCondition } from "../../src/export/guarded-modes.ts";
import { type Conditions, type Match, matchWrite, namedWrite } from "../../src/policy/match.ts";
import { defaultPolicy, type Exemption, type Policy, type Scope } from "../../src/policy/policy.ts";
import { firstSetting, isActive, modeAt, resolveRule } from "../../src/policy/resolve.ts";
import { programOf } from "../../src/rules/cel/compile.ts";
import { allOf } from "../../src/rules/cel/text.ts";
import { rule } from "../../src/rules/lease/duration-at-most-a-day.ts";
import type { Change, RuleContext, UserInfo } from "../../src/rules/rule.ts";
import { actsAsHolder } from "../../src/rules/shared/acts-as-holder.ts";
import type { Draft } from "../harness/objects.ts";
import { stamped } from "../harness/stamped.ts";

const names = ["a", "ab", "a.b", "b-a", "it's", "a\\d", "ä😀"];
const users = ["jane", "system:serviceaccount:a:a", "system:serviceaccount:ab:b", "system:node:a"];
const groups = ["developers", "system:serviceaccounts:a", "system:nodes"];
const patterns = ["*", "a", "a*", "*a", "a*b", "*.*", "*a*", "", "**", "it's", "a\\*", "(*)", "ä*", "$(namespace)"];
const userPatterns = [
  ...users,
  "*",
  "system:serviceaccount:$(namespace):*",
  "*:$(namespace):*",
  "$(namespace)",
  "system:*:a",
];
const groupPatterns = [...groups, "*", "system:serviceaccounts:$(namespace)", "*$(namespace)", "dev*s"];

const some = (values: readonly string[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 });
const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    namespaces: some(patterns),
    names: some(patterns),
    users: some(userPatterns),
    groups: some(groupPatterns),
    labels: fc.dictionary(fc.constantFrom("app", "x.y/z'", "team"), fc.constantFrom(...patterns), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
const matches: fc.Arbitrary<Match> = fc.oneof(
  conditions,
  fc.tuple(conditions, conditions).map(([own, not]) => ({ ...own, not })),
);
const dates = ["2026-07-01T08:00:00Z", "2026-07-01T08:00:01Z", "2026-07-02T00:00:00Z"].map((text) => new Date(text));
const date = fc.constantFrom(...dates);
const mode = fc.constantFrom("deny", "warn", "audit", "off");
const setting = fc.record({ mode, warnUntil: date, warnNewHolder: fc.boolean() }, { requiredKeys: [] });
const scopes: fc.Arbitrary<readonly Scope[]> = fc.array(
  fc.tuple(setting, matches).map(([own, match]) => ({ ...own, match })),
  { maxLength: 8, size: "max" },
);
const exemptions: fc.Arbitrary<readonly Exemption[]> = fc.array(
  fc.tuple(matches, date).map(([match, expires]) => ({ match, expires, rules: [rule.id], reason: "a", owner: "b" })),
  { maxLength: 2 },
);
const policies: fc.Arbitrary<Policy> = fc.tuple(setting, scopes, exemptions).map(([general, own, exempt]) => ({
  ...defaultPolicy,
  rules: new Map([[rule.id, { ...general, scopes: own }]]),
  exemptions: exempt,
}));

const labels = fc.dictionary(fc.constantFrom("app", "x.y/z'", "team"), fc.constantFrom(...names), { maxKeys: 2 });
const objects = fc
  .record({
    namespace: fc.constantFrom("a", "ab", "b-a"),
    name: fc.constantFrom(...names),
    labels,
    holderIdentity: fc.constantFrom("a", "b"),
  })
  .map(({ namespace, name, labels: own, holderIdentity }) => {
    const metadata = { namespace, name, labels: own, uid: "1" };
    return {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata,
      spec: { holderIdentity },
    } as unknown as Draft;
  });
const changes: fc.Arbitrary<Change<Draft>> = fc
  .tuple(fc.constantFrom("CREATE", "UPDATE", "DELETE"), objects, objects)
  .map(([operation, object, old]) => {
    const oldObject = {
      ...old,
      metadata: { ...old.metadata, namespace: object.metadata["namespace"], name: object.metadata["name"] },
    };
    if (operation === "CREATE") return { operation, object };
    return operation === "UPDATE" ? { operation, object, oldObject } : { operation: "DELETE", oldObject };
  });
const writers: fc.Arbitrary<UserInfo> = fc.record({
  username: fc.constantFrom(...users),
  groups: fc.array(fc.constantFrom(...groups), { maxLength: 2 }),
});
const writes = fc
  .record({
    change: changes,
    user: writers,
    at: fc.constantFrom(new Date("2026-07-01T08:00:00.400Z"), new Date("2026-07-01T23:59:59Z")),
  })
  .map(({ change, user, at }) => ({ user, ...stamped(change, at) }));
type Written = typeof writes extends fc.Arbitrary<infer T> ? T : never;

const runs = { seed: 7, numRuns: 200 };
const sampleWrites = fc.sample(writes, { ...runs, numRuns: 40 });
const hub = (object: Draft) => leaseToHub(object as never);

function hubChange({ written }: Written): Change<Hub<LeaseSpec>> {
  if (written.operation === "DELETE") return { operation: "DELETE", oldObject: hub(written.oldObject) };
  const object = hub(written.object);
  return written.operation === "CREATE"
    ? { operation: "CREATE", object }
    : { operation: "UPDATE", object, oldObject: hub(written.oldObject) };
}

const known = (write: Written) => namedWrite(hubChange(write), write.user);

/** Reports whether `warnNewHolder` lowers the mode for a write. No Lease of this test has times. */
function isByHolder(write: Written): boolean {
  const { clockSkewMs, administrators } = defaultPolicy;
  const context: RuleContext = {
    now: write.now,
    user: write.user,
    dryRun: false,
    kind: "Lease",
    parameters: undefined,
    clockSkewMs,
    administrators,
  };
  return actsAsHolder(hubChange(write), context);
}

/** Returns the values of expressions for every write, in the engine of kube-apiserver. */
function evaluate(
  programs: readonly (readonly string[])[],
  declared: readonly Declarations[] = [],
): readonly (readonly unknown[])[][] {
  const input = {
    programs: programs.map((expressions, index) => ({
      kubernetes: "1.30",
      hasParams: false,
      ...programOf(
        "Lease",
        { clockSkewMicros: defaultPolicy.clockSkewMs * 1000, administrators: defaultPolicy.administrators },
        expressions,
        declared[index]?.all(),
      ),
    })),
    writes: programs.flatMap((_, program) =>
      sampleWrites.map(({ written, user }) => ({ program, ...written, user: { ...user, extra: {} } })),
    ),
  };
  const args = process.env["GO_CEL"] ? [] : [join(import.meta.dirname, "go-cel/evaluate.mjs")];
  const text = execFileSync(process.env["GO_CEL"] ?? process.execPath, args, {
    input: JSON.stringify(input),
    maxBuffer: 2 ** 28,
    encoding: "utf8",
  });
  const output = JSON.parse(text) as {
    readonly errors: readonly (readonly string[])[];
    readonly writes: readonly { readonly values: readonly unknown[] }[];
  };
  expect(output.errors.flat()).toEqual([]);
  return programs.map((_, program) =>
    sampleWrites.map((_write, index) => output.writes[program * sampleWrites.length + index]?.values ?? []),
  );
}

describe("in the engine of kube-apiserver", { timeout: 600_000 }, () => {
  it("a match selects the writes that it selects in the webhook", () => {
    const samples = fc.sample(matches, runs);
    const values = evaluate(samples.map((match) => [celMatch(match)]));
    const actual = values.map((ofMatch) => ofMatch.map(([value]) => value));
    expect(actual).toEqual(
      samples.map((match) => sampleWrites.map((write) => matchWrite(match, known(write)) === "yes")),
    );
    expect(new Set(actual.flat())).toEqual(new Set([true, false]));
  });

  it("a rule has the mode that it has in the webhook", () => {
    const samples = fc.sample(fc.tuple(policies, fc.constantFrom(new Date(0), new Date("2026-07-01T08:00:00Z"))), runs);
    const declared = samples.map(() => declarations());
    const exported = samples.map(([policy, now], index) =>
      guardedModes(resolveRule(rule, policy), now, declared[index] ?? declarations()),
    );
    const values = evaluate(
      exported.map((modes) =>
        modes.map(({ guard, asHolder }) => allOf([guard, holderCondition("Lease", { asHolder })])),
      ),
      declared,
    );
    expect(new Set(declared.map((each) => each.all().length > 0))).toEqual(new Set([true, false]));
    expect(new Set(values.flat().flat())).toEqual(new Set([true, false]));
    const actual = values.map((ofPolicy, sample) =>
      ofPolicy.map((holds) =>
        (exported[sample] ?? []).filter((_, index) => holds[index] === true).map((each) => each.mode),
      ),
    );
    const expected = samples.map(([policy, exportedAt]) => {
      const settingOf = firstSetting(resolveRule(rule, policy));
      return sampleWrites.map((write) => {
        const at = write.hasClock ? write.now : exportedAt;
        const setting = settingOf(known(write));
        const ofOthers = modeAt(setting, at);
        const own = setting.warnNewHolder && ofOthers === "deny" && isByHolder(write) ? "warn" : ofOthers;
        const isExempt = policy.exemptions.some(
          (each) => isActive(each, at) && matchWrite(each.match, known(write)) === "yes",
        );
        if (own === "off") return [];
        return [isExempt && own !== "audit" ? "audit" : own];
      });
    });
    expect(actual).toEqual(expected);
    const isLowered = exported.map((modes) => modes.some(({ asHolder }) => asHolder !== undefined));
    expect(new Set(isLowered)).toEqual(new Set([true, false]));
    expect(new Set(actual.flat().flat())).toEqual(new Set(["deny", "warn", "audit"]));
  });
});
