import { rule } from "../../../src/rules/lease/holder-identity-not-placeholder.ts";
import type { Draft } from "../../harness/objects.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
const holder = (value: unknown): Row => ({ tweak: spec({ holderIdentity: value }) });
const rows = valueRows({ name: "holder:", tweak: (holderIdentity: string) => spec({ holderIdentity }) });

const unique = [
  "localhost_6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11",
  "localhost.localdomain_1",
  "127.0.0.1_7",
  "localhost-1",
  "my-localhost",
  "localhost.example.com",
];
const numbers = ["10.0.0.1", "127.0.0", "1127.0.0.1", "128.0.0.1", "::2", "fe80::1", "2001:db8::1", "1", "0"];
const words = ["null-0", "undefined_1", "nonesuch", "nilfs", "none/a", "controller-none", "nullable"];
const signs = ["{", '{"a":{"b":1}}', "a$", "a$b", "$1", "user@a", "50%", "%a", "<a>", "#", "($)"];
const ownNames = [
  "localhost",
  "LOCALHOST",
  "LocalHost",
  "localhost.",
  "localhost.localdomain",
  "localhost_",
  "localhost:8080",
];
const addresses = [
  "127.0.0.1",
  "127.0.1.1",
  "127.0.0.1:8443",
  "127.0.0.1_",
  "0.0.0.0",
  "::",
  "::1",
  "[::1]",
  "[::1]:8080",
  "[::]:80",
];
const templates = [
  "{{",
  "{{ .Release.Name }}",
  `\${POD_NAME}`,
  "$(POD_NAME)",
  "$POD_NAME",
  "$hostname",
  "team-a/$(POD_NAME)",
  `a-\${HOSTNAME}_1`,
  "a{{x}}",
];
const missing = [
  "undefined",
  "null",
  "NULL",
  "None",
  "nil",
  "<nil>",
  "<no value>",
  "a-<no value>",
  "%!s(<nil>)",
  "%!d(string=a)",
  "[object Object]",
];

const separators = ["_", "-", "/", ".", ":", "--", "_/_", "team-a/"];
const parts = [
  "_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c",
  "/controller-0",
  "team-a",
  "team-a_",
  "team-b/",
  "team-a/a",
  "a/",
  "-1",
];

const nodeLease =
  (name: string, holderIdentity: string) =>
  (object: Draft): void => {
    Object.assign(object.metadata, { namespace: "kube-node-lease", name });
    Object.assign(object.spec, { holderIdentity });
  };

testRule(rule, {
  silent: {
    "holder: a node's own name, whatever it is": { tweak: nodeLease("localhost", "localhost"), operations: ["CREATE"] },
    ...rows({ values: [...unique, ...numbers, ...words, ...signs, ...parts] }),
    "holder: look-alikes of localhost, which are another identity": holder("l\u043ecalhost"),
    "holder: wide letters, which are another identity": holder(
      "\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54",
    ),
    "holder: the long s, no letter of localhost": holder("localho\u017ft"),
    "holder: a blank after it, which another rule reports": holder("localhost "),
    "holder: empty": holder(""),
    "holder: null itself": holder(null),
    "holder: absent": { tweak: without("spec", "holderIdentity") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "preferredHolder: localhost": { tweak: spec({ preferredHolder: "localhost" }) },
    "holder: localhost before too": {
      ...holder("localhost"),
      old: spec({ holderIdentity: "localhost" }),
      operations: ["UPDATE"],
    },
    "holder: localhost before, gone now": {
      ...holder(""),
      old: spec({ holderIdentity: "localhost" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "holder: localhost, of another node's lease": {
      tweak: nodeLease("node-1", "localhost"),
      operations: ["CREATE"],
      causes,
    },
    ...rows({ values: [...ownNames, ...addresses, ...templates, ...missing, ...separators], causes }),
    "holder: localhost in another letter case than before": {
      ...holder("Localhost"),
      old: spec({ holderIdentity: "localhost" }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: localhost, no holder before": {
      ...holder("localhost"),
      old: spec({ holderIdentity: "" }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: two errors, reported once": { ...holder("{{ $POD }}-<no value>"), causes },
    "holder: localhost, among other changes": {
      tweak: spec({ holderIdentity: "localhost", preferredHolder: null, leaseDurationSeconds: 60 }),
      causes,
    },
  },
});
