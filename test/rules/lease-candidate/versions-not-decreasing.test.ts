import { rule } from "../../../src/rules/lease-candidate/versions-not-decreasing.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const binary = { type: "FieldValueInvalid", field: "spec.binaryVersion" };
const emulation = { type: "FieldValueInvalid", field: "spec.emulationVersion" };
const step = (from: unknown, to: unknown): Row => ({
  old: spec({ binaryVersion: from }),
  tweak: spec({ binaryVersion: to }),
});
const emulate = (from: unknown, to: unknown): Row => ({
  old: spec({ emulationVersion: from }),
  tweak: spec({ emulationVersion: to }),
});

testRule(rule, {
  silent: {
    "binaryVersion: up by a patch": step("1.36.0", "1.36.1"),
    "binaryVersion: up, though not as a text": step("1.9.0", "1.10.0"),
    "binaryVersion: up from a pre-release": step("1.36.0-rc.1", "1.36.0"),
    "binaryVersion: other build, which has no order": step("1.36.0+b", "1.36.0+a"),
    "binaryVersion: up beyond JavaScript's numbers": step("1.36.9007199254740992", "1.36.9007199254740993"),
    "binaryVersion: unparsable now, which another rule reports": step("1.36.0", "v1.35.0"),
    "binaryVersion: unparsable before": step("v1.37", "1.36.0"),
    "binaryVersion: empty now": step("1.36.0", ""),
    "binaryVersion: null now": step("1.36.0", null),
    "binaryVersion: empty before": step("", "1.36.0"),
    "emulationVersion: up": emulate("1.35.0", "1.36.0"),
    "emulationVersion: absent now": emulate("1.35.0", undefined),
    "emulationVersion: 0.0.0, which is absent": emulate("1.35.0", "0.0.0"),
    "emulationVersion: absent before": emulate(null, "1.0.0"),
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "versions: as they were, a label written": { tweak: metadata({ labels: null }) },
  },
  reports: {
    "binaryVersion: down by a patch": { ...step("1.36.1", "1.36.0"), causes: [binary] },
    "binaryVersion: down, though not as a text": { ...step("1.10.0", "1.9.0"), causes: [binary] },
    "binaryVersion: down to a pre-release": { ...step("1.36.0", "1.36.0-rc.1"), causes: [binary] },
    "binaryVersion: down beyond JavaScript's numbers": {
      ...step("1.36.9007199254740993", "1.36.9007199254740992"),
      causes: [binary],
    },
    "emulationVersion: down": { ...emulate("1.35.0", "1.34.0"), causes: [emulation] },
    "emulationVersion: down to a pre-release of nothing": { ...emulate("1.35.0", "0.0.0-a"), causes: [emulation] },
    "versions: both down, with a new renewTime": {
      tweak: spec({ binaryVersion: "1.35.0", emulationVersion: "1.34.0", renewTime: "2026-07-01T08:00:30.000000Z" }),
      causes: [binary, emulation],
    },
    "emulationVersion: down while binaryVersion goes up": {
      tweak: spec({ binaryVersion: "1.37.0", emulationVersion: "1.0.0" }),
      causes: [emulation],
    },
  },
});
