import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Alerting, monitoring } from "../manifests/alerting-rules.ts";

/** The exit status of promtool, and everything that it prints. */
export interface PromtoolOutcome {
  readonly status: number | null;
  readonly output: string;
}

/** The result of a PromQL expression. */
export interface Expected {
  readonly expr: string;
  /** The labels of the samples in the result. Each sample has the value 1. */
  readonly labels: readonly string[];
  /** The time of the result after the start of the series. The default is one hour. */
  readonly minutes?: number;
}

/** Series in the notation of promtool, and the results of expressions. */
export interface RuleTest {
  readonly name: string;
  /** The values of each series, one per minute. */
  readonly series: Readonly<Record<string, string>>;
  readonly results: readonly Expected[];
}

/**
 * Runs promtool with a file that contains `content` as JSON, which is also valid YAML. The content
 * can refer to the file `rules.json`, which contains `rules`.
 */
export function promtool(
  args: readonly string[],
  content: object,
  rules: Alerting["ruleFile"] = monitoring.ruleFile,
): PromtoolOutcome {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-promtool-"));
  try {
    writeFileSync(join(folder, "rules.json"), JSON.stringify(rules));
    writeFileSync(join(folder, "input.json"), JSON.stringify(content));
    const { status, stdout, stderr } = spawnSync("promtool", [...args, join(folder, "input.json")], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `promtool test rules` with the rules of a component. */
export function testRules(
  tests: readonly RuleTest[],
  rules: Alerting["ruleFile"] = monitoring.ruleFile,
): PromtoolOutcome {
  const written = tests.map(({ name, series, results }) => ({
    name,
    interval: "1m",
    input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
    promql_expr_test: results.map(({ expr, labels, minutes = 60 }) => ({
      expr,
      eval_time: `${minutes}m`,
      exp_samples: labels.map((each) => ({ labels: each, value: 1 })),
    })),
  }));
  const content = { rule_files: ["rules.json"], evaluation_interval: "1m", tests: written };
  return promtool(["test", "rules"], content, rules);
}
