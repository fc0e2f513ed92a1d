import { readFileSync } from "node:fs";
import { nodeNameKey, podNameKey } from "../../src/core/api/user-extra.ts";
import { secondsText } from "../../src/core/text/duration.ts";
import { toManifest } from "../../src/manifest/to-yaml.ts";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput, toFragment } from "../../src/playground/share-link.ts";
import { identityIn, leaseObject, modelNow } from "./admission.ts";
import type { SiblingAct } from "./election.ts";
import { type CounterExample, classOf, type Property } from "./explore.ts";
import { hypotheses } from "./hypotheses.ts";
import { accepted, acceptedWithTakeover, metadataChanges, specChanges } from "./lemma.ts";
import { readPublished } from "./published.ts";
import { mutations, runs } from "./runs.ts";
import { type Setup, strict } from "./setup.ts";

/** The page about the guarantee of the profile `strict`. */
export const guaranteeFile = "docs/guarantee.md";
const open = "<!-- generated -->\n";
const close = "<!-- /generated -->\n";

const consequences: Readonly<Record<Property, string>> = {
  "two leaders": "two pods lead",
  denied: "a write of a correct pod is denied",
  stuck: "no pod takes the Lease of a crashed leader in time",
  endless: "a lease term lasts for more than 30 days",
  bloated: "the Lease gets too many labels",
  preferred: "a coordinated leader stops",
  crash: "kube-apiserver crashes",
};

/** Returns the page with the published results. Throws if the page does not contain the comments. */
export async function guaranteePage(): Promise<string> {
  const page = readFileSync(guaranteeFile, "utf8");
  const [begin, end] = [page.indexOf(open), page.indexOf(close)];
  if (begin < 0 || end < begin) throw new Error(`${guaranteeFile} must contain ${open.trim()} and ${close.trim()}`);
  return page.slice(0, begin) + open + (await generated()) + page.slice(end);
}

async function generated(): Promise<string> {
  const published = readPublished();
  const runRows = Object.entries(runs).map(([id, { title, setup }]) => {
    const { states = 0, counterExamples = [] } = published.runs[id] ?? {};
    const count = (property: Property) => counterExamples.filter((each) => each.property === property).length;
    const cells = [
      title,
      skewsOf(setup),
      setup.releases ? "yes" : "no",
      states.toLocaleString("en-US"),
      count("two leaders"),
      count("stuck"),
    ];
    return [...cells, count("denied")].map(String);
  });
  const mutationRows = mutations.map(({ title, setup }) => [title, setup, published.mutations[title]] as const);
  return [
    table(["Run", "Clocks", "ReleaseOnCancel", "States", "Two leaders", "Stuck", "Denied"], runRows),
    `## Accepted changes\n\n${acceptedTable()}`,
    `## What can still happen\n\n${await classTable()}`,
    `## Without a condition\n\n${await weakTable(
      "Condition",
      Object.entries(hypotheses).map(([id, each]) => [each.title, each.setup, published.hypotheses[id]]),
    )}`,
    `## Without a rule\n\n${await weakTable(
      "Rule that is off",
      mutationRows.map(([id, ...rest]) => [`[${id}](rules/${id}.md)`, ...rest]),
    )}`,
  ].join("\n");
}

const skewsOf = ({ skews: { a } }: Setup): string => (a === 0 ? "exact" : `${Math.abs(a)} s behind`);

/** Returns the classes of all runs, each with the trace of the first run that has it. */
async function classTable(): Promise<string> {
  const classes = new Map<
    string,
    { readonly found: CounterExample; readonly setup: Setup; readonly titles: string[] }
  >();
  for (const [id, { counterExamples }] of Object.entries(readPublished().runs)) {
    const run = runs[id];
    if (run === undefined) throw new Error(`${id} is not a run`);
    for (const found of counterExamples) {
      const known = classes.get(classOf(found)) ?? { found, setup: run.setup, titles: [] };
      known.titles.push(run.title);
      classes.set(classOf(found), known);
    }
  }
  const rows = [...classes.values()].map(async ({ found, setup, titles }) => [
    `${found.kinds.join(", then ") || "writes nothing"}: ${consequences[found.property]}`,
    titles.join("; "),
    await shownTrace(found, setup),
  ]);
  return table(["What the sibling does, and what happens", "Runs", "Shortest trace"], await Promise.all(rows));
}

type Weak = readonly [title: string, setup: Setup, found: CounterExample | undefined];

async function weakTable(heading: string, all: readonly Weak[]): Promise<string> {
  const rows = all.map(async ([title, setup, found]) => {
    if (found === undefined) throw new Error(`${title} is not published`);
    return [title, consequences[found.property], await shownTrace(found, setup)];
  });
  return table([heading, "What happens", "Shortest trace"], await Promise.all(rows));
}

const ordinals = ["first", "second", "third"];

/** Returns a trace, with a link to the playground for each write of the Lease by the sibling. */
async function shownTrace({ trace, writes }: CounterExample, setup: Setup): Promise<string> {
  const text = trace.map((line) => line.replace(/^s: /, "the sibling: ")).join(" → ");
  const opened = writes.filter(({ lease, old }) => lease !== undefined || old !== undefined);
  const links = opened.map(async (write, index) => {
    const title = opened.length === 1 ? "write" : `${ordinals[index]} write`;
    return `[open the ${title}](https://lease-guard.dev/playground/#${await toFragment(inputOf(write, setup))})`;
  });
  return links.length === 0 ? text : `${text} (${(await Promise.all(links)).join(", ")})`;
}

function inputOf({ lease, old }: SiblingAct, setup: Setup): PlaygroundInput {
  const yaml = (each: typeof lease) => (each ? toManifest([], [leaseObject(each, identityIn(setup))]) : "");
  const { username, groups, extra } = setup.members.s.user;
  const { profile, clockSkewMs, rules } = setup.policy;
  const allowance = clockSkewMs === strict.clockSkewMs ? "" : `clockSkewAllowance: ${secondsText(clockSkewMs)}\n`;
  const off = [...rules].map(([id, { mode }]) => `rules: { ${id}: { mode: ${mode} } }\n`).join("");
  return {
    ...emptyInput,
    object: yaml(lease ?? old),
    oldObject: lease ? yaml(old) : "",
    operation: lease === undefined ? "DELETE" : old === undefined ? "CREATE" : "UPDATE",
    user: username,
    groups: groups.join(", "),
    pod: extra?.[podNameKey]?.[0] ?? "",
    node: extra?.[nodeNameKey]?.[0] ?? "",
    now: new Date(modelNow).toISOString(),
    policy: `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: ${profile}\n${allowance}${off}`,
  };
}

/** Returns the changes of a held Lease that another pod can make, by the parts of a lease term. */
function acceptedTable(): string {
  const rows = Object.entries(accepted).map(([name, { only, exception = "" }]) => {
    const [before, during] = (["guarded", "last seconds"] as const).map((part) => (only ?? part) === part);
    return [changeText(name), before ? "yes" : "no", during ? "yes" : "no", exception];
  });
  const fields = [...new Set(acceptedWithTakeover.map((name) => name.slice(0, name.indexOf(": "))))];
  const together = fields.map((field) => {
    const values = acceptedWithTakeover.flatMap((name) => (name.startsWith(field) ? [name.split(": ")[1]] : []));
    return [changeText(`${field}: ${values.join(", ")}`), "no", "with a takeover", ""];
  });
  const count = specChanges.flat().length + metadataChanges.length;
  return `The check makes ${count} changes. lease-guard denies each change that is not in the table.\n\n${table(
    ["Change by another pod", "Before the allowance", "During the allowance", "Except if"],
    [...rows, ...together],
  )}`;
}

const changeText = (name: string): string => name.replace(/^[^:]+/, "`$&`").replace('""', '`""`');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}
