import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, runScript, write } from "./checkout.ts";

const words = (root: string): Ended => runScript(root, "check-words");

/** Lines with a retired word, each with the report that the check must print. */
const retired: Readonly<Record<string, string>> = {
  "Mend the lease.": 'docs/page.md:3: "Mend" is retired, use: fix',
  "Nobody renews it.": 'docs/page.md:3: "Nobody" is retired, use: no client, a client, any client',
  "The term ran out.": 'docs/page.md:3: "ran out" is retired, use: expire',
  "a complaint of `complaints`": 'docs/page.md:3: "complaint" is retired, use: error',
};

/**
 * Lines with published names that contain a retired word, and with other permitted uses of a
 * retired word.
 */
const accepted: readonly string[] = [
  "The field `complaints` has the same content.",
  "lease_guard_rule_faults_total counts them, and `faults` lists them.",
  "client-go's LeaderElector elects.",
  "The pods run out of memory.",
  "The server is behind a proxy and creates it on demand.",
  "A commander recommends an amendment.",
];

afterAll(removeCheckouts);

describe("the check of retired words", { timeout: 60_000 }, () => {
  let root: string;
  const onPage = (line: string): Ended => {
    write(root, { "docs/page.md": `# Page\n\n${line}\n` });
    return words(root);
  };

  beforeAll(() => {
    root = checkout(["src"], {});
  });

  it.each(Object.entries(retired))("reports %j with its line and the word to use", (line, report) => {
    expect(onPage(line)).toEqual({ status: 1, output: `${report}\n` });
  });

  it.each(accepted)("accepts %j", (line) => {
    const { status, output } = onPage(line);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^\d{3} files use none of \d+ retired words\n$/) });
  });

  it("fails if it finds too few files", () => {
    expect(words(checkout([], {}))).toEqual({
      status: 1,
      output: expect.stringMatching(/^only \d+ files were checked, fewer than 100\n$/),
    });
  });
});
