import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { exported } from "../export/exported.ts";
import type { Draft } from "../harness/objects.ts";
import { reviewOf, tweaked } from "../harness/reviews.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { validPolicy } from "../policy/file/policy-texts.ts";
import { type CelWrite, evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";
import { type Case, cases, type Decision, policyText, users } from "./exempt-cases.ts";

const now = new Date("2026-07-01T08:00:00Z");
const { policy } = validPolicy({ "policy.yaml": policyText });
const validate = createValidate(rules, policy);
const folder = mkdtempSync(join(tmpdir(), "lease-guard-users-"));
writeFileSync(join(folder, "policy.yaml"), policyText);
afterAll(() => rmSync(folder, { recursive: true }));

/** A case and a user. An update has an old object, and all other writes are creates. */
interface Write extends Case {
  readonly name: string;
  readonly user: UserInfo;
  readonly object: Draft;
  readonly oldObject: Draft | undefined;
}

const writes = Object.entries(cases).flatMap(([rule, each]) =>
  Object.entries(users).map(([name, user]): Write => {
    const served = requireServedVersion({
      apiVersion: `coordination.k8s.io/${each.kind === "Lease" ? "v1" : "v1beta1"}`,
      kind: each.kind,
    });
    const valid = (tweak: Case["tweak"]): Draft =>
      tweaked(served, (object) => {
        Object.assign(object.metadata, { name: rule.replace(/\W+/g, "-"), labels: { team: "a" } });
        tweak(object);
      });
    return {
      ...each,
      name: `${rule}: ${name}`,
      user,
      object: valid(each.tweak),
      oldObject: each.old && valid(each.old),
    };
  }),
);

const expected: Readonly<Record<string, Decision>> = Object.fromEntries(
  Object.entries(cases).flatMap(([rule, { others, except }]) =>
    Object.keys(users).map((name) => [`${rule}: ${name}`, except[name] ?? others] as const),
  ),
);

function decisionOf(modes: readonly string[]): Decision {
  return (["deny", "warn"] as const).find((mode) => modes.includes(mode)) ?? "allow";
}

function decisions(decide: (write: Write) => Decision): Readonly<Record<string, Decision>> {
  return Object.fromEntries(writes.map((write) => [write.name, decide(write)]));
}

function byWebhook({ user, object, oldObject }: Write): Decision {
  const served = requireServedVersion(object);
  const request = { operation: oldObject ? "UPDATE" : "CREATE", userInfo: user, object, oldObject: oldObject ?? null };
  const { body } = reviewBody(reviewOf(served, { ...request, name: object.metadata["name"] }), validate, now);
  if (body.kind !== "AdmissionReview") throw new Error(JSON.stringify(body));
  if (!body.response.allowed) return "deny";
  return (body.response.warnings ?? []).length > 0 ? "warn" : "allow";
}

/** Returns the decisions of `lease-guard check`, which runs once for each user. */
function byCheck(): Readonly<Record<string, Decision>> {
  const decided = Object.values(users).flatMap((user) => {
    const ofUser = writes.filter((write) => write.user === user);
    const run = mkdtempSync(join(folder, "run-"));
    const fileOf = ({ name }: Write): string => join(run, `${name.replace(/\W/g, "-")}.json`);
    for (const write of ofUser) writeFileSync(fileOf(write), JSON.stringify(write.object));
    const old = join(run, "old.yaml");
    writeFileSync(
      old,
      ofUser.flatMap(({ oldObject }) => (oldObject ? [`---\n${JSON.stringify(oldObject)}\n`] : [])).join(""),
    );
    const as = [`--user=${user.username}`, ...user.groups.map((group) => `--group=${group}`)];
    const flags = [
      "--policy",
      join(folder, "policy.yaml"),
      "--old",
      old,
      "--now",
      now.toISOString(),
      "--each",
      "-o",
      "json",
      ...as,
    ];
    const program = join(import.meta.dirname, "../../dist/cli/main.js");
    // The exit code is 0 or 1. Both codes have a complete report.
    const command = [process.execPath, program, "check", "--no-config", ...ofUser.map(fileOf), ...flags];
    const text = execFileSync("sh", ["-c", '"$@" || test $? = 1', "sh", ...command], { encoding: "utf8" });
    const { findings } = JSON.parse(text) as {
      readonly findings: readonly { readonly file: string; readonly mode: string }[];
    };
    return ofUser.map((write): readonly [string, Decision] => {
      const modes = findings.filter(({ file }) => file === fileOf(write)).map(({ mode }) => mode);
      return [write.name, decisionOf(modes)];
    });
  });
  return Object.fromEntries(decided);
}

/** Returns the decisions of the exported policies, in the engine of kube-apiserver. */
function byPolicies(): Readonly<Record<string, Decision>> {
  const programs = policyPrograms(exported(policy).objects, "1.36");
  const pairs = writes.flatMap((write) =>
    programs
      .filter(
        ({ kind, operations }) => kind === write.kind && operations.includes(write.oldObject ? "UPDATE" : "CREATE"),
      )
      .map((program) => ({ write, program })),
  );
  const output = evaluateCel(
    programs.flatMap(({ matchConditions, validations }) => [matchConditions, validations]),
    pairs.flatMap(({ write: { user, object, oldObject }, program }) => {
      const change = oldObject
        ? ({ operation: "UPDATE", object, oldObject } as const)
        : ({ operation: "CREATE", object } as const);
      const own: Omit<CelWrite, "program"> = toCelWrite(change, user);
      const index = programs.indexOf(program) * 2;
      return [
        { ...own, program: index },
        { ...own, program: index + 1 },
      ];
    }),
  );
  expect(output.errors.flat()).toEqual([]);
  return decisions((write) => {
    const modes = pairs.flatMap(({ write: other, program }, index) => {
      const [matched, validated] = [output.writes[index * 2]?.values ?? [], output.writes[index * 2 + 1]?.values ?? []];
      if (other !== write || matched.includes(false)) return [];
      return program.modes.filter((_, at) => validated[at] !== true);
    });
    return decisionOf(modes);
  });
}

describe("the users who are exempt from rules", { timeout: 300_000 }, () => {
  it("are the same in the webhook", () => expect(decisions(byWebhook)).toEqual(expected));

  it("are the same in lease-guard check with --user and --group", () => expect(byCheck()).toEqual(expected));

  it("are the same in exported policies", () => {
    const ofPolicies = Object.entries(expected).filter(
      ([name]) => !writes.some((write) => write.name === name && write.isOfApiServer),
    );
    expect(ofPolicies.length).toBeGreaterThan(50);
    expect(byPolicies()).toMatchObject(Object.fromEntries(ofPolicies));
  });
});
