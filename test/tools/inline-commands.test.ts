import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { helmProgram } from "../harness/helm.ts";
import { inlineCommands } from "../harness/inline-commands.ts";
import { pagesWithBlocks } from "../harness/page-blocks.ts";

const texts = pagesWithBlocks.map((page) => readFileSync(page, "utf8"));

/**
 * Returns the commands of a program in the text of the pages, without the commands of kubectl
 * plugins. test/cli/inline-commands.test.ts checks `kubectl lease-guard`, and
 * test/cli/plugin.test.ts checks `kubectl leases`.
 */
const commandsOf = (program: string): readonly string[] =>
  [...new Set(texts.flatMap((text) => inlineCommands(text, program)))].filter(
    (each) => !/^kubectl (?:lease-guard|leases)\b/.test(each),
  );

const commands = ["kubectl", "helm"].map(commandsOf);

/**
 * Returns the errors in a command. With --help, the program checks the command and its flags, and
 * does nothing else. After an unknown command of a group, it lists the commands of the group.
 */
function errorsOf(command: string): string {
  const words = command.replace(/^helm\b/, helmProgram("3")).replaceAll(" …", "");
  // The last flag, such as -k, can need a value.
  const { status, stdout, stderr } = spawnSync("bash", ["-c", `${words} value --help`], { encoding: "utf8" });
  if (status !== 0) return stderr;
  return stdout.includes("Available Commands:") && !/ (?:apply|create)\b/.test(words) ? "unknown command" : "";
}

describe("a command in the text of a page", () => {
  test("is found, for both programs", () => {
    const [kubectl = [], helm = []] = commands;
    expect(kubectl.length).toBeGreaterThan(40);
    expect(helm.length).toBeGreaterThan(3);
  });

  test.each(commands.flat())("exists, with its flags: %s", (command) => expect(errorsOf(command)).toBe(""));
});

test.each([
  ["kubectl gte leases", "unknown command"],
  ["kubectl rollout sttus deployment/a", "unknown command"],
  ["kubectl get leases --gone", "unknown flag: --gone"],
  ["helm tset", "unknown command"],
])("finds what is wrong with %s", (command, error) => expect(errorsOf(command)).toContain(error));
