import { readFileSync } from "node:fs";
import { type CounterExample, explore } from "./explore.ts";
import { hypotheses } from "./hypotheses.ts";
import { counterExampleOf, mutations, runs } from "./runs.ts";

/** The result of a run. */
export interface PublishedRun {
  readonly states: number;
  readonly counterExamples: readonly CounterExample[];
}

/** The results that docs/guarantee.md shows. */
export interface Published {
  readonly runs: Readonly<Record<string, PublishedRun>>;
  readonly hypotheses: Readonly<Record<string, CounterExample>>;
  readonly mutations: Readonly<Record<string, CounterExample>>;
}

/** `node --import ./scripts/typescript.mjs scripts/prove.ts` writes this file. */
export const publishedFile = "test/fixtures/proof.json";

/** Returns a counter-example as the file contains it: in JSON, with waits in one line. */
export function toPublished(found: CounterExample): CounterExample {
  return JSON.parse(JSON.stringify({ ...found, trace: shortTrace(found.trace) })) as CounterExample;
}

export function readPublished(): Published {
  return JSON.parse(readFileSync(publishedFile, "utf8")) as Published;
}

/** Computes all results, which takes about three minutes of processor time. */
export function prove(): Published {
  const weak = [...Object.entries(hypotheses), ...mutations.map((each) => [each.title, each] as const)].map(
    ([id, weakening]) => {
      const found = counterExampleOf(weakening);
      if (found === undefined) throw new Error(`${id} has no counter-example`);
      return [id, toPublished(found)] as const;
    },
  );
  return {
    runs: Object.fromEntries(Object.entries(runs).map(([id, { setup }]) => [id, runOf(explore(setup))])),
    hypotheses: Object.fromEntries(weak.filter(([id]) => id in hypotheses)),
    mutations: Object.fromEntries(weak.filter(([id]) => !(id in hypotheses))),
  };
}

export const runOf = ({ states, counterExamples }: PublishedRun): PublishedRun => ({
  states,
  counterExamples: counterExamples.map(toPublished),
});

/** Joins the seconds in which nothing happens. */
function shortTrace(trace: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let seconds = 0;
  const wait = () => {
    if (seconds > 0) lines.push(`${seconds} s pass`);
    seconds = 0;
  };
  for (const part of trace.flatMap((line) => line.split("; "))) {
    if (part === "1 s") seconds++;
    else {
      wait();
      lines.push(part);
    }
  }
  wait();
  return lines;
}
