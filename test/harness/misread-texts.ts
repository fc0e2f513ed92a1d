import { yamlBooleans } from "../../src/core/text/yaml-boolean.ts";

/** Strings that YAML 1.1, and therefore kubectl, reads as other values if they have no quotes. */
export const misreadTexts: readonly string[] = [
  ...yamlBooleans.keys(),
  ...["null", "Null", "~", "", "<<", "=", "---", "..."],
  ...["1_000", "0_9", "0b1", "0o7", "0x1F", "010", "1e3", "1_0e1_0", ".5", "-.inf", ".NaN", "190:20:30", "2026-07-01"],
  ...["a\u0085b", "a\u2028b", "a\u007fb", "\ufeffa"],
];
