import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settingText } from "../../src/workload/change-text.ts";
import type { CheckFinding } from "../../src/workload/check-set.ts";
import { check as outageTolerance } from "../../src/workload/checks/workload/outage-tolerance.ts";
import { check as termTooShort } from "../../src/workload/checks/workload/term-too-short.ts";
import { check as notADuration } from "../../src/workload/checks/workload/timing-not-a-duration.ts";
import { check as timingOrder } from "../../src/workload/checks/workload/timing-order.ts";
import { check as timingTruncated } from "../../src/workload/checks/workload/timing-truncated.ts";
import type { ElectionProgram, Setting, Timing } from "../../src/workload/program.ts";
import { programs } from "../../src/workload/programs/index.ts";
import { timingNames } from "../../src/workload/workload-election.ts";
import { configMap, manager, managerProgram, variables } from "../harness/manager.ts";
import { factsOfScene } from "../harness/set-scene.ts";

/** The settings of the manifests of a program. */
interface Settings {
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly file: object;
}

/** Returns the settings after a change as a user makes it. */
function applied(settings: Settings, remedy: string): Settings {
  const flag = /^(--?[\w-]+)=(.*)(?:\n|$)/;
  const variable = /^- name: (\w+)\n {2}value: "(.*)"(?:\n|$)/;
  const [, name = "", value = ""] = flag.exec(remedy) ?? variable.exec(remedy) ?? [];
  const rest = (form: RegExp): string => remedy.replace(form, "");
  if (flag.test(remedy)) return applied({ ...settings, flags: { ...settings.flags, [name]: value } }, rest(flag));
  if (variable.test(remedy)) return applied({ ...settings, env: { ...settings.env, [name]: value } }, rest(variable));
  return remedy === "" ? settings : { ...settings, file: merged(settings.file, parse(remedy) as object) };
}

function merged(target: object, change: object): object {
  const before = new Map<string, unknown>(Object.entries(target));
  const entries = Object.entries(change).map(([key, value]: [string, unknown]) => {
    const old = before.get(key);
    return [key, typeof old === "object" && old !== null ? merged(old, value as object) : value];
  });
  return { ...target, ...Object.fromEntries(entries) };
}

function workloadOf({ images, commands }: ElectionProgram, { flags, env, file }: Settings): readonly object[] {
  return [
    manager({
      image: images[0] ?? "",
      command: commands?.slice(0, 1) ?? [],
      args: Object.entries(flags).map(([name, value]) => `${name}=${value}`),
      env: variables(env),
      container: { volumeMounts: [{ name: "config", mountPath: "/config" }] },
      pod: { volumes: [{ name: "config", configMap: { name: "config" } }] },
    }),
    configMap("config", { "config.yaml": JSON.stringify(file) }),
  ];
}

const checks = [notADuration, outageTolerance, termTooShort, timingOrder, timingTruncated];

async function findingsIn(program: ElectionProgram, settings: Settings): Promise<readonly CheckFinding[]> {
  const facts = await factsOfScene({ objects: workloadOf(program, settings), programs: [program] });
  return checks.flatMap(({ id, severity, check }) => [...check(facts)].map((each) => ({ severity, ...each, id })));
}

function isSettable({ keys, env, flags }: Setting): boolean {
  return [keys, env, flags].some((names) => names !== undefined);
}

function settingsOf(program: ElectionProgram, texts: ReadonlyMap<Timing, string>): Settings {
  const [on] = program.election.kind === "switch" ? program.election.switches : [];
  const place = { program, configuration: [] };
  const changes = [
    on && settingText(place, on, on.isNegated === true ? "false" : "true"),
    ...[...texts].map(([timing, text]) => settingText(place, timing, text)),
  ];
  return changes.reduce<Settings>((settings, text = "") => applied(settings, text), { flags: {}, env: {}, file: {} });
}

/** Returns the manifests in which a program has short durations, or durations in the wrong order. */
function scenesOf(program: ElectionProgram): readonly Settings[] {
  const settable = timingNames.flatMap((name) => {
    const timing = program[name];
    return timing !== undefined && isSettable(timing) ? [timing] : [];
  });
  const textOf = ({ unit = "go" }: Timing, seconds: number): string =>
    unit === "go" ? `${seconds}s` : String(unit === "seconds" ? seconds : seconds * 1000);
  const single = settable.flatMap((timing) =>
    [1, 1.5, 3, 8, 10, 16, 61].map((seconds) => new Map([[timing, textOf(timing, seconds)]])),
  );
  const triples = [
    [1, 2, 3],
    [5, 3, 1],
    [8, 5, 2],
    [15, 10, 8],
    [90, 100, 5],
  ].map((seconds) => new Map(settable.map((timing, index) => [timing, textOf(timing, seconds[index] ?? 1)])));
  return settable.length === 0 ? [] : [...single, ...triples].map((texts) => settingsOf(program, texts));
}

const shared = (factor: number): Timing => ({ unit: "go", flags: ["ttl"], factor, default: 30 * factor });
const fabric8: ElectionProgram = { ...managerProgram, name: "fabric8", library: "fabric8" };
const ttl: ElectionProgram = {
  ...{ ...managerProgram, name: "ttl" },
  ...{ leaseDuration: shared(1), renewDeadline: shared(0.5), retryPeriod: shared(0.25) },
};
const rows = new Map(
  [...programs, managerProgram, fabric8, ttl]
    .filter((program) => program.isVerified && scenesOf(program).length > 0)
    .map((program) => [JSON.stringify([program.library, ...timingNames.map((name) => program[name])]), program]),
);

describe("the remedy of each finding about durations ends it", () => {
  it.each([...rows.values()].map((program) => [program.name, program] as const))("%s", async (_, program) => {
    let count = 0;
    for (const settings of scenesOf(program))
      for (const { id, remedy } of await findingsIn(program, settings)) {
        if (remedy === undefined) continue;
        count++;
        const left = await findingsIn(program, applied(settings, remedy));
        expect(
          left.filter((each) => each.id === id),
          remedy,
        ).toEqual([]);
      }
    expect(count).toBeGreaterThan(0);
  });
});

it("has no remedy if no setting makes the election survive an outage", async () => {
  const slow = { ...managerProgram, renewDeadline: { default: 10 }, retryPeriod: { default: 8 } };
  const settings = settingsOf(slow, new Map([[slow.leaseDuration as Timing, "15s"]]));
  const [finding, ...others] = await findingsIn(slow, settings);
  expect([others, finding?.id, finding?.remedy]).toEqual([[], "workload/outage-tolerance", undefined]);
});
