import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installCli } from "../harness/installed-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-shells-"));
const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}`, HOME: folder, TERM: "dumb" };

/** Runs a program. Rejects if the program fails. */
async function run(
  command: string,
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return promisify(execFile)(command, args, { cwd: folder, env });
}

beforeAll(() => {
  installCli(folder);
  writeFileSync(join(folder, "two words.yaml"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("fish", () => {
  it.each([
    ["lease-guard ch", [/^check\tcheck /]],
    ["lease-guard check --fail-on ", [/^deny$/, /^warn$/]],
    ["lease-guard check --fail-on=d", [/^--fail-on=deny$/]],
    ["lease-guard check two", [/^two words\.yaml$/]],
    ["lease-guard check -o json=two", [/^json=two words\.yaml$/]],
    ["lease-guard explain lease/strategy-v", [/^lease\/strategy-valid$/]],
    ["lease-guard explain nothing", []],
  ])("completes '%s'", async (line, offered) => {
    const { stdout, stderr } = await run(
      "fish",
      "--no-config",
      "-c",
      `lease-guard completion fish | source; complete -C'${line}'`,
    );
    expect({ lines: stdout.split("\n").filter(Boolean), stderr }).toEqual({
      lines: offered.map((pattern) => expect.stringMatching(pattern) as unknown),
      stderr: "",
    });
  });
});

/**
 * A zsh script that creates a pseudo-terminal with an interactive shell. The script sends a TAB to
 * the shell and waits for the displayed candidates.
 */
const zshTerminal = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($PWD/site \\$fpath); autoload -U compinit; compinit -u -D; $1; echo READ''Y"
zpty -r shell shown '*READY*'
zpty -w -n shell "$2"$'\\t'
zpty -r shell shown "$3"
zpty -d shell
print -r -- shown
`;

describe("zsh", () => {
  const sourced = "source <(lease-guard completion zsh)";
  const autoloaded = "true";

  beforeAll(async () => {
    await run("bash", "-c", "mkdir site && lease-guard completion zsh > site/_lease-guard");
  });

  it.each([
    [sourced, "lease-guard che", "*lease-guard check*"],
    [autoloaded, "lease-guard che", "*lease-guard check*"],
    [sourced, "lease-guard check --fail-on=d", "*--fail-on=deny*"],
    [sourced, "lease-guard check two", "*words.yaml*"],
    [sourced, "lease-guard check -o json=two", "*words.yaml*"],
    [sourced, "lease-guard explain lease/strategy-v", "*trategy-valid*"],
  ])("that has run '%s' completes '%s'", async (setup, line, shown) => {
    const zsh = spawn("timeout", ["30", "zsh", "-f", "-c", zshTerminal, "zsh", setup, line, shown], {
      cwd: folder,
      env,
    });
    expect(await text(zsh.stdout)).toBe("shown\n");
  });
});

describe("kubectl", () => {
  it("finds the plugin, whose help uses the name of the plugin", async () => {
    expect((await run("kubectl", "plugin", "list")).stdout).toContain(join(folder, "kubectl-lease_guard"));
    expect((await run("kubectl", "lease-guard", "version")).stdout).toBe((await run("lease-guard", "version")).stdout);
    const { stdout } = await run("kubectl", "lease-guard", "check", "--help");
    expect(stdout).toMatch(/^Usage: kubectl lease-guard check /);
    expect(stdout).toContain("| kubectl lease-guard check -\n");
  });

  it("completes the plugin's commands with the file in docs/cli.md", async () => {
    const script = '#!/bin/sh\nexec kubectl-lease_guard __complete -- "$@"\n';
    writeFileSync(join(folder, "kubectl_complete-lease_guard"), script, { mode: 0o755 });
    expect((await run("kubectl", "__complete", "lease-guard", "check", "--fail-on", "")).stdout).toBe(
      "deny\nwarn\n:4\n",
    );
  });
});
