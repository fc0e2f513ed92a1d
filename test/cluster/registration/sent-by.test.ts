import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBaseRegistration, sentBy } from "../../../scripts/generate/sent-by.ts";
import { readSections } from "../../../scripts/rule-page.ts";
import { componentOfWrites, notSentWrites } from "../../../src/cluster/registration/not-sent-writes.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { readExample } from "../../harness/rule-page.ts";
import { isSentByBase } from "../../harness/sent-by-base.ts";

const base = readBaseRegistration();
const docs = join(import.meta.dirname, "../../../docs");

function pageOf({ id }: Rule): string {
  return readFileSync(join(docs, `rules/${id}.md`), "utf8");
}

/** The rules that the webhook can run. */
const ofWebhook = rules.filter(({ isRelation }) => !isRelation);

describe.each(ofWebhook)("the page of $id", (rule) => {
  it("has the line", () => expect(pageOf(rule)).toContain(`\n| Sent by | ${sentBy(rule, base)} |\n`));
});

// kube-apiserver itself denies the writes that rules of tier api report. For some of these writes,
// such as an update that changes the uid, kube-apiserver does not call webhooks.
describe.each(ofWebhook.filter(({ tier }) => tier !== "api"))("the page of $id", (rule) => {
  it("has a denied example that the base sends, unless the line names only components", () => {
    const denied = readSections(pageOf(rule)).find(({ heading }) => heading === "Denied")?.fences[0]?.text ?? "";
    expect(isSentByBase(readExample(denied))).toBe(sentBy(rule, base).startsWith("`manifests/base`"));
  });
});

describe("docs/rules/README.md", () => {
  it("names the rules to which the base sends no write", () => {
    const [, list = ""] =
      /these rules therefore report nothing:\n([^.]*\.md\)(?:,\n[^.]*\.md\))*)\./.exec(
        readFileSync(join(docs, "rules/README.md"), "utf8"),
      ) ?? [];
    const named = Array.from(list.matchAll(/\[([^\]]+)\]/g), ([, id]) => id);
    expect(named).toEqual(
      ofWebhook.filter((rule) => !/^\| Sent by \|.*manifests\/base/m.test(pageOf(rule))).map(({ id }) => id),
    );
    expect(named).toContain("lease/live-lease-not-deleted");
  });
});

describe("docs/overlays.md", () => {
  const rows = readFileSync(join(docs, "overlays.md"), "utf8").split("\n");

  it.each(Object.values(componentOfWrites))("names the rules that need %s", (component) => {
    const row = rows.find((text) => text.startsWith(`| \`${component}\` |`)) ?? "";
    const named = Array.from(row.matchAll(/`([a-z-]+\/[a-z0-9-]+)`/g), ([, id]) => id);
    const needing = rules.filter(
      (rule) => !rule.isRelation && notSentWrites(rule, base).some(({ what }) => componentOfWrites[what] === component),
    );
    expect(named.toSorted()).toEqual(needing.map(({ id }) => id).toSorted());
  });
});
