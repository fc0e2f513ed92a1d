import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorText } from "../../../src/core/field/error.ts";
import type { ElectionProgram } from "../../../src/workload/program.ts";
import { programErrors } from "../../../src/workload/program-errors.ts";
import { programs } from "../../../src/workload/programs/index.ts";

const files = readdirSync(new URL("../../../src/workload/programs", import.meta.url));
const names = files.map((file) => file.replace(/\.ts$/, "")).filter((name) => name !== "index");

/** Returns the errors of a source in which a reader cannot find the facts. */
function sourceErrors({ name, source }: ElectionProgram): readonly string[] {
  if (source === undefined) return [`${name} has no source`];
  const { repository, paths, version } = source;
  return [
    ...(/^[\w.-]+\/[\w.-]+$/.test(repository) ? [] : [`${name}: ${repository} is not OWNER/NAME`]),
    ...(paths.length > 0 && paths.every((path) => /^[\w-][\w./-]*\.[a-z]+$/.test(path))
      ? []
      : [`${name}: the source needs paths of files`]),
    ...(/\d/.test(version) ? [] : [`${name}: ${version} is not a tag or a commit`]),
  ];
}

describe("the program table", () => {
  it("has one row for each file", () => {
    expect(programs.map(({ name }) => name)).toEqual(names.toSorted());
  });

  it("has the form that the finder and the checks need", () => {
    expect(programErrors(programs).map(errorText)).toEqual([]);
  });

  it("names the source of each row", () => {
    expect(programs.flatMap(sourceErrors)).toEqual([]);
  });

  it("has at least 45 rows with facts from an opened source", () => {
    expect(programs.filter(({ isVerified }) => isVerified).length).toBeGreaterThanOrEqual(45);
  });

  it("says where each program with an election takes its Lease", () => {
    const electing = programs.filter(({ election }) => election.kind !== "none");
    const unsaid = electing.filter(
      ({ lockName, lockNamespace }) => lockName === undefined && lockNamespace === undefined,
    );
    // These programs have several Leases, or read the names from the API server.
    expect(unsaid.map(({ name }) => name)).toEqual(["kube-vip", "tekton-pipelines-controller"]);
  });

  it("says nothing about the Lease of a program without an election", () => {
    const none = programs.filter(({ election }) => election.kind === "none");
    const said = none.filter((program) => "lockName" in program || "leaseDuration" in program || "identity" in program);
    expect(said.map(({ name }) => name)).toEqual([]);
  });
});
