import { kubernetesVersions } from "../../src/core/api/kubernetes-version.ts";
import { evaluate } from "../../src/playground/evaluate.ts";
import type { Pane, PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput, fromFragment, toFragment } from "../../src/playground/share-link.ts";
import { timeOf } from "../../src/playground/writes.ts";
import { createEditor, type Editor } from "./editor.ts";
import { byId, fieldNames, readFields, writeFields } from "./form.ts";
import { showEvaluation, showExport } from "./result.ts";
import { startInput } from "./start-input.ts";

/** An example of `examples.js`, which the build writes: its title and its fields. */
type ExampleEntry = readonly [title: string, input: Partial<PlaygroundInput>];

/** The milliseconds without a change after which the page evaluates the input. */
const pause = 60;

const panes: readonly Pane[] = ["object", "oldObject", "beside", "policy"];
let timer: ReturnType<typeof setTimeout> | undefined;
const editors: ReadonlyMap<Pane, Editor> = new Map(panes.map((pane) => [pane, createEditor(pane, schedule)]));

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), pause);
}

function read(): PlaygroundInput {
  const texts = Object.fromEntries(Array.from(editors, ([pane, editor]) => [pane, editor.text()]));
  return { ...emptyInput, ...texts, ...readFields() };
}

async function write(input: PlaygroundInput): Promise<void> {
  for (const [pane, editor] of editors) editor.setText(input[pane]);
  writeFields(input);
  byId("beside-section", HTMLDetailsElement).open = input.beside !== "";
  await run();
}

let runs = 0;

/** Evaluates the input and shows the result. A later run replaces an earlier run. */
async function run(): Promise<void> {
  clearTimeout(timer);
  const own = ++runs;
  const input = read();
  const current = new Date();
  const now = timeOf(input, current);
  byId("now", HTMLInputElement).setAttribute("aria-invalid", String(now === undefined));
  byId("old-section", HTMLElement).hidden = input.operation !== "UPDATE";
  const evaluation = await evaluate(input, current);
  if (own !== runs) return;
  for (const [pane, editor] of editors) editor.show(evaluation.diagnostics.filter((each) => each.pane === pane));
  showEvaluation(evaluation, now !== undefined, ({ pane, line, column }) => editors.get(pane)?.goTo(line, column));
  if (byId("export-section", HTMLDetailsElement).open) await showExport(input, now ?? current);
  performance.mark("lease-guard-diagnostics");
}

async function share(): Promise<void> {
  history.replaceState(null, "", `#${await toFragment(read())}`);
  const copied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  );
  byId("shared", HTMLElement).textContent = copied
    ? "The link is in the clipboard."
    : "The link is in the address bar.";
}

async function openFragment(fragment: string): Promise<void> {
  if (fragment === "") return await write(startInput);
  const shared = await fromFragment(fragment);
  await write(shared.ok ? shared.value.input : startInput);
  byId("shared", HTMLElement).textContent = shared.ok
    ? (shared.value.warning ?? "")
    : `Cannot open the link: ${shared.error}.`;
}

async function listExamples(): Promise<void> {
  const { examples } = (await import(new URL("examples.js", import.meta.url).href)) as {
    readonly examples: readonly ExampleEntry[];
  };
  const select = byId("examples", HTMLSelectElement);
  for (const [title] of examples) select.add(new Option(title));
  select.addEventListener("change", () => {
    const [, input] = examples[select.selectedIndex - 1] ?? [];
    if (input !== undefined) void write({ ...emptyInput, ...input });
  });
}

for (const each of kubernetesVersions) byId("kubernetesVersion", HTMLSelectElement).add(new Option(each));
for (const name of fieldNames) document.getElementById(name)?.addEventListener("input", schedule);
byId("share", HTMLButtonElement).addEventListener("click", () => void share());
byId("export-section", HTMLDetailsElement).addEventListener("toggle", schedule);
addEventListener("hashchange", () => void openFragment(location.hash.slice(1)));
await openFragment(location.hash.slice(1));
const { fieldHelp } = await import("./fields.ts");
for (const [pane, editor] of editors) editor.extend(fieldHelp(pane));
await listExamples();
