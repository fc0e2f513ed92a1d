import { describe, expect, it } from "vitest";
import { decodeReview } from "../../../src/engine/review/decode-review.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy, profiles } from "../../../src/policy/policy.ts";
import { reviewedWrite } from "../../../src/recording/from-review.ts";
import { rules } from "../../../src/rules/index.ts";
import { recordLine } from "../../../src/webhook/log/record-line.ts";
import type { Draft } from "../../harness/objects.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const lease = rowOf("v1", "Lease");
const { now } = someContext;
const strict: Policy = { ...defaultPolicy, profile: "strict" };

function replyTo(body: Uint8Array, policy: Policy = strict) {
  return reviewBody(body, createValidate(rules, policy), now);
}

/**
 * Returns the decision, the mode of the finding, and the metadata that only some decisions have.
 */
function decisionOn(body: Uint8Array, policy: Policy = strict) {
  const reply = replyTo(body, policy);
  expect(reply.httpStatus).toBe(200);
  const response = reply.body.kind === "AdmissionReview" ? reply.body.response : expect.unreachable();
  const { allowed, auditAnnotations, warnings = [], status } = response;
  return {
    allowed,
    mode: auditAnnotations?.["mode"],
    exemption: auditAnnotations?.["exemption"],
    warnings,
    message: status?.message,
  };
}

const owner = { apiVersion: "v1", kind: "P", name: "p" };

/**
 * The objects of the three attacks: too many values, too many keys of a map, and too many levels.
 */
const attacked: Readonly<Record<string, (count?: number) => Draft>> = {
  "230,000 finalizers": (count = 230_000) => tweaked(lease, metadata({ finalizers: Array(count).fill("a") })),
  "45,000 ownerReferences": (count = 45_000) =>
    tweaked(lease, metadata({ ownerReferences: Array.from({ length: count }, (_, i) => ({ ...owner, uid: `${i}` })) })),
  "346,000 labels": (count = 346_000) =>
    tweaked(
      lease,
      metadata({ labels: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i.toString(36)}`, ""])) }),
    ),
};

/** JSON that nests deeper than Go's decoder accepts. */
const deepList = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** An object that nests deeper than Go's decoder accepts. */
function deep(levels = 10_000): string {
  const draft = tweaked(lease, () => {});
  return JSON.stringify(draft).replace('"spec":', () => `"x":${deepList(levels)},"spec":`);
}

const theft = spec({ holderIdentity: "other", leaseTransitions: 2 });

describe("after an attack on the depth", () => {
  const victim = { ...tweaked(lease, () => {}), x: "DEEP" };
  const reviewed = (parts: Readonly<Record<string, unknown>>): Uint8Array =>
    new TextEncoder().encode(new TextDecoder().decode(reviewOf(lease, parts)).replaceAll('"DEEP"', deepList(10_000)));
  const update = (object: object, more: object = {}) => reviewed({ object, oldObject: victim, ...more });
  const taken = { ...victim, spec: { ...victim.spec, holderIdentity: "other" } };
  const theftUpdate = update(taken);

  it.each(
    profiles.flatMap((profile) =>
      [undefined, "deny", "warn", "audit"].map((unvalidated) => [profile, unvalidated] as const),
    ),
  )("in the profile %s with unvalidated: %s, the policy decides", (profile, unvalidated) => {
    const expected = unvalidated ?? { strict: "deny", default: "warn", observe: "audit" }[profile];
    const { allowed, mode, warnings } = decisionOn(theftUpdate, {
      ...defaultPolicy,
      profile,
      unvalidated: unvalidated as "deny" | undefined,
    });
    expect([allowed, mode, warnings.length]).toEqual([
      expected !== "deny",
      `schema/limits=${expected}`,
      expected === "warn" ? 1 : 0,
    ]);
    for (const warning of warnings) expect(warning.length).toBeLessThanOrEqual(256);
  });

  const exemption = {
    rules: ["lease/holder-pattern"] as const,
    reason: "r",
    owner: "o",
    expires: new Date("2100-01-01T00:00:00Z"),
  };
  const withExemption = (match: object, expires = exemption.expires): Policy => ({
    ...strict,
    exemptions: [{ ...exemption, match, expires }],
  });
  const labelled = { ...victim, metadata: { ...victim.metadata, labels: { team: "a" } } };

  it.each<readonly [string, Uint8Array, Policy, string]>([
    ["a DELETE", reviewed({ operation: "DELETE", object: null, oldObject: victim }), strict, "warn"],
    [
      "a member of system:masters",
      update(taken, { userInfo: { username: "a", groups: ["system:masters"] } }),
      strict,
      "warn",
    ],
    [
      "an administrator",
      update(taken, { userInfo: { username: "ops" } }),
      { ...strict, administrators: { users: ["op*"], groups: [] } },
      "warn",
    ],
    ["an exemption of the namespace", theftUpdate, withExemption({ namespaces: ["*"] }), "audit"],
    [
      "an exemption of the name and user",
      theftUpdate,
      withExemption({ names: ["*"], users: ["*:controller"] }),
      "audit",
    ],
    [
      "an exemption of a label of the old object",
      update({ ...taken }, { oldObject: labelled }),
      withExemption({ labels: { team: "a" } }),
      "audit",
    ],
    [
      "an exemption of a label of a new object",
      reviewed({ operation: "CREATE", oldObject: null, object: labelled }),
      withExemption({ labels: { team: "a" } }),
      "audit",
    ],
  ])("%s is allowed under strict, and counted", (_, body, policy, mode) => {
    const decision = decisionOn(body, policy);
    expect([decision.allowed, decision.mode]).toEqual([true, `schema/limits=${mode}`]);
    expect(decision.exemption === undefined).toBe(mode === "warn");
  });

  it.each<readonly [string, Uint8Array, Policy]>([
    ["an expired exemption", theftUpdate, withExemption({}, new Date("2020-01-01T00:00:00Z"))],
    ["an exemption of another name", theftUpdate, withExemption({ names: ["other"] })],
    [
      "an exemption of a label of the new object",
      update({ ...labelled, spec: taken.spec }),
      withExemption({ labels: { team: "a" } }),
    ],
    ["a user without a name", update(taken, { userInfo: null }), strict],
  ])("%s is denied under strict", (_, body, policy) =>
    expect(decisionOn(body, policy)).toMatchObject({ allowed: false, mode: "schema/limits=deny" }),
  );

  it("a repaired lease is validated again", () => {
    const repaired = tweaked(lease, metadata({ finalizers: [] }));
    expect(decisionOn(reviewOf(lease, { object: tweaked(lease, theft), oldObject: repaired }))).not.toMatchObject({
      mode: expect.stringContaining("schema/limits"),
    });
  });

  it("neither a recording nor a learned policy contains the write", () => {
    expect(recordLine(replyTo(theftUpdate), now)).toMatchObject({ ok: false });
    expect(reviewedWrite(theftUpdate, now)).toEqual({ ok: true, value: undefined });
  });
});

describe("after an attack on the number of values", () => {
  const victim = attacked["230,000 finalizers"]?.() ?? expect.unreachable();
  const fewer = attacked["230,000 finalizers"]?.(229_999) ?? expect.unreachable();
  const worse = attacked["230,000 finalizers"]?.(460_000) ?? expect.unreachable();
  const takenOver = { ...victim.spec, holderIdentity: "other" };

  it("a theft is denied under strict, with the limit and the way out", () => {
    const { allowed, mode, message } = decisionOn(
      reviewOf(lease, { object: { ...victim, spec: takenOver }, oldObject: victim }),
    );
    expect([allowed, mode]).toEqual([false, "schema/limits=deny"]);
    expect(message).toMatch(
      /^leases\.coordination\.k8s\.io "[^"]+" is forbidden: must .*450000 values.*keeps spec.*\(schema\/limits\)$/,
    );
  });

  it.each<readonly [string, object, object, boolean]>([
    ["an update with one value less is allowed", fewer, victim, true],
    ["an update that removes all finalizers is allowed", tweaked(lease, () => {}), worse, true],
    ["a theft that removes a finalizer is denied", { ...fewer, spec: takenOver }, victim, false],
    ["an update that adds a finalizer is denied", victim, fewer, false],
  ])("%s under strict", (_, object, oldObject, allowed) => {
    expect(decisionOn(reviewOf(lease, { object, oldObject }))).toMatchObject({
      allowed,
      mode: `schema/limits=${allowed ? "warn" : "deny"}`,
    });
  });
});

describe("which limit a write exceeds", () => {
  const create = (object: string) =>
    new TextEncoder().encode(
      new TextDecoder()
        .decode(reviewOf(lease, { operation: "CREATE", oldObject: null, object: "OBJECT" }))
        .replace('"OBJECT"', () => object),
    );

  it.each<readonly [string, string, string]>([
    ["values", JSON.stringify(attacked["230,000 finalizers"]?.(460_000)), "450000 values"],
    ["values of ownerReferences", JSON.stringify(attacked["45,000 ownerReferences"]?.(120_000)), "450000 values"],
    ["keys", JSON.stringify(attacked["346,000 labels"]?.()), "345000 keys"],
    ["depth", deep(), "10000 levels"],
  ])("%s", (_, object, limit) => expect(decisionOn(create(object)).message).toContain(limit));

  it("an update that reduces the depth is allowed", () => {
    const body = new TextDecoder().decode(reviewOf(lease, { object: "NEW", oldObject: "OLD" }));
    const bytes = (object: string, old: string) =>
      new TextEncoder().encode(body.replace('"NEW"', () => object).replace('"OLD"', () => old));
    expect(decisionOn(bytes(deep(9_999), deep()))).toMatchObject({ allowed: true, mode: "schema/limits=warn" });
    expect(decisionOn(bytes(deep(), deep()))).toMatchObject({ allowed: false });
  });
});

describe("the request of a review that exceeds a limit", () => {
  const many = `[${"0,".repeat(460_000)}0]`;
  const valid = new TextDecoder().decode(reviewOf(lease, { object: "NEW", oldObject: "OLD" }));
  const bytes = (object: string, old = "{}", text = valid) =>
    new TextEncoder().encode(text.replace('"NEW"', () => object).replace('"OLD"', () => old));

  it("keeps its fields, and of the objects only what selects a write", () => {
    const object = `{"metadata":{"name":"a\\"b","x":${many},"n\\u0061mespace":"c","labels":{"l":"v"},"name":"d"},"spec":{"holderIdentity":"h"}}`;
    expect(decodeReview(bytes(object, "null"))).toMatchObject({
      ok: true,
      value: {
        request: {
          uid: expect.any(String),
          object: { metadata: { name: "d", namespace: "c", labels: { l: "v" } } },
          oldObject: null,
        },
        excess: { limit: "values", maximum: 450_000, isRepair: false },
      },
    });
  });

  it("has the last of two equal objects", () => {
    const text = valid.replace('"object":"NEW"', '"object":{"metadata":{"name":"first"}},"ob\\u006aect":"NEW"');
    expect(decodeReview(bytes(`{"x":${many},"metadata":{"name":"last"}}`, "{}", text))).toHaveProperty(
      "value.request.object.metadata.name",
      "last",
    );
  });

  it.each<readonly [string, Uint8Array]>([
    ["more values around the objects", bytes("{}", "{}", valid.replace('"dryRun"', `"options":${many},"dryRun"`))],
    ["more groups", bytes("{}", "{}", valid.replace('"groups":[', `"groups":[${'"",'.repeat(460_000)}`))],
    ["an object without an end", bytes(`{"x":${many}`)],
    ["text after the review", new TextEncoder().encode(`${valid}${many}`)],
    ["an object that is not JSON around the excess", bytes(`{"metadata":{"name":x,"x":${many}}}`)],
    ["a key with an invalid escape", bytes(`{"\\xmetadat":1,"x":${many}}`)],
  ])("with %s, gets HTTP 400", (_, body) => expect(replyTo(body)).toMatchObject({ httpStatus: 400 }));

  it.each([
    ["an absent uid", valid.replace(/"uid":"[^"]*",/, "")],
    ["an empty uid", valid.replace(/"uid":"[^"]*"/, '"uid":""')],
  ])("with %s, gets HTTP 400", (_, text) =>
    expect(replyTo(bytes(`{"x":${many}}`, "{}", text))).toMatchObject({ httpStatus: 400 }),
  );

  it.each<readonly [string, string]>([
    ["a list as the object", many],
    ["no operation", `{"x":${many}}`],
  ])("with %s, gets a rejection", (name, object) => {
    const text = name === "no operation" ? valid.replace('"operation":"UPDATE",', "") : valid;
    expect(replyTo(bytes(object, "{}", text))).toMatchObject({
      httpStatus: 200,
      body: { response: { allowed: false, status: { code: 400 } } },
    });
  });

  it("drops labels of an unusual form, name, and namespace", () => {
    const odd = `{"x":${many},"metadata":{"name":["a"],"namespace":{},"labels":{"a":{"b":"c"}}}}`;
    expect(decodeReview(bytes(odd))).toHaveProperty("value.request.object", { metadata: {} });
    expect(decisionOn(bytes(odd), { ...strict, exemptions: [] })).toMatchObject({ allowed: false });
  });

  it("of a kind that lease-guard does not validate is allowed", () => {
    const type = { group: "", version: "v1" };
    const object = { x: Array(460_000).fill(0) };
    const request = {
      uid: "u",
      kind: { ...type, kind: "Pod" },
      resource: { ...type, resource: "pods" },
      operation: "CREATE",
      object,
    };
    const body = encode({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
    expect(replyTo(body)).toMatchObject({ httpStatus: 200, reason: "kind" });
  });
});
