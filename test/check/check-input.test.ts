import { describe, expect, it } from "vitest";
import { checkInput } from "../../src/check/check-input.ts";
import type { CheckResult } from "../../src/check/reports/result.ts";
import { type CheckSettings, workloadSettings } from "../../src/check/settings.ts";
import { emptyTally } from "../../src/check/tally.ts";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import { recordedReviews } from "../fixtures/recorded-reviews.ts";
import { gvkOf, type UpstreamCase, upstreamCases } from "../fixtures/upstream-cases.ts";
import { crashingRule, crashMessage } from "../harness/crashing-rule.ts";
import { encode, reviewOf as reviewOfRow, rowOf } from "../harness/reviews.ts";
import { requireServedVersion } from "../harness/served-version.ts";

const validate = createValidate(rules);
const now = new Date("2026-07-01T08:00:00Z");
const settings: CheckSettings = {
  validate,
  compare: validate,
  context: { now, user: { username: "", groups: [] }, dryRun: false },
  namespace: "default",
  oldObjects: new Map(),
  fieldValidation: "strict",
  strict: false,
  workloads: workloadSettings({}),
};

async function checkAs(text: string, changed: Partial<CheckSettings> = {}): Promise<CheckResult> {
  const tally = emptyTally();
  await checkInput({ file: "a.json", text }, { ...settings, ...changed }, tally);
  return tally;
}

const check = (value: unknown) => checkAs(JSON.stringify(value));

function reviewOf(item: UpstreamCase): object {
  const kind = gvkOf(item);
  const resource = { group: kind.group, version: kind.version, resource: requireServedVersion(item).resource };
  const { operation, object, oldObject = null } = item;
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { uid: "u", kind, resource, operation, object, oldObject },
  };
}

/** Returns the causes in the webhook's response to a write. */
function webhookCauses(item: UpstreamCase): readonly unknown[] {
  const { body } = reviewBody(encode(reviewOf(item)), validate, now);
  if (body.kind === "Status") throw new Error(body.message);
  return (body.response.status?.details?.causes ?? []).map(({ field, message, reason }) => ({
    field,
    message,
    reason,
  }));
}

function checkedCauses({ findings }: CheckResult): readonly unknown[] {
  return findings
    .filter(({ mode }) => mode === "deny")
    .map(({ field, message, origin, type }) => ({
      field,
      message: `${message.replace(/: put it in quotes$/, "")} (${origin})`,
      reason: type,
    }));
}

describe("check reports the findings of the webhook", () => {
  // Leaves out updates, because `check` treats an object as a create, and raw JSON, because
  // JSON.stringify does not reproduce it. Leaves out objects without a namespace, because `check`
  // sets the default namespace. Leaves out the year 10000, because an API server writes it but does
  // not read it.
  const cases = upstreamCases.filter(
    ({ id, operation, object, rawObject }) =>
      id !== "microtime-year-10000" &&
      operation === "CREATE" &&
      rawObject === undefined &&
      (object as { metadata?: { namespace?: string } | null }).metadata?.namespace,
  );

  it("has cases", () => expect(cases.length).toBeGreaterThan(400));

  it.each(cases)("$id", async (item) => {
    const result = await checkAs(JSON.stringify(item.object), { fieldValidation: "ignore" });
    expect([result.problems, result.checked]).toEqual([[], 1]);
    expect(checkedCauses(result)).toEqual(webhookCauses(item));
  });

  it.each(upstreamCases.filter(({ rawObject }) => rawObject === undefined))("$id, in a review", async (item) => {
    const result = await check(reviewOf(item));
    expect([result.problems, result.checked]).toEqual([[], 1]);
    expect(checkedCauses(result)).toEqual(webhookCauses(item));
  });
});

describe("a recorded review", () => {
  it("is validated as a review", async () => {
    for (const recorded of recordedReviews) {
      const context = { ...settings.context, now: recorded.at };
      const { findings, problems, checked } = await checkAs(JSON.stringify(recorded.review), { context });
      expect([findings.filter(({ mode }) => mode === "deny"), problems, checked]).toEqual([[], [], 1]);
    }
  });

  it("that cannot be validated is a problem, and one of another kind is skipped", async () => {
    const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
    expect((await check(review)).problems).toMatchObject([
      { file: "a.json", line: 1, column: 1, message: "AdmissionReview is invalid: request: Required value" },
    ]);
    const request = {
      uid: "u",
      kind: { group: "", version: "v1", kind: "Pod" },
      resource: { group: "", version: "v1", resource: "pods" },
      operation: "CREATE",
    };
    expect(await check({ ...review, request })).toMatchObject({ problems: [], checked: 0, skipped: 1 });
  });
});

describe("a rule that throws", () => {
  const crashing = { validate: createValidate([...rules, crashingRule]) };
  const object = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "a" },
    spec: { leaseDurationSeconds: 0 },
  };
  const problem = { file: "a.json", line: 1, column: 1, message: `Lease default/a: ${crashMessage}` };

  it("is a problem, next to the findings of the other rules", async () => {
    const result = await checkAs(JSON.stringify(object), crashing);
    expect(result).toMatchObject({
      findings: [{ origin: "lease/lease-duration-positive" }],
      problems: [problem],
      checked: 1,
    });
  });

  it("is a problem of each object", async () => {
    const { problems } = await checkAs(
      JSON.stringify({ apiVersion: "v1", kind: "List", items: [object, object] }),
      crashing,
    );
    expect(problems.map(({ line, message }) => ({ line, message }))).toEqual(
      Array(2).fill({ line: 1, message: problem.message }),
    );
  });

  it("is a problem of a review", async () => {
    const row = rowOf("v1", "Lease");
    const { problems } = await checkAs(new TextDecoder().decode(reviewOfRow(row)), crashing);
    expect(problems).toMatchObject([{ message: `Lease team-a/controller: ${crashMessage}` }]);
  });
});

describe("lists", () => {
  const lease = (name: string) => ({ metadata: { name }, spec: { leaseDurationSeconds: 0 } });
  const type = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };

  it.each([
    [
      "List",
      {
        apiVersion: "v1",
        kind: "List",
        items: [{ ...type, ...lease("a") }, { kind: "Pod" }, { kind: "List", items: [{ ...type, ...lease("b") }] }],
      },
      ["a", "b"],
      1,
    ],
    ["LeaseList without types", { ...type, kind: "LeaseList", items: [lease("a"), lease("b")] }, ["a", "b"], 0],
    ["a List of nothing", { kind: "List", items: [] }, [], 0],
    ["a List without items", { kind: "List" }, [], 1],
  ])("%s", async (_, value, names, skipped) => {
    const result = await check(value);
    expect(result.findings.map(({ object, field }) => `${object.namespace}/${object.name} ${field}`)).toEqual(
      names.map((name) => `default/${name} spec.leaseDurationSeconds`),
    );
    expect(result.skipped).toBe(skipped);
  });

  it.each([7, "a", true, [{ ...type, ...lease("a") }]])("%j is not an object", async (value) => {
    expect(await check(value)).toMatchObject({ problems: [{ message: "must be an object" }], checked: 0, skipped: 0 });
  });

  it("in invalid YAML are a problem", async () => {
    expect((await checkAs("a: [")).problems).toHaveLength(1);
  });

  it("with metadata of a wrong type reach the schema", async () => {
    expect((await check({ ...type, metadata: [] })).findings).toMatchObject([
      { field: "metadata", origin: "schema/type" },
    ]);
  });
});
