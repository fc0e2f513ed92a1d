import { describe, expect, it } from "vitest";
import type { AdmissionRequest } from "../../src/core/api/admission.ts";
import { toContext } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";
import { allAdministrators } from "../../src/rules/shared/identities.ts";
import { type RecordedReview, recordedReviews } from "../fixtures/recorded-reviews.ts";
import { isPlainRenewal } from "../harness/plain-renewal.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { type CelWrite, evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

const strict = { ...defaultPolicy, profile: "strict" } as const;
const options = {
  ...defaultExport,
  kubernetesVersion: "1.30" as const,
  name: "strict",
  version: "0.0.0",
};
const exported = policyPrograms(
  exportPolicy(strict, { ...options, now: new Date("2026-11-21T00:00:00Z") }).objects,
  "1.30",
);

interface Recorded {
  readonly place: string;
  readonly change: Change<object>;
  readonly user: UserInfo;
  /** The rules that the engine reports, with their modes. */
  readonly expected: readonly string[];
}

/**
 * Reports whether the recording of a write is complete. The recording of an update can lack
 * managedFields, in which the policies read the time.
 */
function isWhole({ review: { request } }: RecordedReview): boolean {
  return request.operation !== "UPDATE" || (request.object?.metadata.managedFields ?? []).length > 0;
}

const validate = createValidate(rules, strict);

/**
 * The groups of the administrators. The policies exempt the members of these groups, so the test
 * compares the writes without the groups.
 */
const administrators = allAdministrators(strict.administrators).groups;

function toRecorded({ file, line, at, review: { request } }: RecordedReview): Recorded {
  const { operation, object, oldObject, userInfo, dryRun } = request as typeof request &
    Pick<AdmissionRequest, "userInfo" | "dryRun">;
  const change = { operation, ...(object && { object }), ...(oldObject && { oldObject }) } as Change<object>;
  const served = requireServedVersion(object ?? oldObject);
  const groups = userInfo?.groups?.filter((group) => group === null || !administrators.includes(group)) ?? [];
  const context = toContext({ userInfo: { ...userInfo, groups }, dryRun }, at);
  const skipped = served.gvk.kind === "Lease" && isPlainRenewal(change);
  const findings = skipped ? [] : validate({ served, change, context }).findings;
  const visible = findings.filter(({ origin }) => !("noCel" in (celRules.get(origin as never) ?? {})));
  return {
    place: `${file}:${line}`,
    change,
    user: context.user,
    expected: visible.map(({ origin, mode }) => `${mode} ${origin}`).sort(),
  };
}

/**
 * The write that a rule reports, but that no policy reports. This write only removes a field, so
 * managedFields does not contain its time.
 */
const withoutTime = [{ place: "kubectl.jsonl:31", expected: ["warn lease/duration-kept"], reported: [] }];

describe("the exported policies of profile strict report what the engine reports", { timeout: 600_000 }, () => {
  const recorded = recordedReviews.filter(isWhole).map(toRecorded);
  const programs = exported.flatMap(({ matchConditions, validations }) => [matchConditions, validations]);
  const writes = recorded.flatMap(({ change, user }) =>
    programs.map((_, program): CelWrite => ({ program, ...toCelWrite(change, user) })),
  );
  const output = evaluateCel(programs, writes);

  it("for all recorded writes with their managedFields", () => {
    expect(output.errors.flat()).toEqual([]);
    expect([recorded.length, recorded.filter(({ expected }) => expected.length > 0).length]).toEqual([404, 18]);
    const actual = recorded.map(({ change }, index) =>
      exported.flatMap(({ kind, operations, messages, modes }, policy) => {
        const some = change.operation === "DELETE" ? change.oldObject : change.object;
        if (requireServedVersion(some).gvk.kind !== kind || !operations.includes(change.operation)) return [];
        const [match, validations] = [0, 1].map(
          (part) => output.writes[index * programs.length + 2 * policy + part]?.values ?? [],
        );
        if (match?.some((value) => value !== true)) return [];
        return messages.flatMap((message, at) =>
          validations?.[at] === true ? [] : [`${modes[at]} ${/\(([^()]+)\)$/.exec(message)?.[1]}`],
        );
      }),
    );
    const different = recorded.flatMap(({ place, expected }, index) => {
      const reported = [...new Set(actual[index])].sort();
      return expected.join() === reported.join() ? [] : [{ place, expected, reported }];
    });
    expect(different).toEqual(withoutTime);
  });
});
