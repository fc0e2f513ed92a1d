import { describe, expect, it } from "vitest";
import { checkInput } from "../../src/check/check-input.ts";
import { checkObjectSet } from "../../src/check/check-object-set.ts";
import { objectCases } from "../../src/check/reports/cases.ts";
import { type ReportFormat, reports } from "../../src/check/reports/reports.ts";
import { isDenied } from "../../src/check/reports/result.ts";
import { type CheckSettings, workloadSettings } from "../../src/check/settings.ts";
import { type CheckTally, emptyTally } from "../../src/check/tally.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { ElectionProgram } from "../../src/workload/program.ts";
import { autoscaler, configMap, manager, managerProgram } from "../harness/manager.ts";
import { context } from "../harness/report-context.ts";

const validate = createValidate(rules);
const settings: CheckSettings = {
  validate,
  compare: validate,
  context: { now: new Date(0), user: { username: "", groups: [] }, dryRun: false },
  namespace: "default",
  oldObjects: new Map(),
  fieldValidation: "strict",
  strict: false,
  workloads: workloadSettings({}),
};

interface Objects {
  readonly objects: readonly object[];
  readonly program?: Partial<ElectionProgram>;
}

async function check({ objects, program }: Objects): Promise<CheckTally> {
  const tally = emptyTally();
  await checkInput(
    { file: "a.yaml", text: objects.map((each) => JSON.stringify(each)).join("\n---\n") },
    settings,
    tally,
  );
  await checkObjectSet(tally, { ...settings.workloads, programs: [{ ...managerProgram, ...program }] });
  return tally;
}

const off = configMap("settings", { LEADER_ELECT: "false" });
const file = configMap("files", { "config.yaml": "leaderElection:\n  leaderElect: false\n" });
const ignored = {
  ...off,
  metadata: {
    name: "settings",
    namespace: "team-a",
    annotations: { "lease-guard.dev/ignore": "workload/replicas-without-election" },
  },
};
const imports = manager({ spec: { replicas: 2 }, container: { envFrom: [{ configMapRef: { name: "settings" } }] } });
const mounts = manager({
  spec: { replicas: 2 },
  container: { volumeMounts: [{ name: "files", mountPath: "/config" }] },
  pod: { volumes: [{ name: "files", configMap: { name: "files" } }] },
});
const others = [
  configMap("other", { key: "value" }),
  { ...autoscaler(3), metadata: { name: "other", namespace: "team-b" } },
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "manager", namespace: "team-a" } },
];
const onlyKeys = {
  election: { kind: "switch", default: true, switches: [{ keys: ["leaderElection.leaderElect"] }] },
} as const;

describe.each<readonly [string, Objects, Partial<CheckTally>]>([
  ["a variable of a ConfigMap", { objects: [imports, off] }, { checked: 2, denied: 1, skipped: 0 }],
  ["a file of a ConfigMap", { objects: [mounts, file], program: onlyKeys }, { checked: 2, denied: 1, skipped: 0 }],
  ["an ignored variable", { objects: [imports, ignored] }, { checked: 2, denied: 0, skipped: 0 }],
  [
    "an autoscaler",
    { objects: [manager(), autoscaler(3)], program: { election: { kind: "none" } } },
    { checked: 2, denied: 0, skipped: 0 },
  ],
  ["no other object", { objects: [imports, off, ...others] }, { checked: 2, denied: 1, skipped: 3 }],
  ["no object", { objects: others }, { checked: 0, denied: 0, skipped: 3 }],
])("a set in which the finding is about %s", (_, objects, counts) => {
  it("counts each object once", async () => {
    const tally = await check(objects);
    expect(tally).toMatchObject(counts);
    expect(tally.denied).toBe(objectCases(tally).filter(isDenied).length);
    expect(tally.checked + tally.skipped).toBe(objects.objects.length);
    const listed = [...tally.objects, ...tally.skippedObjects].map(({ line }) => line);
    expect(new Set(listed).size).toBe(objects.objects.length);
  });

  it.each<readonly [ReportFormat, (report: string) => unknown]>([
    ["text", (report) => /(\d+) denied/.exec(report)?.[1]],
    ["markdown", (report) => /(\d+) denied/.exec(report)?.[1]],
    ["json", (report) => JSON.parse(report).summary.denied],
    ["junit", (report) => report.match(/<failure /g)?.length ?? 0],
    ["tap", (report) => report.match(/^not ok/gm)?.length ?? 0],
    ["github", (report) => report.match(/^::error /gm)?.length ?? 0],
    [
      "sarif",
      (report) => JSON.parse(report).runs[0].results.filter(({ level }: { level: string }) => level === "error").length,
    ],
  ])("has its denials in %s", async (format, deniedIn) => {
    const tally = await check(objects);
    const report = (await reports[format]())(tally, context);
    const suppressed = format === "sarif" ? tally.ignored.length : 0;
    expect(Number(deniedIn(String(report)))).toBe((counts.denied ?? 0) + suppressed);
  });

  it.each<readonly [ReportFormat, RegExp]>([
    ["junit", /<testcase /g],
    ["tap", /^(?:not )?ok/gm],
  ])("lists each object once in %s", async (format, form) => {
    const report = (await reports[format]())(await check(objects), context);
    expect(String(report).match(form)).toHaveLength(objects.objects.length);
  });
});
