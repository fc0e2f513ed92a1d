import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, run, write } from "./checkout.ts";

const folders = [
  "field",
  "api",
  "format",
  "schema",
  "rules",
  "validate",
  "admission",
  "manifest",
  "report",
  "certs",
  "server",
  "cluster",
  "cli",
];

/** Two files a room, the second importing the first, and an entry that reaches them all. */
const sound: Readonly<Record<string, string>> = {
  ...Object.fromEntries(folders.map((folder) => [`src/${folder}/one.ts`, "export const one = 1;\n"])),
  ...Object.fromEntries(folders.map((folder) => [`src/${folder}/two.ts`, 'import { one } from "./one.ts";\nexport const two = one;\n'])),
  "src/rules/lease/alone.ts":
    'import { one } from "../../field/one.ts";\nimport { two } from "../two.ts";\nexport const rule = one + two;\n',
  "src/server/app.ts": 'import express from "express";\nimport { pino } from "pino";\nexport const app = [express, pino];\n',
  "src/certs/forge.ts":
    'import forge from "node-forge";\nimport { readFileSync } from "node:fs";\nexport const made = [forge, readFileSync];\n',
  "src/cli/main.ts": 'import { Command } from "commander";\nimport "../server/two.ts";\nexport const main = Command;\n',
  "src/index.ts": 'export { two } from "./validate/two.ts";\n',
};

/** Planted file → the fault that must be told of it. */
const faults: Readonly<Record<string, readonly [text: string, fault: string]>> = {
  "src/field/up.ts": ['import { one } from "../api/one.ts";\nexport const up = one;\n', "src/field/up.ts → src/api/one.ts: floor: field"],
  "src/api/type-up.ts": [
    'import type { two } from "../rules/two.ts";\nexport type Up = typeof two;\n',
    "src/api/type-up.ts → src/rules/two.ts: floor: api",
  ],
  "src/rules/side.ts": [
    'import { one } from "../schema/one.ts";\nexport const side = one;\n',
    "src/rules/side.ts → src/schema/one.ts: floor: rules",
  ],
  "src/certs/over.ts": [
    'import { one } from "../validate/one.ts";\nexport const over = one;\n',
    "src/certs/over.ts → src/validate/one.ts: floor: certs",
  ],
  "src/server/command.ts": [
    'import { one } from "../cli/one.ts";\nexport const c = one;\n',
    "src/server/command.ts → src/cli/one.ts: floor: server",
  ],
  "src/server/entry.ts": [
    'import { two } from "../index.ts";\nexport const e = two;\n',
    "src/server/entry.ts → src/index.ts: floor: server",
  ],
  "src/validate/disk.ts": [
    'import { readFileSync } from "node:fs";\nexport const disk = readFileSync;\n',
    "src/validate/disk.ts → fs: pure",
  ],
  "src/admission/app.ts": ['import type { Express } from "express";\nexport type App = Express;\n', "owner: server"],
  "src/cli/forge.ts": ['import forge from "node-forge";\nexport const f = forge;\n', "owner: certs"],
  "src/server/flags.ts": ['import { Command } from "commander";\nexport const flags = Command;\n', "owner: cli"],
  "src/schema/compile.ts": ['import { Ajv } from "ajv";\nexport const ajv = Ajv;\n', "no owner"],
  "src/server/unknown.ts": [
    'import nothing from "no-such-package";\nexport const n = nothing;\n',
    "src/server/unknown.ts → no-such-package: no owner",
  ],
  "src/format/lost.ts": [
    'import { lost } from "./not-there.ts";\nexport const l = lost;\n',
    "src/format/lost.ts → ./not-there.ts: no such file",
  ],
  "src/rules/lease/other.ts": [
    'import { rule } from "./alone.ts";\nexport const r = rule;\n',
    "src/rules/lease/other.ts → src/rules/lease/alone.ts: a rule alone",
  ],
  "src/api/circle-a.ts": [
    'import { b } from "./circle-b.ts";\nexport const a = (): unknown => b;\n',
    "src/api/circle-a.ts → src/api/circle-b.ts: cycle",
  ],
  "src/format/nobody.ts": ["export const nobody = 1;\n", "src/format/nobody.ts → src/format/nobody.ts: orphan"],
  "src/helpers/any.ts": ['import { one } from "../field/one.ts";\nexport const any = one;\n', "src/helpers/any.ts: no room of this name"],
};

/** Closes the circle that `circle-a.ts` begins: a cycle is told once. */
const circle = { "src/api/circle-b.ts": 'import { a } from "./circle-a.ts";\nexport const b = (): unknown => a;\n' };

const floors = (root: string): Ended => run(root, process.execPath, ".ci/floors.mjs");

afterAll(removeCheckouts);

describe("floors", () => {
  let clean: Ended;
  let planted: Ended;

  beforeAll(() => {
    const root = checkout([], sound);
    clean = floors(root);
    write(root, { ...circle, ...Object.fromEntries(Object.entries(faults).map(([path, [text]]) => [path, text])) });
    planted = floors(root);
  }, 60_000);

  it("lets a sound tree pass", () => {
    expect(clean).toEqual({ status: 0, output: expect.stringContaining("31 modules stand on their floors") });
  });

  it.each(Object.entries(faults))("tells of %s", (path, [, fault]) => {
    expect(
      planted.output
        .split("\n")
        .filter((line) => line.startsWith(`${path} `) || line.startsWith(`${path}:`))
        .join("\n"),
    ).toContain(fault);
  });

  it("tells of nothing else, and fails", () => {
    const lines = planted.output.split("\n").filter((line) => line !== "" && !Object.keys(faults).some((path) => line.startsWith(path)));
    expect({ status: planted.status, lines }).toEqual({ status: 1, lines: [] });
  });

  it("fails where too few modules were looked at", { timeout: 60_000 }, () => {
    const ended = floors(
      checkout([], { "src/field/one.ts": "export const one = 1;\n", "src/field/two.ts": 'export { one } from "./one.ts";\n' }),
    );
    expect(ended).toEqual({ status: 1, output: "only 2 modules were looked at, fewer than 20\n" });
  });
});
