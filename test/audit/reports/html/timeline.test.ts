import { describe, expect, it } from "vitest";
import { hasTimeline, type ShownRecording, timeline } from "../../../../src/audit/reports/html/timeline.ts";
import type { HoldingPeriod } from "../../../../src/audit/result.ts";
import { at, period } from "../audit-results.ts";

const readAt = [at("08:00:00"), at("08:00:40")];

/** Returns the position and the width of each bar with a class, in thousandths of the drawing. */
function bars(html: string, name: "held" | "rest"): readonly (readonly [number, number])[] {
  return Array.from(
    html.matchAll(new RegExp(`<rect class="${name}" x="([\\d.]+)" y="3" width="([\\d.]+)"`, "g")),
    ([, x, width]) => [Number(x), Number(width)],
  );
}

it.each<readonly [string, readonly HoldingPeriod[], boolean]>([
  ["no holding period", [], false],
  ["one renewal", [period({ renewed: at("08:00:00") })], false],
  ["two renewals", [period()], true],
  ["two holders", [period({ renewed: at("08:00:00") }), period({ holder: "b", renewed: at("08:00:00") })], true],
])("hasTimeline: %s", (_, periods, expected) => {
  expect(hasTimeline(periods)).toBe(expected);
});

describe("timeline", () => {
  it.each<
    readonly [
      string,
      readonly HoldingPeriod[],
      readonly (readonly [number, number])[],
      readonly (readonly [number, number])[],
    ]
  >([
    [
      "a lease term that ends with the drawing",
      [period({ renewed: at("08:00:20"), until: at("08:00:40") })],
      [[0, 500]],
      [[500, 500]],
    ],
    ["a Lease without a duration", [period({ renewed: at("08:00:20"), until: undefined })], [[0, 500]], []],
    [
      "a lease term that ends at its renewal",
      [period({ renewed: at("08:00:20"), until: at("08:00:20") })],
      [[0, 500]],
      [],
    ],
    [
      "a lease term of years",
      [period({ renewed: at("08:00:40"), until: new Date("2094-01-01T00:00:00Z") })],
      [[0, 400]],
      [[400, 600]],
    ],
    [
      "a holding period that began years ago",
      [period({ from: new Date(0), renewed: at("08:00:40"), until: undefined })],
      [[0, 1000]],
      [],
    ],
    [
      "a holding period that ended years ago",
      [period({ from: new Date(0), renewed: new Date(0), until: new Date(1000) })],
      [],
      [],
    ],
    [
      "a renewal with a clock that is a year ahead",
      [period({ from: at("08:00:20"), renewed: new Date("2027-07-01T08:00:00Z"), until: undefined })],
      [[200, 800]],
      [],
    ],
    ["one renewal", [period({ from: at("08:00:20"), renewed: at("08:00:20"), until: undefined })], [[500, 4]], []],
    [
      "two holding periods of one holder, where the second one begins before the end of the lease term of the first",
      [
        period({ renewed: at("08:00:10"), until: at("08:00:30") }),
        period({ from: at("08:00:20"), renewed: at("08:00:20"), until: at("08:00:40") }),
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
  ])("%s", (_, periods, held, rest) => {
    const { html } = timeline(periods, readAt);
    expect(bars(html, "held")).toEqual(held);
    expect(bars(html, "rest")).toEqual(rest);
  });

  it.each<readonly [string, ShownRecording["from"], readonly HoldingPeriod[], readonly (readonly [number, number])[]]>([
    [
      "shortly before the first recorded write",
      at("08:00:00"),
      [period({ from: at("07:00:00"), renewed: at("08:00:20"), until: undefined })],
      [[0, 800]],
    ],
    [
      "with the first holding period, if it is later",
      at("07:00:00"),
      [period({ from: at("08:00:00"), renewed: at("08:00:20"), until: undefined })],
      [[0, 500]],
    ],
  ])("a timeline from a recording begins %s", (_, from, periods, held) => {
    const { html } = timeline(periods, [at("08:00:40")], { from, periods: "all" });
    expect(bars(html, "held")).toEqual(held);
  });

  it("has a row and a description for each holder", () => {
    const { html } = timeline(
      [period(), period({ holder: "b", from: at("08:00:31"), renewed: at("08:00:35"), until: undefined })],
      readAt,
    );
    expect(Array.from(html.matchAll(/aria-label="([^"]*)"/g), ([, label]) => label)).toEqual([
      "renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, until 2026-07-01 08:00:45Z",
      "renewed from 2026-07-01 08:00:31Z to 2026-07-01 08:00:35Z",
    ]);
    expect(html.match(/<line /g)).toHaveLength(4);
    expect(html.replace(/<[^>]*>/g, "")).toMatch(
      /: 1 holding period, renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, lease term expires/,
    );
    expect(html).toMatch(/lease term expires <time [^>]*>2026-07-01 08:00:45Z</);
  });

  it("has the exact times of the last holding period of a holder", () => {
    const { html } = timeline([period({ renewed: at("08:00:05") }), period({ from: at("08:00:20") })], readAt);
    expect(html.replace(/<[^>]*>/g, "")).toContain(
      "2 holding periods, the last one renewed from 2026-07-01 08:00:20Z to 2026-07-01 08:00:30Z",
    );
  });

  it("says that a holder released the Lease", () => {
    const { html } = timeline([period({ until: at("08:00:35"), isReleased: true })], readAt);
    expect(html).toContain(
      'aria-label="renewed from 2026-07-01 08:00:00Z to 2026-07-01 08:00:30Z, released 2026-07-01 08:00:35Z"',
    );
    expect(html).toMatch(/, released <time [^>]*>2026-07-01 08:00:35Z</);
    expect(bars(html, "rest")).toEqual([[750, 125]]);
  });

  it.each<readonly [string, ShownRecording | undefined, readonly [boolean, boolean]]>([
    ["listings", undefined, [false, false]],
    ["a recording", { from: at("08:00:00"), periods: "all" }, [true, false]],
    ["a long recording", { from: at("08:00:00"), periods: "newest" }, [true, true]],
  ])("describes the bars, and older holding periods that are absent: %s", (_, recording, expected) => {
    const { html } = timeline([period()], readAt, recording);
    expect(
      ["at which the holder acquired the Lease", "The report leaves out older holding periods."].map((text) =>
        html.includes(text),
      ),
    ).toEqual(expected);
    expect(html.includes("from the first to the last renewal in the listings")).toBe(!expected[0]);
  });

  it("shows the holders of the newest holding periods, in the order of their first ones", () => {
    const holders = ["current", ...Array.from({ length: 13 }, (_, index) => `h-${index}`), "current"];
    const { html } = timeline(
      holders.map((holder) => period({ holder })),
      readAt,
    );
    expect(Array.from(html.matchAll(/<code>([^<]*)<\/code>/g), ([, holder]) => holder)).toEqual([
      "current",
      ...Array.from({ length: 11 }, (_, index) => `h-${index + 2}`),
    ]);
    expect(html).toContain("<p>2 holders more.</p>");
  });

  it("limits the holders and the described holding periods", () => {
    const holders = Array.from({ length: 13 }, (_, index) => period({ holder: `h-${index}` }));
    expect(timeline(holders, readAt).html.match(/<svg /g)).toHaveLength(12);
    expect(timeline(holders, readAt).html).toContain("<p>1 holder more.</p>");
    const { html } = timeline(
      Array.from({ length: 12 }, () => period()),
      readAt,
    );
    expect(html.match(/aria-label="([^"]*)"/)?.[1]?.match(/renewed from/g)).toHaveLength(10);
    expect(html).toContain("; 2 holding periods more");
  });
});
