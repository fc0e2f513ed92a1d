import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Block, blocksOf, nameOf, pagesWithBlocks } from "../harness/page-blocks.ts";
import { logPhrases } from "./pages/cluster-answers.ts";
import { elsewhere } from "./pages/elsewhere.ts";
import { otherBlock } from "./pages/other-blocks.ts";
import { type Programs, preparePrograms, type Session, startSession } from "./pages/session.ts";
import { substituted } from "./pages/substitutes.ts";
import { yamlCommand } from "./pages/yaml-commands.ts";

const root = join(import.meta.dirname, "../..");
const blocks = pagesWithBlocks.flatMap(blocksOf);
const isElsewhere = (block: Block): boolean => elsewhere.some((entry) => entry.blocks(block));

/** Reports whether this test runs a block in the session of its page. */
const isOwn = (block: Block): boolean => !isElsewhere(block) && otherBlock(block) === undefined;

/** A block as commands that run in the session of its page, with the files that they need. */
interface Run {
  readonly commands: string;
  readonly file?: { readonly path: string; readonly text: string };
  /** The output that the page shows, or undefined if it shows none. */
  readonly output?: string;
}

function runOf(block: Block): Run | undefined {
  const { page, language, text } = block;
  if (language === "sh") return { commands: substituted(page, text) };
  if (language === "console") {
    const [, command = "", output = ""] = /^\$ (.*)\n([\s\S]*)$/.exec(text) ?? [];
    return { commands: substituted(page, command), output };
  }
  if (page === "docs/rules/schema.md" && language === "text")
    return { commands: text.replaceAll(/^(.*) \(\S+\)$/gm, grepStrict) };
  const yaml = language === "yaml" ? yamlCommand(block) : undefined;
  return yaml && { commands: yaml.command, file: { path: yaml.file, text: yaml.text } };
}

/**
 * Returns a command that checks an example of docs/rules/schema.md and searches for one of its
 * messages.
 */
const grepStrict = (_: string, message: string): string =>
  `lease-guard check --strict --kubernetes-version 1.32 page-object.yaml | grep -F '${message}'`;

/**
 * Returns a pattern for an output. `…` matches a part of a line or, alone on a line, whole lines.
 */
function patternOf(output: string): RegExp {
  const escaped = output.trimEnd().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/^…$/gm, "[\\s\\S]*").replaceAll("…", ".*")}\\n?$`);
}

describe("every code block", () => {
  test("is known to a test", () => {
    const unknown = blocks.filter(
      (block) => !isElsewhere(block) && otherBlock(block) === undefined && runOf(block) === undefined,
    );
    expect(blocks.length).toBeGreaterThan(450);
    expect(unknown.map(nameOf)).toEqual([]);
  });

  test.each(elsewhere)("that $test runs is on a page that this test names", ({ blocks: isOwn, test: file }) => {
    const own = blocks.filter(isOwn);
    expect(own.length).toBeGreaterThan(0);
    const text = readFileSync(join(root, file), "utf8");
    const imported = Array.from(text.matchAll(/from "(\.[^"]*)"/g), ([, path = ""]) => join(root, dirname(file), path));
    const all = [text, ...imported.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"))].join(
      "\n",
    );
    const folderOf = (page: string): string => `${dirname(page)}/`;
    expect(
      own
        .filter(
          ({ page }) => !all.includes(page) && !all.includes(folderOf(page).replace(/^docs\/rules\/.*/, "docs/rules/")),
        )
        .map(nameOf),
    ).toEqual([]);
  });

  test("of a runbook finds log lines that the server writes", () => {
    const server = globSync("src/webhook/**/*.ts", { cwd: root })
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    expect(logPhrases.filter((phrase) => !server.includes(JSON.stringify(phrase)))).toEqual([]);
  });

  test.each(blocks.filter((block) => otherBlock(block) !== undefined && !isElsewhere(block)))(
    "$page:$line is correct",
    async (block) => {
      await otherBlock(block)?.check(block.text);
    },
  );
});

describe.concurrent("a reader who runs all commands of a page, in their order", () => {
  let programs: Programs;
  beforeAll(async () => {
    programs = await preparePrograms();
  });
  afterAll(() => programs?.remove());

  /** Runs a block, and returns its errors. */
  async function errorsOf(block: Block, session: Session): Promise<readonly string[]> {
    const run = runOf(block);
    if (run === undefined || !isOwn(block)) return [];
    if (run.file) session.write(run.file.path, run.file.text);
    const { status, output } = await session.run(run.commands);
    if (status !== 0) return [`${nameOf(block)}: exit ${status}\n${run.commands}\n${output}`];
    return run.output === undefined || patternOf(run.output).test(output)
      ? []
      : [`${nameOf(block)}: other output\n${output}`];
  }

  test.each([
    ["a flag of kubectl that does not exist", "sh", "kubectl get leases --bogus\n", "unknown flag"],
    ["a command of a group that does not exist", "sh", "kubectl -n a rollout sttus deployment/a\n", "unknown command"],
    ["a read that the cluster of the pages does not know", "sh", "kubectl get leaes -A\n", "has no answer"],
    ["a command of helm that does not exist", "sh", "helm instal lease-guard charts/lease-guard\n", "unknown command"],
    ["a flag of lease-guard that does not exist", "sh", "lease-guard check --bogus lease.yaml\n", "unknown option"],
    ["a file that does not exist", "sh", "kubectl apply -f gone.yaml\n", "does not exist"],
    ["another output", "console", "$ lease-guard version\n9.9.9\n", "other output"],
    ["a metric that does not exist", "sh", "curl -s localhost:8080/metrics | grep gone_metric\n", "exit 1"],
    [
      "a rule that does not exist",
      "yaml",
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n  lease/gone: { mode: deny }\n",
      "exit 1",
    ],
  ])("finds %s", async (_, language, text, message) => {
    const session = startSession(programs);
    const block = { page: "docs/page.md", line: 1, heading: "", before: "", language, text };
    expect((await errorsOf(block, session)).join("")).toContain(message);
    session.remove();
  });

  test.each([...new Set(blocks.filter(isOwn).map(({ page }) => page))])("%s", async (page) => {
    const session = startSession(programs, page.startsWith("examples/") ? dirname(page) : undefined);
    try {
      const errors: string[] = [];
      for (const block of blocksOf(page)) errors.push(...(await errorsOf(block, session)));
      expect(errors.join("\n")).toBe("");
    } finally {
      session.remove();
    }
  });
});
