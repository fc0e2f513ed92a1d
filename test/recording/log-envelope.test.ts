import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { learn } from "../../src/learn/learn.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { summaryLines } from "../../src/learn/summary.ts";
import { defaultAdministrators, defaultClockSkewMs, defaultPolicy } from "../../src/policy/policy.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import { valueForms } from "../../src/recording/log-envelope.ts";
import { newInputSummary, readObserved } from "../../src/recording/read-files.ts";
import { recordLines } from "../../src/recording/record-lines.ts";
import { rules } from "../../src/rules/index.ts";
import { simulateLine } from "../../src/simulate/simulate-line.ts";
import { emptySimulation, type Simulation } from "../../src/simulate/simulation.ts";
import { envelopes, namedForms } from "../harness/audit-envelopes.ts";

const file = new URL("../fixtures/audit/client-go.jsonl", import.meta.url);
const events = readFileSync(file, "utf8").split("\n").filter(Boolean);

async function* chunksOf(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(content as Uint8Array);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

async function simulate(content: string | Uint8Array, size: number): Promise<Simulation> {
  const simulation = emptySimulation("audit.log", false, defaultClockSkewMs);
  const options = { validate: strict, now: new Date(), readAudited: auditLogReader() };
  for await (const line of recordLines(chunksOf(content, size))) simulateLine(line, options, simulation);
  return simulation;
}

/** Returns the numbers of a simulation, and its examples without their lines. */
async function outcomesOf(content: string | Uint8Array, size: number): Promise<unknown> {
  const { rules: tallies, shortLeases, ...simulation } = await simulate(content, size);
  const examples = [...tallies].map(([rule, tally]) => [rule, { ...tally, examples: tally.examples.length }]);
  return { ...simulation, examples, shortLeases: [...shortLeases.found] };
}

/** Returns the learned policy and the report of `learn`. */
async function learnedFrom(content: string | Uint8Array, size: number): Promise<readonly string[]> {
  const summary = newInputSummary();
  const learned = await learn(() => readObserved(["audit.log"], summary, () => chunksOf(content, size)), {
    administrators: defaultAdministrators,
    now: new Date("2026-12-01T00:00:00Z"),
    holdBack: 0.2,
  });
  if (learned === undefined) throw new Error("must learn a policy");
  return [policyText(learned.policy), ...summaryLines(learned, summary)];
}

/** A size that cuts lines and strings, and one that does not cut the log. */
const [smallChunk, oneChunk] = [1009, 2 ** 20];

describe("the same events in each envelope are the same writes:", async () => {
  const plain = events.join("\n");
  const [simulated, learned] = [await outcomesOf(plain, oneChunk), await learnedFrom(plain, oneChunk)];

  it("the log contains writes", () => expect(simulated).toMatchObject({ reviews: 33, unreadable: { lines: 0 } }));

  describe.each(Object.entries(envelopes))("%s", (_, envelope) => {
    it("for simulate", async () => {
      expect(await outcomesOf(envelope(events), smallChunk)).toEqual(simulated);
    });

    it("for learn and audit", async () => {
      expect(await learnedFrom(envelope(events), oneChunk)).toEqual(learned);
    });
  });

  it.each(valueForms.filter(({ jq }) => jq !== undefined).map((form) => [form.name, form] as const))(
    "%s, after the jq command in the message",
    async (_, { path, jq = "" }) => {
      const converted = execFileSync("sh", ["-c", `jq ${jq}`], { input: formAt(path)(events) });
      expect(await outcomesOf(converted, oneChunk)).toEqual(simulated);
      expect(await learnedFrom(converted, oneChunk)).toEqual(learned);
    },
  );
});

function formAt(path: readonly string[]): (typeof namedForms)[string] {
  const form = namedForms[path.join(".")];
  if (form === undefined) throw new Error(`a file must have the form ${path.join(".")}`);
  return form;
}

const notRecord = "must be an AdmissionReview, a record with one, or an event of an audit log, not";

it("the page has the jq command of each form that is not read", () => {
  const page = readFileSync(new URL("../../docs/learn.md", import.meta.url), "utf8");
  const commands = [...page.matchAll(/^\| [^|]+ \| `jq (.+)` \|$/gm)].map(([, command = ""]) => command);
  expect(commands.map((command) => command.replaceAll("\\|", "|"))).toEqual(valueForms.flatMap(({ jq = [] }) => jq));
});

describe("a form that is not read has one message with its name:", () => {
  it.each(valueForms.filter(({ jq }) => jq !== undefined).map((form) => [form.name, form] as const))(
    "%s",
    async (_, { name, path, jq }) => {
      const { reviews, unreadable } = await simulate(formAt(path)(events), smallChunk);
      expect(reviews).toBe(0);
      expect([...unreadable.errors.keys()]).toEqual([`${notRecord} ${name}; convert the file with jq ${jq}`]);
      expect(unreadable.lines).toBe(path.includes("data") ? 1 : events.length);
    },
  );

  it.each<readonly [string, string, string]>([
    [
      "Google Cloud Logging",
      JSON.stringify([{ protoPayload: { methodName: "io.k8s.coordination.v1.leases.update" }, insertId: "1" }]),
      `${notRecord} an entry of Google Cloud Logging, which does not contain the groups and the pod of the user`,
    ],
    ["a listing", '{"kind":"List","items":[{"kind":"Lease"}]}', `${notRecord} an object of kind "Lease"`],
    ["an unknown object", '{"a":1,"b":2}', `${notRecord} an object with the fields "a", "b"`],
    [
      "an object of kind Event",
      '{"kind":"Event","apiVersion":"v1","message":"{}"}',
      `${notRecord} an object of kind "Event"`,
    ],
    ["an empty object", "{}", `${notRecord} an object without fields`],
    ["a number in a list", "[1]", `${notRecord} a plain value`],
    ["CSV", '"2026-11-23","{""kind"":""Event""}"', "must be JSON, not a line of CSV; export JSON"],
    [
      "the default output of logcli",
      '2026-11-23T18:50:17Z {job="audit"} {"kind":"Event"}',
      "must be JSON, not a line of logcli with labels; use logcli -o raw",
    ],
    ["the log of a program", "I1123 18:50:17.641935 1 main.go:1] hello", "must be JSON, not a message of a program"],
    [
      "envelopes in envelopes",
      `{"message":${"[".repeat(8)}1${"]".repeat(8)}}`,
      `${notRecord} an object with the fields "message"`,
    ],
  ])("%s", async (_, content, message) => {
    expect([...(await simulate(content, oneChunk)).unreadable.errors]).toEqual([[message, { line: 1, lines: 1 }]]);
  });
});
