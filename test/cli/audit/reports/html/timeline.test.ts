import { describe, expect, it } from "vitest";
import type { AuditedTerm } from "../../../../../src/audit/result.ts";
import { hasTimeline, type ShownRecording, timeline } from "../../../../../src/cli/audit/reports/html/timeline.ts";
import { at, term } from "../audit-results.ts";

const readAt = [at("08:00:00"), at("08:00:40")];

/** Returns the position and the width of each bar with a class, in thousandths of the drawing. */
function bars(html: string, name: "held" | "rest"): readonly (readonly [number, number])[] {
  return Array.from(html.matchAll(new RegExp(`<rect class="${name}" x="([\\d.]+)" y="3" width="([\\d.]+)"`, "g")), ([, x, width]) => [
    Number(x),
    Number(width),
  ]);
}

it.each<readonly [string, readonly AuditedTerm[], boolean]>([
  ["no term", [], false],
  ["one renewal", [term({ renewed: at("08:00:00") })], false],
  ["two renewals", [term()], true],
  ["two holders", [term({ renewed: at("08:00:00") }), term({ holder: "b", renewed: at("08:00:00") })], true],
])("hasTimeline: %s", (_, terms, expected) => {
  expect(hasTimeline(terms)).toBe(expected);
});

describe("timeline", () => {
  it.each<readonly [string, readonly AuditedTerm[], readonly (readonly [number, number])[], readonly (readonly [number, number])[]]>([
    ["a term that ends with the drawing", [term({ renewed: at("08:00:20"), until: at("08:00:40") })], [[0, 500]], [[500, 500]]],
    ["a term without a duration", [term({ renewed: at("08:00:20"), until: undefined })], [[0, 500]], []],
    ["a term that ends at its renewal", [term({ renewed: at("08:00:20"), until: at("08:00:20") })], [[0, 500]], []],
    ["a term of years", [term({ renewed: at("08:00:40"), until: new Date("2094-01-01T00:00:00Z") })], [[0, 400]], [[400, 600]]],
    ["a term that began years ago", [term({ from: new Date(0), renewed: at("08:00:40"), until: undefined })], [[0, 1000]], []],
    ["a term that ended years ago", [term({ from: new Date(0), renewed: new Date(0), until: new Date(1000) })], [], []],
    [
      "a renewal with a clock that is a year ahead",
      [term({ from: at("08:00:20"), renewed: new Date("2027-07-01T08:00:00Z"), until: undefined })],
      [[200, 800]],
      [],
    ],
    ["one renewal", [term({ from: at("08:00:20"), renewed: at("08:00:20"), until: undefined })], [[500, 4]], []],
    [
      "two terms of one holder, where the second term begins before the end of the first",
      [
        term({ renewed: at("08:00:10"), until: at("08:00:30") }),
        term({ from: at("08:00:20"), renewed: at("08:00:20"), until: at("08:00:40") }),
      ],
      [
        [0, 250],
        [500, 4],
      ],
      [
        [250, 250],
        [500, 500],
      ],
    ],
  ])("%s", (_, terms, held, rest) => {
    const { html } = timeline(terms, readAt);
    expect(bars(html, "held")).toEqual(held);
    expect(bars(html, "rest")).toEqual(rest);
  });

  it.each<readonly [string, ShownRecording["from"], readonly AuditedTerm[], readonly (readonly [number, number])[]]>([
    [
      "shortly before the first recorded write",
      at("08:00:00"),
      [term({ from: at("07:00:00"), renewed: at("08:00:20"), until: undefined })],
      [[0, 800]],
    ],
    [
      "with the first term, if it is later",
      at("07:00:00"),
      [term({ from: at("08:00:00"), renewed: at("08:00:20"), until: undefined })],
      [[0, 500]],
    ],
  ])("a timeline from a recording begins %s", (_, from, terms, held) => {
    const { html } = timeline(terms, [at("08:00:40")], { from, terms: "all terms" });
    expect(bars(html, "held")).toEqual(held);
  });

  it("has a row and a description for each holder", () => {
    const { html } = timeline([term(), term({ holder: "b", from: at("08:00:31"), renewed: at("08:00:35"), until: undefined })], readAt);
    expect(Array.from(html.matchAll(/aria-label="([^"]*)"/g), ([, label]) => label)).toEqual([
      "renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, until 2026-07-01 08:00:45Z",
      "renewed from 2026-07-01 08:00:31Z to 2026-07-01 08:00:35Z",
    ]);
    expect(html.match(/<line /g)).toHaveLength(4);
    expect(html.replace(/<[^>]*>/g, "")).toMatch(/: 1 term, renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, term expires/);
    expect(html).toMatch(/term expires <time [^>]*>2026-07-01 08:00:45Z</);
  });

  it("has the exact times of the last term of a holder", () => {
    const { html } = timeline([term({ renewed: at("08:00:05") }), term({ from: at("08:00:20") })], readAt);
    expect(html.replace(/<[^>]*>/g, "")).toContain("2 terms, the last one renewed from 2026-07-01 08:00:20Z to 2026-07-01 08:00:30Z");
  });

  it("says that a holder released the Lease", () => {
    const { html } = timeline([term({ until: at("08:00:35"), isReleased: true })], readAt);
    expect(html).toContain('aria-label="renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, released 2026-07-01 08:00:35Z"');
    expect(html).toMatch(/, released <time [^>]*>2026-07-01 08:00:35Z</);
    expect(bars(html, "rest")).toEqual([[750, 125]]);
  });

  it.each<readonly [string, ShownRecording | undefined, readonly [boolean, boolean]]>([
    ["listings", undefined, [false, false]],
    ["a recording", { from: at("08:00:00"), terms: "all terms" }, [true, false]],
    ["a long recording", { from: at("08:00:00"), terms: "newest terms" }, [true, true]],
  ])("describes the bars, and older terms that are absent: %s", (_, recording, expected) => {
    const { html } = timeline([term()], readAt, recording);
    expect(["at which the holder acquired the Lease", "The report leaves out older terms."].map((text) => html.includes(text))).toEqual(
      expected,
    );
    expect(html.includes("from the first to the last renewal in the listings")).toBe(!expected[0]);
  });

  it("shows the holders of the newest terms, in the order of their first terms", () => {
    const holders = ["current", ...Array.from({ length: 13 }, (_, index) => `h-${index}`), "current"];
    const { html } = timeline(
      holders.map((holder) => term({ holder })),
      readAt,
    );
    expect(Array.from(html.matchAll(/<code>([^<]*)<\/code>/g), ([, holder]) => holder)).toEqual([
      "current",
      ...Array.from({ length: 11 }, (_, index) => `h-${index + 2}`),
    ]);
    expect(html).toContain("<p>2 holders more.</p>");
  });

  it("limits the holders and the described terms", () => {
    const holders = Array.from({ length: 13 }, (_, index) => term({ holder: `h-${index}` }));
    expect(timeline(holders, readAt).html.match(/<svg /g)).toHaveLength(12);
    expect(timeline(holders, readAt).html).toContain("<p>1 holder more.</p>");
    const { html } = timeline(
      Array.from({ length: 12 }, () => term()),
      readAt,
    );
    expect(html.match(/aria-label="([^"]*)"/)?.[1]?.match(/renewed from/g)).toHaveLength(10);
    expect(html).toContain("; 2 terms more");
  });
});
