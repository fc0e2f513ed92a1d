import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";

/** A suppression of a finding, with some changed fields. */
function suppression(change: object = {}): string {
  const fields = { check: "audit/holder-gone", object: "team-a/*", reason: "r", owner: "o", expires: "2027-01-31" };
  return `suppressions: [${JSON.stringify({ ...fields, ...change })}]`;
}

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
  "disabledChecks: [workload/timing-order]": { paths: ["."], exclude: [], disabledChecks: ["workload/timing-order"] },
  "failOn: warn": { paths: ["."], exclude: [], failOn: "warn" },
  "suppressions: []": { paths: ["."], exclude: [] },
  [suppression()]: {
    paths: ["."],
    exclude: [],
    suppressions: [
      { check: "audit/holder-gone", object: "team-a/*", reason: "r", owner: "o", expires: new Date("2027-01-31") },
    ],
  },
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
  "disabledChecks: workload/timing-order": [
    "3:17",
    'disabledChecks: Invalid value: "workload/timing-order": must be a list',
  ],
  "disabledChecks: [lease/name-pattern]": [
    "3:18",
    'disabledChecks[0]: Invalid value: "lease/name-pattern": must be the id of a check, such',
  ],
  "output: json": ["3:1", "output: Forbidden: unknown field"],
  "policies: a": ["3:1", "policies: Forbidden: unknown field"],
  [suppression({ object: "team-a" })]: [
    "3:54",
    'suppressions[0].object: Invalid value: "team-a": must be NAMESPACE/NAME',
  ],
  [suppression({ object: "a/b/c" })]: [
    "3:54",
    'suppressions[0].object: Invalid value: "a/b/c": must be NAMESPACE/NAME',
  ],
  [suppression({ expires: "soon" })]: ["3:100", 'suppressions[0].expires: Invalid value: "soon": must be a day'],
  [suppression({ owner: undefined })]: ["3:16", "suppressions[0].owner: Required value: must name a contact"],
  [suppression({ reason: "" })]: ["3:74", 'suppressions[0].reason: Invalid value: "": must not be empty'],
  [suppression({ until: "a" })]: ["3:113", "suppressions[0].until: Forbidden: unknown field"],
  "suppressions: {}": ["3:15", "suppressions: Invalid value: {…}: must be a list"],
  "failOn: warn\nfailOn: deny": ["4:1", "failOn: must not be a duplicate field"],
  "---\na: 1": ["4:1", "must not be a second document"],
};

describe("the settings file", () => {
  it.each(Object.entries(valid))("allows '%s'", (text, value) =>
    expect(readConfig(`${header}${text}\n`)).toEqual({
      ok: true,
      value: { suppressions: [], disabledChecks: [], ...value },
    }),
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
