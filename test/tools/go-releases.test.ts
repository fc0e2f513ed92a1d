import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  defaultKubernetesVersion,
  type KubernetesVersion,
  kubernetesVersions,
  servedIn,
} from "../../src/core/api/kubernetes-version.ts";
import { answersFile, causesOf, type ReleaseError, releaseAnswers } from "../fixtures/releases/answers.ts";
import { type ReleaseChange, releaseChanges } from "../fixtures/releases/changes.ts";

type Answers = Readonly<Record<string, readonly ReleaseError[]>>;

const changesOf = (release: KubernetesVersion): readonly ReleaseChange[] =>
  releaseChanges.filter(({ served }) => servedIn(served, release));

/**
 * Runs the validation of a Kubernetes version, or of its tag. Sorts the errors, because the order of Go's maps is
 * random. Replaces pointers, because their addresses differ in each run.
 */
function ask(release: KubernetesVersion, tag: string = release): Answers {
  const changes = changesOf(release);
  const output = execFileSync(process.execPath, [join(import.meta.dirname, "go-releases/record.mjs"), tag], {
    input: JSON.stringify(changes),
    maxBuffer: 2 ** 26,
    encoding: "utf8",
  });
  const answers = JSON.parse(output) as readonly (readonly ReleaseError[])[];
  const steady = answers.map((errors) =>
    errors.map(([type, text]): ReleaseError => [type, text.replaceAll(/\(0x\w+\)/g, "(0x0)")]),
  );
  expect(steady).toHaveLength(changes.length);
  return Object.fromEntries(changes.map(({ id }, index) => [id, [...(steady[index] ?? [])].sort()]));
}

/** Removes the results whose types and fields are equal to those in `common`. */
function withoutCommon(answers: Answers, common: Answers): Answers {
  const said = (errors: readonly ReleaseError[] = []) => JSON.stringify(causesOf(errors));
  return Object.fromEntries(Object.entries(answers).filter(([id, errors]) => said(errors) !== said(common[id])));
}

function record(): void {
  const common = withoutCommon(ask("1.38"), {});
  const rows = kubernetesVersions.map((release) => {
    const answers = release === "1.38" ? common : withoutCommon(ask(release), common);
    const lines = Object.entries(answers).map(([id, errors]) => `    ${JSON.stringify(id)}: ${JSON.stringify(errors)}`);
    return `  ${JSON.stringify(release)}: ${lines.length > 0 ? `{\n${lines.join(",\n")}\n  }` : "{}"}`;
  });
  writeFileSync(answersFile, `{\n${rows.join(",\n")}\n}\n`);
}

/**
 * To record all Kubernetes versions again, set RECORD=1. The recording builds eight programs and
 * takes several minutes.
 */
describe("the validation of a Kubernetes version returns the recorded types and fields", { timeout: 900_000 }, () => {
  if (process.env["RECORD"]) record();

  it.each(["1.31", "1.38"] as const)("%s", (release) => {
    const recorded = { ...releaseAnswers["1.38"], ...releaseAnswers[release] };
    const asked = ask(release);
    expect(Object.keys(asked).length).toBeGreaterThan(400);
    for (const [id, errors] of Object.entries(asked))
      expect(causesOf(errors), id).toEqual(causesOf(recorded[id] ?? []));
  });

  const { LEASE_GUARD_KUBERNETES_TAG: tag } = process.env;
  it.each(tag === undefined ? [] : [tag])(
    "with the recorded messages, in the version of LEASE_GUARD_KUBERNETES_TAG, %s",
    (tag) => {
      for (const [id, errors] of Object.entries(ask(defaultKubernetesVersion, tag)))
        expect(errors, id).toEqual(releaseAnswers[defaultKubernetesVersion]?.[id] ?? []);
    },
  );
});
