import { execFileSync, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type KubectlVector, kubectlVectors } from "../fixtures/kubectl/vectors.ts";

const probe = "lease-guard.dev/probe";

interface Annotated {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
}

/** 1.33 is the release from which kubectl reads what begins as JSON on as YAML. */
describe("kubectl, asked again, does what is recorded", () => {
  const { clientVersion } = JSON.parse(execFileSync("kubectl", ["version", "--client", "-o", "json"], { encoding: "utf8" })) as {
    readonly clientVersion: { readonly minor: string };
  };
  const minor = Number.parseInt(clientVersion.minor, 10);

  it("with every manifest", { timeout: 300_000 }, async () => {
    const different: string[] = [];
    const waiting = [...kubectlVectors];
    const work = async (): Promise<void> => {
      for (let vector = waiting.pop(); vector !== undefined; vector = waiting.pop())
        if (JSON.stringify(await ask(vector.input)) !== JSON.stringify(expected(vector, minor))) different.push(vector.name);
    };
    await Promise.all([work(), work(), work()]);
    expect(different).toEqual([]);
  });
});

function expected({ sent, since }: KubectlVector, minor: number): readonly unknown[] | "refused" {
  return sent === undefined || (since !== undefined && minor < Number(since.split(".")[1])) ? "refused" : sent;
}

async function ask(input: string): Promise<readonly unknown[] | "refused"> {
  const kubectl = spawn("kubectl", ["annotate", "--local", "-f", "-", `${probe}=1`, "-o", "json"], { stdio: ["pipe", "pipe", "ignore"] });
  kubectl.stdin.on("error", () => undefined);
  kubectl.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => kubectl.on("close", resolve));
  const printed = await text(kubectl.stdout);
  return (await ended) === 0
    ? printed
        .split(/(?<=^\})\n/m)
        .filter(Boolean)
        .map(withoutProbe)
    : "refused";
}

function withoutProbe(printed: string): unknown {
  const object = JSON.parse(printed) as Annotated;
  const { annotations, ...metadata } = object.metadata;
  const { [probe]: _, ...others } = annotations;
  return { ...object, metadata: Object.keys(others).length === 0 ? metadata : { annotations: others, ...metadata } };
}
