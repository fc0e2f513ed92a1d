// Fails if a file of src/ is in no layer, or if it imports a directory, package, or module of Node
// that scripts/layers.ts does not permit. Fails if imports form a cycle, if a rule imports another
// rule, or if a file neither imports a module nor is imported. Also fails if no import uses a
// permission in the list, if a permission is for a higher layer, or if dependency-cruiser found too
// few modules.
import { cruise, type ICruiseResult, type IModule } from "dependency-cruiser";
import type { Layer } from "./layer.ts";
import { entry, layers } from "./layers.ts";

/**
 * The minimum number of modules. A lower number means that dependency-cruiser cannot read all
 * files, for example because it does not support the version of TypeScript.
 */
const fewestModules = 20;

const list = "scripts/layers.ts";

interface Import {
  readonly from: string;
  readonly to: string;
  readonly layer: Layer | undefined;
  /**
   * The layer of the imported file. The value is undefined for a file in no layer, a missing file,
   * a package, or a module of Node.js.
   */
  readonly target: Layer | undefined;
  readonly kind: "file" | "missing file" | "package" | "Node";
}

/**
 * Returns the layer of a file, or undefined if the file is in no layer. If several directories
 * match, the longest one counts, so `cli/check` comes before `cli`.
 */
function layerOf(path: string): Layer | undefined {
  const holding = [...layers, entry].filter(
    ({ directory }) => path === `src/${directory}` || path.startsWith(`src/${directory}/`),
  );
  return holding.toSorted((a, b) => b.directory.length - a.directory.length)[0];
}

function importsOf({ source, dependencies }: IModule): readonly Import[] {
  return dependencies.map(({ resolved, module, dependencyTypes, couldNotResolve }) => {
    const relative = module.startsWith(".");
    const kind = relative
      ? couldNotResolve
        ? "missing file"
        : "file"
      : dependencyTypes.includes("core")
        ? "Node"
        : "package";
    const to = kind === "file" ? resolved : module;
    return { from: source, to, layer: layerOf(source), target: kind === "file" ? layerOf(resolved) : undefined, kind };
  });
}

/**
 * Returns the reason why an import is not allowed. Returns undefined if the import is allowed, or
 * if the importing file is in no layer.
 */
function violation({ from, to, layer, target, kind }: Import): string | undefined {
  if (layer === undefined) return undefined;
  const { directory, uses, pure, packages = [] } = layer;
  const name = from.slice(`src/${directory}/`.length);
  switch (kind) {
    case "missing file":
      return "the file does not exist";
    case "Node":
      return pure === true || (pure !== undefined && !pure.except.includes(name))
        ? `${directory} must not import modules of Node`
        : undefined;
    case "package":
      return packages.some((each) => to === each || to.startsWith(`${each}/`))
        ? undefined
        : `${directory} must not import this package`;
    case "file":
      if (target === undefined) return "the imported file has no layer";
      if (target !== layer && !uses.includes(target.directory))
        return `${directory} must not import ${target.directory}`;
      if (target !== layer && target.hasPrivateDirectories && to.slice(`src/${target.directory}/`.length).includes("/"))
        return `other directories must import only the files directly in ${target.directory}`;
      return isOtherRule(from, to) ? "a rule must not import another rule" : undefined;
  }
}

/**
 * Reports whether one rule imports another rule. Rules may import files of `shared` and `cel`,
 * which contain common code. The file NAME.cel.ts may import the rule that it expresses in CEL.
 */
function isOtherRule(from: string, to: string): boolean {
  const isRule = (path: string) => /^src\/rules\/(?!(?:shared|cel)\/)[^/]+\//.test(path);
  return isRule(from) && isRule(to) && to !== from.replace(/\.cel\.ts$/, ".ts");
}

/**
 * Returns errors for permissions that no import needs, and for permissions to import a higher
 * layer.
 */
function listErrors(imports: readonly Import[]): readonly string[] {
  return [...layers, entry].flatMap((layer, index) => {
    const own = imports.filter((each) => each.layer === layer);
    const unused = layer.uses.filter((directory) => !own.some(({ target }) => target?.directory === directory));
    const unusedPackages = (layer.packages ?? []).filter(
      (name) => !own.some(({ kind, to }) => kind === "package" && to.startsWith(name)),
    );
    const higher = layer.uses.filter((directory) => layers.findIndex((each) => each.directory === directory) >= index);
    return [
      ...[...unused, ...unusedPackages].map(
        (name) => `${list}: ${layer.directory} does not import ${name}: remove the permission`,
      ),
      ...unusedNode(layer, own).map(
        (name) => `${list}: ${name} does not import a module of Node: remove the permission`,
      ),
      ...higher.map((directory) => `${list}: ${layer.directory} must not use ${directory}, which is not a lower layer`),
    ];
  });
}

/**
 * Returns the directory if its files may import modules of Node.js, but no file does. If only some
 * files have the permission, returns the files that do not use this permission.
 */
function unusedNode({ directory, pure }: Layer, own: readonly Import[]): readonly string[] {
  const users = own.filter(({ kind }) => kind === "Node").map(({ from }) => from);
  if (pure === undefined) return users.length > 0 ? [] : [directory];
  return pure === true
    ? []
    : pure.except.map((name) => `${directory}/${name}`).filter((path) => !users.includes(`src/${path}`));
}

const forbid = (name: string, from: object, to: object) => ({ name, severity: "error" as const, from, to });

const { output } = await cruise(
  ["src"],
  {
    ruleSet: {
      forbidden: [
        forbid("is part of a cycle", { path: "^src/" }, { circular: true }),
        forbid("is imported by no file", { path: "^src/", pathNot: "^src/(index|cli/main)\\.ts$", orphan: true }, {}),
      ],
    },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
  {
    extensions: [".ts", ".js", ".json", ".d.ts"],
    exportsFields: ["exports"],
    conditionNames: ["import", "types", "node", "default"],
  },
);
const { modules, summary } = output as ICruiseResult;
const files = modules.filter(({ source }) => source.startsWith("src/") && source.endsWith(".ts"));
const imports = files.flatMap(importsOf);
const problems = [
  ...summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`),
  ...imports.flatMap((each) => {
    const reason = violation(each);
    return reason === undefined ? [] : [`${each.from} → ${each.to}: ${reason}`];
  }),
  ...files
    .filter(({ source }) => layerOf(source) === undefined)
    .map(({ source }) => `${source}: no layer has this directory`),
  ...(files.length < fewestModules
    ? [`only ${files.length} modules were checked, fewer than ${fewestModules}`]
    : listErrors(imports)),
];
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${files.length} modules keep to their layers`);
process.exitCode = problems.length === 0 ? 0 : 1;
