import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someContext } from "../harness/some-context.ts";
import { checkout, type Ended, here, removeCheckouts, runScript, write } from "./checkout.ts";
import { submissionsOf } from "./listing-source.ts";

const directories = [
  "field",
  "api",
  "text",
  "schema",
  "rules",
  "validate",
  "admission",
  "manifest",
  "certs",
  "server",
  "cli/check",
];

/** A list of layers. The source tree below uses every permission in the list. */
const list = `export const layers = [
  { directory: "field", holds: "", uses: [], pure: true, hasPrivateDirectories: true },
  { directory: "api", holds: "", uses: [], pure: true },
  { directory: "text", holds: "", uses: [], pure: true },
  { directory: "schema", holds: "", uses: [], pure: true },
  { directory: "rules", holds: "", uses: ["field"], pure: true },
  { directory: "validate", holds: "", uses: [], pure: true },
  { directory: "admission", holds: "", uses: [], pure: true },
  { directory: "manifest", holds: "", uses: [], pure: true },
  { directory: "certs", holds: "", uses: [], packages: ["node-forge"] },
  { directory: "server", holds: "", uses: [], pure: true, packages: ["express", "pino"] },
  { directory: "cli/check", holds: "", uses: ["field"], pure: { except: ["run.ts"] } },
  { directory: "cli", holds: "", uses: ["server", "cli/check"], pure: true, packages: ["commander"] },
];
export const entry = { directory: "index.ts", holds: "", uses: ["validate"], pure: true };
`;

/**
 * Two files for each directory, of which the second imports the first. The other files use the
 * permissions in `list`.
 */
const sound: Readonly<Record<string, string>> = {
  "scripts/layers.ts": list,
  ...Object.fromEntries(directories.map((directory) => [`src/${directory}/one.ts`, "export const one = 1;\n"])),
  ...Object.fromEntries(
    directories.map((directory) => [
      `src/${directory}/two.ts`,
      'import { one } from "./one.ts";\nexport const two = one;\n',
    ]),
  ),
  "src/field/inner/part.ts": 'import { two } from "../two.ts";\nexport const part = two;\n',
  "src/rules/lease/alone.ts":
    'import { one } from "../../field/one.ts";\nimport { two } from "../two.ts";\nexport const rule = one + two;\n',
  "src/rules/lease/alone.cel.ts": 'import { rule } from "./alone.ts";\nexport const cel = rule;\n',
  "src/server/app.ts":
    'import express from "express";\nimport { pino } from "pino";\nexport const app = [express, pino];\n',
  "src/certs/forge.ts":
    'import forge from "node-forge";\nimport { readFileSync } from "node:fs";\nexport const made = [forge, readFileSync];\n',
  "src/cli/check/run.ts":
    'import { readFileSync } from "node:fs";\nimport "../../field/two.ts";\nexport const run = readFileSync;\n',
  "src/cli/main.ts":
    'import { Command } from "commander";\nimport "../server/two.ts";\nimport "./check/run.ts";\nexport const main = Command;\n',
  "src/index.ts": 'export { two } from "./validate/two.ts";\n',
};

/** Files that violate the layers, each with the violation that the check must report. */
const violations: Readonly<Record<string, readonly [text: string, violation: string]>> = {
  "src/field/up.ts": [
    'import { one } from "../api/one.ts";\nexport const up = one;\n',
    "src/field/up.ts → src/api/one.ts: field must not import api",
  ],
  "src/api/type-up.ts": [
    'import type { two } from "../rules/two.ts";\nexport type Up = typeof two;\n',
    "src/api/type-up.ts → src/rules/two.ts: api must not import rules",
  ],
  "src/rules/side.ts": [
    'import { one } from "../schema/one.ts";\nexport const side = one;\n',
    "src/rules/side.ts → src/schema/one.ts: rules must not import schema",
  ],
  "src/rules/inside.ts": [
    'import { part } from "../field/inner/part.ts";\nexport const inside = part;\n',
    "src/rules/inside.ts → src/field/inner/part.ts: other directories must import only the files directly in field",
  ],
  "src/server/command.ts": [
    'import { two } from "../cli/check/two.ts";\nexport const c = two;\n',
    "src/server/command.ts → src/cli/check/two.ts: server must not import cli/check",
  ],
  "src/cli/check/program.ts": [
    'import { main } from "../main.ts";\nexport const p = main;\n',
    "src/cli/check/program.ts → src/cli/main.ts: cli/check must not import cli",
  ],
  "src/server/entry.ts": [
    'import { two } from "../index.ts";\nexport const e = two;\n',
    "src/server/entry.ts → src/index.ts: server must not import index.ts",
  ],
  "src/validate/disk.ts": [
    'import { readFileSync } from "node:fs";\nexport const disk = readFileSync;\n',
    "src/validate/disk.ts → fs: validate must not import modules of Node",
  ],
  "src/cli/check/disk.ts": [
    'import { readFileSync } from "node:fs";\nexport const disk = readFileSync;\n',
    "src/cli/check/disk.ts → fs: cli/check must not import modules of Node",
  ],
  "src/admission/app.ts": [
    'import type { Express } from "express";\nexport type App = Express;\n',
    "src/admission/app.ts → express: admission must not import this package",
  ],
  "src/cli/forge.ts": [
    'import forge from "node-forge";\nexport const f = forge;\n',
    "cli must not import this package",
  ],
  "src/server/flags.ts": [
    'import { Command } from "commander";\nexport const flags = Command;\n',
    "server must not import this package",
  ],
  "src/server/unknown.ts": [
    'import nothing from "no-such-package";\nexport const n = nothing;\n',
    "src/server/unknown.ts → no-such-package: server must not import this package",
  ],
  "src/text/lost.ts": [
    'import { lost } from "./not-there.ts";\nexport const l = lost;\n',
    "src/text/lost.ts → ./not-there.ts: the file does not exist",
  ],
  "src/rules/lease/other.ts": [
    'import { rule } from "./alone.ts";\nexport const r = rule;\n',
    "src/rules/lease/other.ts → src/rules/lease/alone.ts: a rule must not import another rule",
  ],
  "src/rules/lease/other.cel.ts": [
    'import "./alone.ts";\n',
    "src/rules/lease/alone.ts: a rule must not import another rule",
  ],
  "src/api/circle-a.ts": [
    'import { b } from "./circle-b.ts";\nexport const a = (): unknown => b;\n',
    "src/api/circle-a.ts → src/api/circle-b.ts: is part of a cycle",
  ],
  "src/text/orphan.ts": [
    "export const orphan = 1;\n",
    "src/text/orphan.ts → src/text/orphan.ts: is imported by no file",
  ],
  "src/helpers/any.ts": [
    'import { one } from "../field/one.ts";\nexport const any = one;\n',
    "src/helpers/any.ts: no layer has this directory",
  ],
};

/** A file that completes the import cycle of `circle-a.ts`. The check must report one cycle. */
const circle = { "src/api/circle-b.ts": 'import { a } from "./circle-a.ts";\nexport const b = (): unknown => a;\n' };

afterAll(removeCheckouts);

describe("npm run layers", () => {
  let clean: Ended;
  let planted: Ended;
  let loose: Ended;

  beforeAll(() => {
    const root = checkout([], sound);
    clean = runScript(root, "check-layers");
    write(root, { ...circle, ...Object.fromEntries(Object.entries(violations).map(([path, [text]]) => [path, text])) });
    planted = runScript(root, "check-layers");
    const unused = list
      .replace('uses: ["field"], pure: true', 'uses: ["field", "api", "validate"], pure: true')
      .replace('["run.ts"]', '["run.ts", "two.ts"]')
      .replace('directory: "manifest", holds: "", uses: [], pure: true', 'directory: "manifest", holds: "", uses: []');
    loose = runScript(
      checkout([], {
        ...sound,
        "scripts/layers.ts": unused.replace('["express", "pino"]', '["express", "pino", "yaml"]'),
      }),
      "check-layers",
    );
  }, 120_000);

  it("passes for a tree without violations", () => {
    expect(clean).toEqual({ status: 0, output: "30 modules keep to their layers\n" });
  });

  it.each(Object.entries(violations))("reports %s", (path, [, violation]) => {
    const lines = planted.output
      .split("\n")
      .filter((line) => line.startsWith(`${path} `) || line.startsWith(`${path}:`));
    expect(lines.join("\n")).toContain(violation);
  });

  it("reports no other errors, and fails", () => {
    const lines = planted.output
      .split("\n")
      .filter((line) => line !== "" && !Object.keys(violations).some((path) => line.startsWith(path)));
    expect({ status: planted.status, lines }).toEqual({ status: 1, lines: [] });
  });

  it("fails for a permission that no import needs, and for one to import a higher layer", () => {
    expect(loose).toEqual({
      status: 1,
      output: [
        "scripts/layers.ts: rules does not import api: remove the permission",
        "scripts/layers.ts: rules does not import validate: remove the permission",
        "scripts/layers.ts: rules must not use validate, which is not a lower layer",
        "scripts/layers.ts: manifest does not import a module of Node: remove the permission",
        "scripts/layers.ts: server does not import yaml: remove the permission",
        "scripts/layers.ts: cli/check/two.ts does not import a module of Node: remove the permission",
        "",
      ].join("\n"),
    });
  });

  it("fails if too few modules were checked", () => {
    const files = {
      "src/field/one.ts": "export const one = 1;\n",
      "src/field/two.ts": 'export { one } from "./one.ts";\n',
    };
    const ended = runScript(checkout([], { "scripts/layers.ts": list, ...files }), "check-layers");
    expect(ended).toEqual({ status: 1, output: "only 2 modules were checked, fewer than 20\n" });
  });
});

describe("docs/architecture.md", () => {
  const page = readFileSync(join(here, "docs/architecture.md"), "utf8");
  const named = [...page.matchAll(/`(\w+)` in `(src\/[\w/.-]+\.ts)`/g)].map(([, name = "", path = ""]) => ({
    name,
    path,
  }));

  it("names functions that exist", () => expect(named.length).toBeGreaterThan(12));

  it.each(named)("names the correct file of $name: $path", ({ name, path }) => {
    expect(readFileSync(join(here, path), "utf8")).toMatch(
      new RegExp(`^export (async )?(function\\*?|const) ${name}\\b`, "m"),
    );
  });

  it("shows a source that validates the Leases of a list, and skips other objects", () => {
    const example = readFileSync(join(here, "test/ci/listing-source.ts"), "utf8").split("\n\n").slice(1).join("\n\n");
    expect(page).toContain(example);
    const [name, items] = [
      { metadata: { name: "a" } },
      { apiVersion: "coordination.k8s.io/v1", kind: "LeaseList" },
    ] as const;
    const submitted = submissionsOf({ ...items, items: [name, { ...name, kind: "Pod" }] }, someContext);
    expect(submitted.map(({ served, change }) => [served.gvk.kind, change])).toEqual([
      ["Lease", { operation: "CREATE", object: { apiVersion: "coordination.k8s.io/v1", kind: "Lease", ...name } }],
    ]);
  });

  it.each(["createOf", "updateOf", "deleteOf", "clientUpdateOf"])("is right that %s creates changes", (name) => {
    expect(readFileSync(join(here, "src/engine/validate/submission.ts"), "utf8")).toContain(`export function ${name}(`);
  });
});
