import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, runScript, write } from "./checkout.ts";

const words = (root: string): Ended => runScript(root, "check-words");

/** Lines with a retired word, each with the report that the check must print after the place. */
const retired: Readonly<Record<string, string>> = {
  "Mend the lease.": '"Mend" is retired, use: fix',
  "Nobody renews it.": '"Nobody" is retired, use: no client, a client, any client',
  "The term ran out.": '"ran out" is retired, use: expire',
  "a complaint": '"complaint" is retired, use: error',
};

/**
 * Lines with published names that contain a retired word, and with other permitted uses of a
 * retired word.
 */
const accepted: readonly string[] = [
  "lease_guard_rule_faults_total counts them, and `faults` lists them.",
  "client-go's LeaderElector elects.",
  "The pods run out of memory.",
  "The server is behind a proxy and creates it on demand.",
  "A commander recommends an amendment.",
];

afterAll(removeCheckouts);

describe("the check of retired words", () => {
  let root: string;
  const onPage = (lines: readonly string[]): Ended => {
    write(root, { "docs/page.md": `# Page\n\n${lines.join("\n")}\n` });
    return words(root);
  };

  beforeAll(() => {
    root = checkout(["src"], {});
  });

  it("reports each line with the word to use", () => {
    const reports = Object.values(retired).map((report, index) => `docs/page.md:${index + 3}: ${report}\n`);
    expect(onPage(Object.keys(retired))).toEqual({ status: 1, output: reports.join("") });
  });

  it("accepts published names and other permitted uses", () => {
    const { status, output } = onPage(accepted);
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringMatching(/^\d{4} files use none of \d+ retired words\n$/),
    });
  });

  it("fails if it finds too few files", () => {
    expect(words(checkout([], {}))).toEqual({
      status: 1,
      output: expect.stringMatching(/^only \d+ files were checked, fewer than 100\n$/),
    });
  });
});
