import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complete } from "../../../src/cli/completion/candidates.ts";
import { shells } from "../../../src/cli/completion/command.ts";
import { completionScripts } from "../../../src/cli/completion/scripts.ts";
import { createProgram } from "../../../src/cli/program.ts";
import { explainedIds } from "../../../src/cli/rules/explanation.ts";
import { rules } from "../../../src/rules/index.ts";
import { runCli } from "../../harness/cli.ts";
import { installCli } from "../../harness/installed-cli.ts";

const ruleIds = rules.map(({ id }) => id);
const modes = ["deny", "warn"];
const commands = [
  ...["init", "check", "test", "simulate", "elections", "audit", "access", "learn", "rules"],
  ...["explain", "schema", "policy", "doctor", "serve", "certs", "completion", "version", "help"],
];

/** The directive that makes the shell also suggest files. */
const files = ":0";

/** Command lines as lists of words, each with the expected candidates for the last word. */
const lines: readonly (readonly [words: readonly string[], values: readonly string[]])[] = [
  [[""], commands],
  [["ch"], ["check"]],
  [["c"], ["check", "certs", "completion"]],
  [["x"], []],
  [["__"], []],
  [["-"], []],
  [["--v"], ["--version"]],
  [
    ["check", "--f"],
    ["--fail-on", "--fail-on-empty"],
  ],
  [["check", "--fail-on", ""], modes],
  [["check", "--fail-on", "d"], ["deny"]],
  [["check", "--fail-on=w"], ["--fail-on=warn"]],
  [["check", "--fail-on="], modes.map((mode) => `--fail-on=${mode}`)],
  [
    ["check", "--fail-on", "deny", "--fail-o"],
    ["--fail-on", "--fail-on-empty"],
  ],
  [
    ["check", "-o", "j"],
    ["json", "junit"],
  ],
  [["check", "-o", "json=a"], [files]],
  [["check", "--output=json=a"], [files]],
  [["check", "-n", ""], []],
  [["check", "--user-extra", "authentication.kubernetes.io/n"], ["authentication.kubernetes.io/node-name="]],
  [["check", ""], [files]],
  [["check", "a.yaml", "b"], [files]],
  [["check", "-o", "text", "b"], [files]],
  [["check", "--no-such", "b"], [files]],
  [["check", "check", ""], [files]],
  [
    ["rules", "-o", ""],
    ["text", "json"],
  ],
  [["rules", ""], []],
  [["explain", "lease/"], ruleIds.filter((id) => id.startsWith("lease/"))],
  [["explain", "schema/"], explainedIds().filter((id) => id.startsWith("schema/"))],
  [
    ["explain", "audit/leader"],
    ["audit/leader-hung", "audit/leaderless"],
  ],
  [["audit", "--fail-on=e"], ["--fail-on=error"]],
  [["explain", "schema/type", ""], []],
  [
    ["schema", "Lease"],
    ["Lease", "LeaseCandidate"],
  ],
  [["schema", "--a"], ["--api-version"]],
  [
    ["serve", "--deny", "lease/le"],
    ["lease/lease-duration-positive", "lease/lease-transitions-not-negative"],
  ],
  [
    ["serve", "--deny=lease/s"],
    ["--deny=lease/strategy-kept", "--deny=lease/strategy-valid"],
  ],
  [["serve", "--tls-cert-file", ""], [files]],
  [["serve", "--self-signed", "--b"], ["--bind-address"]],
  [["serve", "--secure-port", ""], []],
  [["learn", ""], [files]],
  [["learn", "a.jsonl", ""], [files]],
  [["simulate", ""], [files]],
  [["simulate", "policy.yaml", ""], [files]],
  [["simulate", "a", "b", "--against", ""], [files]],
  [["simulate", "a", "b", ""], []],
  [["test", ""], [files]],
  [
    ["test", "-o", ""],
    ["text", "json", "junit", "tap"],
  ],
  [
    ["policy", ""],
    ["check", "show", "export", "explain", "help"],
  ],
  [
    ["policy", "ex"],
    ["export", "explain"],
  ],
  [["policy", "export", ""], [files]],
  [["policy", "export", "policy.yaml", ""], []],
  [
    ["policy", "export", "--fail"],
    ["--fail-closed", "--fail-on"],
  ],
  [["policy", "export", "--fail-on", ""], ["omitted"]],
  [["policy", "export", "--st"], ["--static"]],
  [["policy", "export", "--name", ""], []],
  [["policy", "export", "-o", ""], [files]],
  [["policy", "explain", ""], [files]],
  [["doctor", "-f", ""], [files]],
  [["doctor", "--fail-on", "w"], ["warning"]],
  [["serve", "--record", ""], [files]],
  [["init", ""], [files]],
  [["certs", "g"], ["generate"]],
  [["certs", "generate", "--out", ""], [files]],
  [["certs", "generate", "--d"], ["--dns"]],
  [["completion", ""], shells],
  [
    ["help", "c"],
    ["check", "certs", "completion"],
  ],
  [[], commands],
];

const program = await createProgram();

describe("completion", () => {
  it.each(lines)("of %j", (words, values) => {
    const said = complete(program, words).trimEnd().split("\n");
    const offered = said.map((line) => line.split("\t")[0]).filter((value) => value !== ":4");
    expect(offered.toSorted()).toEqual([...values].sort());
    expect(said.at(-1)).toBe(values.includes(files) ? files : ":4");
  });

  it("describes commands, flags and rules", () => {
    const said = [["ver"], ["check", "--kubernetes"], ["serve", "--deny", "lease/strategy-v"]].map((words) =>
      complete(program, words),
    );
    for (const line of said) expect(line).toMatch(/^\S+\t\S.*\n:4\n$/);
  });

  it("takes flags as words", async () => {
    const ended = await runCli(["__complete", "--", "check", "--version", "--help", "--fail-on=d"]);
    expect(ended).toMatchObject({ code: 0, stdout: "--fail-on=deny\n:4\n", stderr: "" });
  });

  it.each(shells)("has a script for %s", async (shell) => {
    expect(await runCli(["completion", shell])).toMatchObject({
      code: 0,
      stdout: completionScripts[shell],
      stderr: "",
    });
  });

  it("has no script for other shells", async () => {
    const { code, stderr } = await runCli(["completion", "csh"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: .*bash, zsh, fish, powershell\.\n$/),
    });
  });
});

/**
 * Lists of the words that readline passes to a completion in bash, each with the expected
 * candidates. readline splits words at `=`.
 */
const inBash: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [["ch"], ["check"]],
  [["check", "--fail-on", ""], modes],
  [["check", "--fail-on", "=", "d"], ["deny"]],
  [["check", "--fail-on", "="], modes],
  [["check", "-o", "json", "=", "two"], ["two words.yaml"]],
  [["check", "two"], ["two words.yaml"]],
  [["check", "nothing"], []],
  [
    ["explain", "lease/s"],
    ["lease/strategy-kept", "lease/strategy-valid"],
  ],
  [["explain", "$(touch ran)"], []],
];

describe("bash", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bash-"));

  beforeAll(() => {
    installCli(folder);
    writeFileSync(join(folder, "two words.yaml"), "");
    writeFileSync(
      join(folder, "ask"),
      `source <(lease-guard completion bash)\nCOMP_WORDS=(lease-guard "$@")\nCOMP_CWORD=$#\n_lease_guard\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`,
    );
    chmodSync(join(folder, "ask"), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(inBash)("completes %j", async (words, offered) => {
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const { stdout, stderr } = await promisify(execFile)("bash", ["ask", ...words], { cwd: folder, env });
    expect({ offered: stdout.split("\n").filter(Boolean), stderr }).toEqual({ offered, stderr: "" });
  });
});
