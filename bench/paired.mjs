// Compares this checkout with a base checkout. Both checkouts must be built. Exits with 1 if a
// figure of this checkout is more than 3 % slower or larger, with 95 % confidence.
// Usage: node bench/paired.mjs BASE_CHECKOUT [--pairs 20] [engine|server|cli|memory|start …]
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeManifests } from "./manifests.mjs";
import { groups } from "./paired-figures.mjs";
import { leaveCore0 } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { median, medianInterval } from "./statistics.mjs";

/** A figure is worse if the whole confidence interval of the median ratio is above this limit. */
const limit = 1.03;

const { values: flags, positionals } = parseArgs({
  options: { pairs: { type: "string", default: "20" } },
  allowPositionals: true,
});
const [base = "", ...chosen] = positionals;
const pairs = Number(flags.pairs);
const names = chosen.length > 0 ? chosen : Object.keys(groups);
const checkouts = { before: resolve(base), after: fileURLToPath(new URL("..", import.meta.url)) };
const problem = usageProblem();
if (problem !== undefined) throw new Error(problem);

// Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at every start, even if they are not
// needed.
delete process.env.NODE_EXTRA_CA_CERTS;
Object.assign(process.env, { NODE_PRESERVE_SYMLINKS: "1", NODE_PRESERVE_SYMLINKS_MAIN: "1" });
const { folder, ...rest } = setStage();
const stage = { folder, ...rest, manifests: join(folder, "manifests") };
mkdirSync(stage.manifests);
writeManifests(stage.manifests);
const rounds = Array.from({ length: pairs }, (_, pair) => linkBoth(pair));
leaveCore0();
console.log(`Node ${process.version}, ${pairs} pairs; median ratio after/before with its 95 % interval`);
for (const measure of names.flatMap((name) => groups[name])) await compare(measure);

function usageProblem() {
  const unknown = names.find((name) => !Object.hasOwn(groups, name));
  if (unknown !== undefined) return `${unknown}: unknown; use ${Object.keys(groups).join(", ")}`;
  if (!(Number.isInteger(pairs) && pairs >= 6)) return "--pairs: must be an integer of at least 6";
  const unbuilt = Object.values(checkouts).find((checkout) => !existsSync(join(checkout, "dist/cli/main.js")));
  return unbuilt && `${unbuilt}: not a built checkout; run "npm ci && npm run build" there`;
}

/**
 * Creates links to both checkouts. The paths of both links have the same length, which differs from
 * pair to pair. V8 grows its heap in steps, and a longer module path alone can cause one more step:
 * 3.5 MB at the start of `serve`. The order of the checkouts alternates, so that drift favors
 * neither checkout.
 */
function linkBoth(pair) {
  const order = pair % 2 === 0 ? ["before", "after"] : ["after", "before"];
  return order.map((side) => {
    const checkout = join(folder, `${side.slice(0, 1)}${"-".repeat((2 * pair) % 100)}${pair}`);
    symlinkSync(checkouts[side], checkout);
    return { side, checkout };
  });
}

async function compare(measure) {
  const measured = [];
  for (const round of rounds) {
    const figures = {};
    for (const { side, checkout } of round) figures[side] = await measure(stage, checkout);
    measured.push(figures);
  }
  for (const figure of Object.keys(measured[0].after)) {
    report(
      figure,
      measured.map(({ before, after }) => ({ before: before[figure], after: after[figure] })),
    );
  }
}

function report(figure, values) {
  const ratios = values.map(({ before, after }) => after / before);
  const [low, high] = medianInterval(ratios);
  const slower = low > limit;
  if (slower) process.exitCode = 1;
  const middle = (side) => median(values.map((value) => value[side])).toFixed(1);
  const change = `${middle("before").padStart(8)} -> ${middle("after").padStart(7)}`;
  const interval = `(${low.toFixed(3)}-${high.toFixed(3)})`;
  console.log(
    `${slower ? "slower" : "ok    "} ${figure.padEnd(40)} ${change}  ${median(ratios).toFixed(3)} ${interval} ${pairs} pairs`,
  );
}
