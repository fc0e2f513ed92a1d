import { describe, expect, it } from "vitest";
import { auditHtml } from "../../../src/audit/reports/html.ts";
import type { AuditResult } from "../../../src/audit/result.ts";
import { context } from "../../harness/report-context.ts";
import { at, auditOf, example, finding, hostileAudit, lease, period } from "./audit-results.ts";

const pageOf = (result: AuditResult): string => auditHtml(result, context);

/** Returns the content of all elements with this name, without markup. */
function texts(page: string, element: string): readonly string[] {
  return Array.from(page.matchAll(new RegExp(`<${element}[ >][\\s\\S]*?</${element}>`, "g")), ([text]) =>
    text.replace(/<[^>]*>/g, ""),
  );
}

describe("html", () => {
  it("has the severity as a word, not only as a color", () => {
    const words = ["error", "warning", "info"] as const;
    const page = pageOf(auditOf([lease({ findings: words.map((severity) => finding({ severity })) })]));
    const shown = Array.from(page.matchAll(/<(\w+) class="severity">(.*?)<\/\1>/g), ([, , word]) => word);
    expect(shown).toHaveLength(page.match(/class="severity"/g)?.length ?? 0);
    // The page has a summary, a table of checks, and the findings.
    expect([...shown].sort()).toEqual([...words, ...words, ...words].sort());
    const colored = Array.from(
      page.matchAll(/<(?:li|tr) class="(error|warning|info)">[\s\S]*?class="severity">(\w+)</g),
    );
    expect(colored.map(([, color]) => color)).toEqual(shown);
    expect(colored.map(([, , word]) => word)).toEqual(shown);
  });

  it.each<readonly [string, AuditResult, string]>([
    ["no objects", auditOf([]), "The audit read no objects."],
    ["no findings", auditOf([lease()]), "100 % healthy: 1 of 1 object without errors and warnings"],
    [
      "one finding in 1,000 objects, rounded down",
      auditOf(Array.from({ length: 1000 }, (_, index) => lease({ findings: index === 7 ? [finding()] : [] }))),
      "99 % healthy: 999 of 1000 objects without errors and warnings",
    ],
    [
      "only info",
      auditOf([lease({ findings: [finding({ severity: "info" })] })]),
      "100 % healthy: 1 of 1 object without errors and warnings",
    ],
  ])("the score: %s", (_, result, score) => {
    expect(
      pageOf(result)
        .match(/<p class="score">.*<\/p>/)?.[0]
        .replace(/<[^>]*>/g, ""),
    ).toBe(score);
  });

  it.each([
    [
      "a cluster",
      auditOf([], { readAt: [at("08:00:31")] }),
      "lease-guard 1.2.3 read the objects at 2026-07-01 08:00:31Z, by the clock of the API server. All times are UTC.",
    ],
    [
      "a cluster, with --for",
      auditOf([]),
      "lease-guard 1.2.3 read the objects 2 times from 2026-07-01 08:00:01Z to 2026-07-01 08:00:31Z, by the clock of the API server. All times are UTC.",
    ],
    [
      "a file",
      auditOf([], { readAt: [at("08:00:31")], isServerTime: false }),
      "lease-guard 1.2.3 read files that show the objects at 2026-07-01 08:00:31Z. This is the newest time in the objects, or the time of --now. All times are UTC.",
    ],
    [
      "several files",
      auditOf([], { isServerTime: false }),
      "lease-guard 1.2.3 read files that show the objects 2 times from 2026-07-01 08:00:01Z to 2026-07-01 08:00:31Z. These are the newest times in the objects, or the time of --now. All times are UTC.",
    ],
    [
      "a cluster, with --recording",
      auditOf([], { readAt: [at("08:00:31")], recorded: { from: at("07:00:00"), to: at("08:00:10"), hasGets: false } }),
      "lease-guard 1.2.3 read the objects at 2026-07-01 08:00:31Z, by the clock of the API server. The timelines also contain writes that were recorded from 2026-07-01 07:00:00Z to 2026-07-01 08:00:10Z. All times are UTC.",
    ],
  ])("the times of the listings: %s", (_, result, sentences) => {
    expect(texts(pageOf(result), "p")).toContain(sentences);
  });

  it("groups the objects by namespace, with the worst objects first", () => {
    expect(texts(pageOf(example), "h2")).toEqual([
      "Resources that the audit could not read",
      "Checks with findings",
      "Namespaces",
      "kube-node-lease",
      "team-a",
      "team-b",
    ]);
    expect(texts(pageOf(example), "h3")).toEqual(["Lease node-7", "Lease contended", "Lease old"]);
    expect(texts(pageOf(example), "summary").filter((text) => text.endsWith("without findings"))).toEqual([
      "9 objects without findings",
      "1 object without findings",
      "1 object without findings",
    ]);
  });

  it("counts the findings of each namespace", () => {
    const rows = /<nav [\s\S]*<\/nav>/.exec(pageOf(example))?.[0].match(/<tr><th scope="row">.*<\/tr>/g) ?? [];
    expect(
      rows.map((row) =>
        row
          .replaceAll(/<[^>]*>/g, " ")
          .trim()
          .split(/ +/),
      ),
    ).toEqual([
      ["kube-node-lease", "10", "0", "1", "0"],
      ["team-a", "3", "1", "2", "1"],
      ["team-b", "1", "0", "0", "0"],
    ]);
  });

  it("shows an object with a handover also without findings", () => {
    const holdingPeriods = example.objects.find(({ name }) => name === "contended")?.holdingPeriods ?? [];
    expect(texts(pageOf(auditOf([lease({ holdingPeriods })])), "article")[0]).toContain("No findings.");
  });

  it("draws the holding periods of a recording only for Leases that it contains", () => {
    const holdingPeriods = [period({ holder: "a" }), period({ holder: "b" })];
    const recorded = { from: at("07:00:00"), to: at("08:00:10"), hasGets: false };
    const objects = [
      lease({ name: "one", holdingPeriods, recordedHoldingPeriods: "newest" }),
      lease({ name: "two", holdingPeriods }),
    ];
    const page = pageOf(auditOf(objects, { recorded }));
    expect(
      texts(page, "article").map((text) => [
        text.includes("acquired the Lease"),
        text.includes("leaves out older holding periods"),
      ]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each<readonly [string, AuditResult, boolean]>([
    ["pods and a second listing are missing", { ...example, readAt: example.readAt.slice(0, 1) }, true],
    ["nothing is missing", { ...example, unread: [] }, false],
  ])("lists the checks that did not run: %s", (_, result, isListed) => {
    expect(texts(pageOf(result), "summary").some((text) => /^\d+ checks did not run$/.test(text))).toBe(isListed);
  });

  it("shows the worst 1,000 objects, and lists the others", () => {
    const objects = Array.from({ length: 1002 }, (_, index) =>
      lease({ name: `lease-${index}`, findings: [finding({ severity: index < 2 ? "info" : "warning" })] }),
    );
    const page = pageOf(auditOf(objects));
    expect(page.match(/<article>/g)).toHaveLength(1000);
    expect(texts(page, "details").find((text) => text.includes("2 objects more with findings"))).toMatch(
      /lease-0Leasecontroller-0renewedinfo audit\/holder-gone\nlease-1Lease/,
    );
  });

  it("limits the list of objects without findings", () => {
    const page = pageOf(auditOf(Array.from({ length: 502 }, () => lease())));
    expect(page.match(/<tr><th scope="row"><code>controller<\/code>/g)).toHaveLength(500);
    expect(page).toContain("The report leaves out 2 objects. The format json contains them with --wide.");
  });

  it("has a heading for each column and each row of its tables", () => {
    const cells = pageOf(example).match(/<th[ >][^>]*>?/g) ?? [];
    expect(cells.length).toBeGreaterThan(20);
    expect(cells.filter((cell) => !/ scope="(?:row|col)"/.test(cell))).toEqual([]);
  });

  it("has a language, a title with the counts, and a policy that forbids scripts and requests", () => {
    const page = pageOf(example);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain("<title>Audit of Leases: 13 Leases, 1 LeaseCandidate: 1 error, 3 warnings, 1 info</title>");
    expect(page).toContain(
      'content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"',
    );
  });

  it("contains no element or attribute from a string of the cluster", () => {
    const page = pageOf(hostileAudit);
    const tags = new Set(Array.from(page.matchAll(/<\/?([a-z0-9]+)/g), ([, tag]) => tag));
    const attributes = new Set(Array.from(page.matchAll(/ ([a-z-]+)="/g), ([, name]) => name));
    expect(["script", "img"].filter((tag) => tags.has(tag))).toEqual([]);
    expect([...attributes].filter((name) => name?.startsWith("on"))).toEqual([]);
    expect(tags.has("article") && attributes.has("class")).toBe(true);
    expect(["\u202e", "\u0007"].filter((character) => page.includes(character))).toEqual([]);
  });

  it("stays small with strings of 100,000 characters", () => {
    expect(pageOf(hostileAudit).length).toBeLessThan(30_000);
  });
});
