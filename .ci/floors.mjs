// Fails where an import goes up or sideways between the floors of src/ (docs/architecture.md), or where nothing was looked at.
import { cruise } from "dependency-cruiser";

/** Every room of `src/` and the rooms below it that it may use. */
const rooms = {
  field: [],
  api: ["field"],
  format: ["field"],
  schema: ["field", "api", "format"],
  rules: ["field", "api", "format"],
  validate: ["field", "api", "format", "schema", "rules"],
  admission: ["field", "api", "format", "schema", "rules", "validate"],
  manifest: ["field", "api", "format", "schema", "rules", "validate"],
  policy: ["field", "api", "format", "schema", "rules", "validate", "manifest"],
  suite: ["field", "api", "format", "schema", "rules", "validate", "manifest", "policy"],
  simulate: ["field", "api", "format", "schema", "rules", "validate", "admission"],
  report: ["field", "api", "format", "schema", "rules", "validate", "admission", "manifest", "suite", "simulate"],
  library: ["field", "api", "format", "schema", "rules", "validate", "admission", "manifest", "policy"],
  certs: ["field", "api", "format"],
  server: ["field", "api", "format", "schema", "rules", "validate", "admission", "manifest", "policy"],
  cluster: ["field", "api", "format"],
  vitest: ["library"],
};

/** Floors 0 to 4, and what is made of policies alone, are pure: nothing of Node. */
const pure = ["field", "api", "format", "schema", "rules", "validate", "admission", "manifest", "policy", "suite", "simulate"];

/** The one room of each dependency. ajv has none: it only writes code at build time. */
const owners = {
  server: ["express", "pino", "prom-client"],
  certs: ["node-forge"],
  cluster: ["@kubernetes/client-node"],
  manifest: ["yaml"],
  cli: ["commander", "tinyglobby"],
  vitest: ["vitest"],
};

/** The first days' count: fewer means that the tool has stopped seeing files, as it does with a TypeScript it does not know. */
const fewestModules = 20;

const top = ["src/index.ts", "src/cli/"];
const packages = (names) => `(^|node_modules/)(@types/)?(${names.join("|")})(/|$)`;
const forbid = (name, from, to) => ({ name, severity: "error", from, to });

const ruleSet = {
  forbidden: [
    ...Object.entries(rooms).map(([room, below]) =>
      forbid(`floor: ${room}`, { path: `^src/${room}/` }, { path: "^src/", pathNot: `^src/(${[room, ...below].join("|")})/` }),
    ),
    forbid("pure", { path: `^src/(${pure.join("|")})/` }, { dependencyTypes: ["core"] }),
    ...Object.entries(owners).map(([room, names]) =>
      forbid(`owner: ${room}`, { path: "^src/", pathNot: `^src/${room}/` }, { path: packages(names) }),
    ),
    forbid(
      "no owner",
      { path: "^src/" },
      { pathNot: ["^src/", "^\\.(?!.*node_modules/)", packages(Object.values(owners).flat())], dependencyTypesNot: ["core"] },
    ),
    forbid("no such file", { path: "^src/" }, { path: "^\\.", couldNotResolve: true }),
    forbid(
      "a rule alone",
      { path: "^src/rules/[^/]+/" },
      { path: "^src/", pathNot: ["^src/(field|api|format)/", "^src/rules/[^/]+\\.ts$"] },
    ),
    forbid("cycle", { path: "^src/" }, { circular: true }),
    forbid("orphan", { path: "^src/", pathNot: "^src/(index|cli/main)\\.ts$", orphan: true }, {}),
  ],
};

const { output } = await cruise(
  ["src"],
  { ruleSet, validate: true, tsPreCompilationDeps: true, doNotFollow: { path: "node_modules" } },
  { extensions: [".ts", ".js", ".json", ".d.ts"], exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
);
const looked = output.modules.map(({ source }) => source).filter((source) => source.startsWith("src/") && source.endsWith(".ts"));
const allowed = [...top, ...Object.keys(rooms).map((room) => `src/${room}/`)];
const faults = [
  ...output.summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`),
  ...looked.filter((source) => !allowed.some((room) => source.startsWith(room))).map((source) => `${source}: no room of this name`),
  ...(looked.length < fewestModules ? [`only ${looked.length} modules were looked at, fewer than ${fewestModules}`] : []),
];
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`${looked.length} modules stand on their floors`);
process.exitCode = faults.length === 0 ? 0 : 1;
