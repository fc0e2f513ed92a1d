import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/check/config/read-config.ts";

const header = "apiVersion: lease-guard.dev/v1alpha1\nkind: Config\n";

/** The settings by the text after the header. */
const valid: Readonly<Record<string, object>> = {
  "": { paths: ["."], exclude: [] },
  "paths: [deploy, 'a/*.yaml']": { paths: ["deploy", "a/*.yaml"], exclude: [] },
  "exclude: []": { paths: ["."], exclude: [] },
  "exclude: [charts/, '!a.yaml']": { paths: ["."], exclude: ["charts/", "!a.yaml"] },
  "policy: policy.yaml": { paths: ["."], exclude: [], policy: "policy.yaml" },
  "kubernetesVersion: v1.33.2": { paths: ["."], exclude: [], kubernetesVersion: { version: "1.33" } },
  "kubernetesVersion: '1.31'": { paths: ["."], exclude: [], kubernetesVersion: { version: "1.31" } },
  "failOn: warn": { paths: ["."], exclude: [], failOn: "warn" },
};

/** The position and the beginning of the only error, by the text after the header. */
const invalid: Readonly<Record<string, readonly [place: string, message: string]>> = {
  "paths: []": ["3:8", "paths: Invalid value: […]: must not be empty"],
  "paths: ['']": ["3:9", 'paths[0]: Invalid value: "": must not be empty'],
  "paths: [a, '-']": ["3:12", 'paths[1]: Invalid value: "-": must be a file'],
  "paths:": ["3:1", "paths: Invalid value: null: must be a list"],
  "exclude: charts/": ["3:10", 'exclude: Invalid value: "charts/": must be a list'],
  "exclude: ['']": ["3:11", 'exclude[0]: Invalid value: "": must not be empty'],
  "policy: ''": ["3:9", 'policy: Invalid value: "": must not be empty'],
  "policy: {}": ["3:9", "policy: Invalid value: {…}: must be a string"],
  "kubernetesVersion: 1.33": ["3:20", "kubernetesVersion: Invalid value: 1.33: must be a string: put it in quotes"],
  "kubernetesVersion: '1.30'": ["3:20", 'kubernetesVersion: Invalid value: "1.30": must be one of 1.31, '],
  "failOn: off": ["3:9", 'failOn: Unsupported value: false: supported values: "deny", "warn"'],
  "output: json": ["3:1", "output: Forbidden: unknown field"],
  "policies: a": ["3:1", "policies: Forbidden: unknown field"],
  "failOn: warn\nfailOn: deny": ["4:1", "failOn: must not be a duplicate field"],
  "---\na: 1": ["4:1", "must not be a second document"],
};

describe("the settings file", () => {
  it.each(Object.entries(valid))("allows '%s'", (text, value) =>
    expect(readConfig(`${header}${text}\n`)).toEqual({ ok: true, value }),
  );

  it.each(Object.entries(invalid))("rejects '%s'", (text, [place, message]) => {
    const read = readConfig(`${header}${text}\n`);
    expect(read.ok ? [] : read.error.map((error) => `${error.line}:${error.column} ${error.message}`)).toEqual([
      expect.stringContaining(`${place} ${message}`),
    ]);
  });

  it.each([
    ["", ["must not be empty"]],
    ["[]", ["must be an object"]],
    ["{}", ["apiVersion: Required value: must be lease-guard.dev/v1alpha1", "kind: Required value: must be Config"]],
    [
      "{apiVersion: lease-guard.dev/v1alpha1, kind: Policy}",
      ['kind: Unsupported value: "Policy": supported values: "Config"'],
    ],
  ])("rejects the whole text '%s'", (text, messages) => {
    const read = readConfig(text);
    expect(read.ok ? [] : read.error.map(({ message }) => message)).toEqual(
      messages.map((message) => expect.stringContaining(message) as unknown),
    );
  });
});
