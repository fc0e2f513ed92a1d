import { readFileSync } from "node:fs";
import {
  type ElectionStage,
  electionStages,
  healthyFiles,
  pathOf,
  readScrape,
  type Scrape,
  stageFile,
} from "../fixtures/election-metrics/scrapes.ts";

/** Series in the notation of promtool, with one value per minute. */
export type Series = Readonly<Record<string, string>>;

const read = (file: string): Scrape => readScrape(readFileSync(pathOf(file), "utf8"));
const stages = Object.fromEntries(electionStages.map((stage) => [stage, read(stageFile(stage))])) as Readonly<
  Record<ElectionStage, Scrape>
>;
const healthy = healthyFiles.map(read);

/**
 * The age in seconds up to which a recorded renewal is recent. The recorded holders renew each
 * second.
 */
const recentAge = 4;

/** The states of the recorded election, each with its number of minutes. */
export type Timeline = readonly (readonly [stage: ElectionStage, minutes: number])[];

/** Returns the series of the recorded election. */
export function electionSeries(timeline: Timeline): Series {
  const minutes = timeline.flatMap(([stage, count]) => Array.from({ length: count }, () => stages[stage]));
  return seriesOf(minutes, ({ at }, _, value) => at - value <= recentAge);
}

/** Returns the series of the recorded healthy cluster, whose scrapes repeat. */
export function healthySeries(count: number, keeps: (series: string) => boolean = () => true): Series {
  const [first] = healthy;
  const minutes = Array.from({ length: count }, (_, minute) => {
    const { at, samples } = healthy[minute % healthy.length] as Scrape;
    return { at, samples: new Map([...(first?.samples ?? []), ...samples].filter(([series]) => keeps(series))) };
  });
  return seriesOf(minutes, (_, series) => new Set(healthy.map(({ samples }) => samples.get(series))).size > 1);
}

/** Reports whether a holder renewed a Lease shortly before a scrape. */
type IsRenewed = (scrape: Scrape, series: string, value: number) => boolean;

/**
 * Returns the series of one scrape per minute. Each renewal has the same age as in its scrape.
 * Without a renewal, the time of the previous minute stays. The clock of promtool starts at 0.
 */
function seriesOf(minutes: readonly Scrape[], isRenewed: IsRenewed): Series {
  const names = new Set(minutes.flatMap(({ samples }) => [...samples.keys()]));
  const valuesOf = (series: string): readonly string[] => {
    let before: number | undefined;
    return minutes.map((scrape, minute) => {
      const value = scrape.samples.get(series);
      if (value === undefined) return minutes[minute - 1]?.samples.has(series) ? "stale" : "_";
      const isTime = series.startsWith("kube_lease_renew_time{");
      if (!isTime) before = value;
      else if (before === undefined || isRenewed(scrape, series, value))
        before = Math.round(60 * minute - (scrape.at - value));
      return String(before);
    });
  };
  return Object.fromEntries([...names].map((series) => [series, valuesOf(series).join(" ")]));
}
