// Records the objects that the installed kubectl reads from every manifest in
// test/fixtures/kubectl. Writes the results to the same directory, or to the given directory. A new
// line of manifests.jsonl needs a name and an input. A new line of encodings.jsonl needs a name and
// its bytes in base64.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const probe = "lease-guard.dev/probe";
const recorded = join(import.meta.dirname, "..", "fixtures", "kubectl");
const { clientVersion } = JSON.parse(
  execFileSync("kubectl", ["version", "--client", "-o", "json"], { encoding: "utf8" }),
);
const minor = Number.parseInt(clientVersion.minor, 10);

for (const name of ["manifests.jsonl", "encodings.jsonl"]) {
  const vectors = readFileSync(join(recorded, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const waiting = vectors.keys();
  const work = async () => {
    for (const index of waiting) vectors[index] = await record(vectors[index]);
  };
  await Promise.all([work(), work(), work()]);
  writeFileSync(
    join(process.argv[2] ?? recorded, name),
    vectors.map((vector) => `${JSON.stringify(vector)}\n`).join(""),
  );
}

/**
 * Returns the vector with the result of kubectl. `since` is the first Kubernetes version that
 * accepts the manifest. A rejection by an older kubectl changes nothing. The result has no `since`
 * if an older kubectl accepts the manifest, or if a kubectl that is not older rejects it.
 */
async function record(vector) {
  const { sent: _, refused: __, since, ...asked } = vector;
  const sent = await ask(vector.input ?? Buffer.from(vector.base64, "base64"));
  const isOlder = since !== undefined && minor < Number(since.split(".")[1]);
  if (isOlder && sent === undefined) return vector;
  return sent === undefined
    ? { ...asked, refused: true }
    : { ...asked, sent, ...(since !== undefined && !isOlder && { since }) };
}

/**
 * Returns the objects that kubectl reads from a manifest. Returns undefined if kubectl rejects the
 * manifest.
 */
async function ask(input) {
  const kubectl = spawn("kubectl", ["annotate", "--local", "-f", "-", `${probe}=1`, "-o", "json"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  kubectl.stdin.on("error", () => undefined);
  kubectl.stdin.end(input);
  const ended = new Promise((resolve) => kubectl.on("close", resolve));
  const printed = await text(kubectl.stdout);
  if ((await ended) !== 0) return undefined;
  return printed
    .split(/(?<=^\})\n/m)
    .filter(Boolean)
    .map(withoutProbe);
}

function withoutProbe(printed) {
  const object = JSON.parse(printed);
  const { annotations, ...metadata } = object.metadata;
  const { [probe]: _, ...others } = annotations;
  return { ...object, metadata: Object.keys(others).length === 0 ? metadata : { annotations: others, ...metadata } };
}
