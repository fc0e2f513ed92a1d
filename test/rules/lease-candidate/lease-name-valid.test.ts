import { rule } from "../../../src/rules/lease-candidate/lease-name-valid.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const leaseName = (value: unknown): Row => ({ tweak: spec({ leaseName: value }) });
const rows = valueRows({ name: "leaseName:", tweak: (leaseName: string) => spec({ leaseName }) });
const invalid = repeated({ type: "FieldValueInvalid", field: "spec.leaseName" });

const good = ["a", "0", "123", "a-b", "a.b", "a--b", "1.2-3.c", "kube-scheduler", "component.example.com"];
const edges = ["-", ".", "..", "-a", "a-", ".a", "a.", "a..b", "a-.b", "a.-b", "/", "a/b", "a%b"];
const foreign = [
  " ",
  " a",
  "a ",
  "a b",
  "a\n",
  "\na",
  "a_b",
  "Controller",
  "aB",
  "a:b",
  "\u0000",
  "\u00e9",
  "\u{1f600}",
  "\ud800",
];

testRule(rule, {
  silent: {
    ...rows({ values: good }),
    "leaseName: 253 bytes in one label": leaseName("a".repeat(253)),
    "leaseName: 253 bytes in many labels": leaseName(`${"a.".repeat(126)}a`),
    "leaseName: empty, which another rule reports": leaseName(""),
    "leaseName: null, which another rule reports": leaseName(null),
    "leaseName: absent, which another rule reports": { tweak: without("spec", "leaseName") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "leaseName: bad before too": { ...leaseName("A"), old: spec({ leaseName: "A" }), operations: ["UPDATE"] },
    "metadata.name: not the name of a Lease": { tweak: ({ metadata }) => Object.assign(metadata, { name: "Host_1" }) },
  },
  reports: {
    ...rows({ values: [...edges, ...foreign], causes: invalid(1) }),
    "leaseName: U+212A, which lowers to k": { ...leaseName("\u212a"), causes: invalid(1) },
    "leaseName: U+0130, which lowers to i and a dot": { ...leaseName("\u0130"), causes: invalid(1) },
    "leaseName: 254 bytes": { ...leaseName("a".repeat(254)), causes: invalid(1) },
    "leaseName: 253 bytes and bad": { ...leaseName("A".repeat(253)), causes: invalid(1) },
    "leaseName: 254 bytes and bad": { ...leaseName("A".repeat(254)), causes: invalid(2) },
    "leaseName: 253 bytes, 252 characters": { ...leaseName(`${"a".repeat(251)}\u00e9`), causes: invalid(1) },
    "leaseName: 254 bytes, 253 characters": { ...leaseName(`${"a".repeat(252)}\u00e9`), causes: invalid(2) },
    "leaseName: 253 bytes with an emoji": { ...leaseName(`${"a".repeat(249)}\u{1f600}`), causes: invalid(1) },
    "leaseName: 254 bytes with an emoji": { ...leaseName(`${"a".repeat(250)}\u{1f600}`), causes: invalid(2) },
    "leaseName: 253 bytes with a lone surrogate, 3 bytes to Go": {
      ...leaseName(`${"a".repeat(250)}\ud800`),
      causes: invalid(1),
    },
    "leaseName: 254 bytes with a lone surrogate": { ...leaseName(`${"a".repeat(251)}\ud800`), causes: invalid(2) },
  },
});
