import { rule } from "../../../src/rules/lease-candidate/strategy-valid.ts";
import { type ExpectedCause, type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const oldest = "OldestEmulationVersion";
const single = ["v1beta1", "v1alpha2"];
const list = ["v1alpha1"];
const strategy = (value: unknown): Row => ({ tweak: spec({ strategy: value }), versions: single });
const strategies = (...values: readonly unknown[]): Row => ({
  tweak: spec({ preferredStrategies: values }),
  versions: list,
});
const afterBad: Row = { old: spec({ strategy: "foo", preferredStrategies: ["foo"] }), operations: ["UPDATE"] };

const unsupported = (field: string): readonly ExpectedCause[] => [{ type: "FieldValueNotSupported", field }];
/**
 * Returns the causes for a value. `messages` is the number of messages that upstream's check of
 * qualified names returns for the value.
 */
const invalid = (field: string, messages: number): readonly ExpectedCause[] =>
  Array.from({ length: messages }, () => ({ type: "FieldValueInvalid", field }));
const first = "spec.preferredStrategies[0]";
const last = "spec.preferredStrategies[2]";

const good = [
  oldest,
  "a/b",
  "k8s.io/x",
  "1.2/A_b.-9",
  "example.com/OldestEmulationVersion",
  `${"a".repeat(253)}/${"b".repeat(63)}`,
];
const unknown = [
  " ",
  "newest",
  "foo.com",
  "oldestemulationversion",
  "OldestEmulationVersion\n",
  "__proto__",
  "\u00e9",
  "\ud800",
];
const oneFault = ["/b", "A/b", "a_b/c", "a/-b", "a/b\n", "a/\u212a", "\u0130/b", "a/b/c", "//", `a/${"b".repeat(64)}`];
const oneInBytes = [`a/${"b".repeat(59)}\u{1f600}`, `${"a".repeat(251)}\u00e9/b`];
const twoFaults = ["a/", "A/-", "/-", `a/${"b".repeat(60)}\u{1f600}`, `${"a".repeat(252)}\u00e9/b`];
const fourFaults = [`${"A".repeat(254)}/${"-".repeat(64)}`, `${"A".repeat(254)}/`];
/**
 * Returns two rows for each value. In one row, the value is the only strategy. In the other row,
 * the value is the last of three strategies.
 */
const each = <T extends Row>(values: readonly string[], row: (form: Row, field: string) => T): Record<string, T> =>
  Object.fromEntries(
    values.flatMap((value) => [
      [`strategy: ${JSON.stringify(value)}`, row(strategy(value), "spec.strategy")],
      [`preferredStrategies: last is ${JSON.stringify(value)}`, row(strategies(oldest, "a/b", value), last)],
    ]),
  );

testRule(rule, {
  silent: {
    ...each(good, (form) => form),
    "strategy: empty, which another rule reports": strategy(""),
    "strategy: null, which another rule reports": strategy(null),
    "strategy: absent, which another rule reports": { tweak: without("spec", "strategy"), versions: single },
    "strategy: no field of v1alpha1": { ...strategy("foo"), versions: list },
    "preferredStrategies: no field of later versions": { ...strategies("foo"), versions: single },
    "preferredStrategies: absent": { tweak: without("spec", "preferredStrategies"), versions: list },
    "preferredStrategies: null": { tweak: spec({ preferredStrategies: null }), versions: list },
    "preferredStrategies: empty": strategies(),
    "preferredStrategies: the same twice, which upstream lets pass": strategies(oldest, "a/b", oldest, "a/b"),
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "strategy: good after a bad one": { ...strategy("a/b"), ...afterBad },
    "preferredStrategies: good after a bad one": { ...strategies("a/b"), ...afterBad },
  },
  reports: {
    ...each(unknown, (form, field) => ({ ...form, causes: unsupported(field) })),
    ...each([...oneFault, ...oneInBytes], (form, field) => ({ ...form, causes: invalid(field, 1) })),
    ...each(twoFaults, (form, field) => ({ ...form, causes: invalid(field, 2) })),
    ...each(["/"], (form, field) => ({ ...form, causes: invalid(field, 3) })),
    ...each(fourFaults, (form, field) => ({ ...form, causes: invalid(field, 4) })),
    "preferredStrategies: an empty one": { ...strategies("", oldest), causes: unsupported(first) },
    "preferredStrategies: a null, which is an empty one": { ...strategies(null), causes: unsupported(first) },
    "preferredStrategies: the same bad one twice": {
      ...strategies("foo", oldest, "foo"),
      causes: [...unsupported(first), ...unsupported(last)],
    },
    "preferredStrategies: all bad, in their order": {
      ...strategies("a/", "foo", "A/-"),
      causes: [...invalid(first, 2), ...unsupported("spec.preferredStrategies[1]"), ...invalid(last, 2)],
    },
    "strategy: bad before too": { ...strategy("foo"), ...afterBad, causes: unsupported("spec.strategy") },
    "preferredStrategies: bad before too": { ...strategies("foo"), ...afterBad, causes: unsupported(first) },
  },
});
