/** The paths in `src/` that scripts read or write, relative to the root of the project. */
export const sourcePaths = {
  rules: "src/rules",
  ruleIndex: "src/rules/index.ts",
  celIndex: "src/rules/cel/index.ts",
  checks: "src/workload/checks",
  checkIndex: "src/workload/checks.ts",
  programs: "src/workload/programs",
  programIndex: "src/workload/programs/index.ts",
  knownFields: "src/schema/known-fields.ts",
  mapKeys: "src/core/api/map-keys.ts",
  formats: "src/schema/formats.ts",
  compiledSchema: "src/schema/compiled-schema.ts",
  objectValidators: "src/schema/generated.ts",
  policyValidators: "src/policy/file/generated.ts",
  suiteValidators: "src/suite/generated.ts",
  configValidators: "src/config/generated.ts",
} as const;
