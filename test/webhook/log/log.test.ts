import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { defineRule, type Rule } from "../../../src/rules/rule.ts";
import { legalBody, marker, post, rawRequest } from "../../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.stop());

const lease = rowOf("v1", "Lease");

type Line = Readonly<Record<string, unknown>>;

/** Sends reviews one after another. Returns the log lines for these reviews. */
async function logOf(...bodies: readonly string[]): Promise<readonly Line[]> {
  for (const body of bodies) {
    const bytes = Buffer.from(body);
    await rawRequest(server, Buffer.from(post([], bytes.toString("latin1")), "latin1"));
  }
  return parse(await server.log(bodies.length));
}

/** Parses a log. Every line must be JSON without control characters and without `marker`. */
function parse(text: string): readonly Line[] {
  expect(text).not.toContain(marker);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      expect(line).toMatch(/^\{\P{Cc}*\}$/u);
      return JSON.parse(line) as Line;
    });
}

function review(change: Readonly<Record<string, unknown>>): string {
  return new TextDecoder().decode(reviewOf(lease, change));
}

/** A Lease with a secret in every field whose value must not be logged. */
const secretive = tweaked(lease, ({ metadata, spec }) => {
  metadata["annotations"] = { "example.com/Note": marker, [marker]: marker };
  metadata["labels"] = { note: marker };
  metadata["managedFields"] = [{ manager: marker, operation: marker }];
  metadata["finalizers"] = [marker];
  spec["holderIdentity"] = marker;
  spec["preferredHolder"] = marker;
  spec["strategy"] = `${marker} ${marker}`;
  spec["unknown"] = { [marker]: marker };
});

const userInfo = { username: "jane", uid: marker, groups: [marker], extra: { [marker]: [marker] } };

describe("a decision", () => {
  it("that allows the write is one line", async () => {
    expect(await logOf(legalBody)).toEqual([
      {
        level: "info",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        msg: "decision",
        uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
        operation: "UPDATE",
        resource: "leases",
        namespace: "team-a",
        name: "controller",
        user: "system:serviceaccount:team-a:controller",
        allowed: true,
        rules: [],
        modes: [],
        dryRun: false,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it("that denies the write names the rules", async () => {
    const object = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0, leaseTransitions: -1 }));
    const [line] = await logOf(review({ object, dryRun: true }));
    const names = ["lease-duration-positive", "lease-transitions-not-negative", "transitions-not-decreasing"];
    expect(line).toMatchObject({
      msg: "decision",
      allowed: false,
      dryRun: true,
      rules: names.map((name) => `lease/${name}`),
    });
  });

  it("has its duration in milliseconds", async () => {
    const [line] = await logOf(legalBody);
    expect(line?.["durationMs"]).toBeGreaterThan(0);
    expect(line?.["durationMs"]).toBeLessThan(5000);
  });

  it.each(["CREATE", "UPDATE", "DELETE", "CONNECT"])(
    "on a %s contains no data of the objects or of the client",
    async (operation) => {
      const change = {
        operation,
        object: secretive,
        oldObject: secretive,
        userInfo,
        options: { fieldManager: marker },
      };
      const [line] = await logOf(review(change));
      expect(line).toMatchObject({ msg: "decision", operation, user: "jane" });
    },
  );

  it("on an object that does not decode contains no data of the object", async () => {
    const object = { ...secretive, spec: { leaseDurationSeconds: marker, renewTime: marker } };
    const [line] = await logOf(review({ object, userInfo }));
    expect(line).toMatchObject({ msg: "decision", allowed: false });
  });
});

describe("a trace", () => {
  it("of kube-apiserver is in the line", async () => {
    await rawRequest(server, post(["traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]));
    const [line] = parse(await server.log(1));
    expect(line).toMatchObject({ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" });
  });

  it("that is malformed is not in the line", async () => {
    await rawRequest(server, post([`traceparent: 00-${marker}`, `traceparent: ${marker}`]));
    expect(parse(await server.log(1))[0]).not.toHaveProperty("traceId");
  });
});

describe("a body that is not a review", () => {
  it.each([marker, "", "[", `"${marker}"`, `{"${marker}":"${marker}"}`, `{"request":{"object":"${marker}"}}`])(
    "'%s' is rejected with one line",
    async (body) => {
      expect(await logOf(body)).toEqual([expect.objectContaining({ msg: "refused" })]);
    },
  );

  it("is rejected with one line even if it has a uid", async () => {
    const body = JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: { uid: "u-1", operation: "CREATE" },
    });
    expect(await logOf(body)).toEqual([expect.objectContaining({ msg: "refused" })]);
  });
});

describe("names that a client chooses", () => {
  const forged = '{"level":"info","msg":"decision","allowed":true}';

  it.each<readonly [string, string]>([
    ["a line", `x\n${forged}\n`],
    ["a line of Windows", `x\r\n${forged}\r\n`],
    ["a line separator", `x\u2028${forged}\u2029`],
    ["the end of a text", `x","msg":"forged","y":"`],
    ["colours", "\u001b[2J\u001b[31mx\u001b[0m"],
    ["a C1 sequence", "\u009b2Jx\u0085"],
    ["NUL and DEL", "x\0\u007f"],
  ])("cannot forge a log line with %s", async (_name, text) => {
    const lines = await logOf(
      review({ name: text, namespace: text, userInfo: { username: text }, resource: { ...lease.gvk, resource: text } }),
      legalBody,
    );
    expect(lines.map(({ msg }) => msg)).not.toContain("forged");
    expect(lines).toHaveLength(2);
  });

  it("are truncated if they are too long", async () => {
    const long = "a".repeat(100_000);
    const [line] = await logOf(review({ name: long, namespace: long, userInfo: { username: long } }));
    expect(JSON.stringify(line).length).toBeLessThan(4000);
    expect(line?.["name"]).toMatch(/^a{63,}/);
  });
});

describe("a rule that throws", () => {
  const broken: Rule = defineRule({
    id: "lease/broken",
    tier: "api",
    description: "must never happen",
    kinds: ["Lease"],
    operations: ["CREATE", "UPDATE"],
    *check({ object }) {
      if (object.spec !== undefined) throw new Error(`a bug with ${object.spec.holderIdentity}`);
      yield* [];
    },
  });

  it("is skipped, and is named in one error line however often it throws", async () => {
    await server.stop();
    server = await startServer(createValidate([broken, ...rules]));
    const denied = await rawRequest(
      server,
      post([], review({ object: tweaked(lease, ({ spec }) => Object.assign(spec, { leaseTransitions: -1 })) })),
    );
    const allowed = await rawRequest(server, post());
    const verdicts = [denied, allowed].map(({ answers }) => JSON.parse(answers[0]?.text ?? "").response);
    expect(verdicts).toMatchObject([
      { allowed: false, status: { details: { causes: [{ field: "spec.leaseTransitions" }] } } },
      { allowed: true },
    ]);
    expect(JSON.stringify(verdicts)).not.toContain("a bug");
    const lines = parse(await server.log(3));
    expect(lines.filter(({ level }) => level === "error")).toEqual([expect.objectContaining({ rule: "lease/broken" })]);
    expect(lines.filter(({ msg }) => msg === "decision")).toHaveLength(2);
  });
});
