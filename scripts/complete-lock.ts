// Adds optional packages for other platforms to the lock file, by name and version. If the registry
// lacks such a package, npm leaves the package out of the lock file. `npm ci` then rejects the lock
// file.
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  readonly version?: string;
  readonly cpu?: readonly string[];
  readonly dev?: boolean;
  readonly libc?: readonly string[];
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

type Entry = readonly [place: string, locked: LockedPackage];

const file = "package-lock.json";
const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/**
 * Returns entries for the optional dependencies of a package that have no entry in the lock file.
 */
function missing(
  packages: ReadonlyMap<string, LockedPackage>,
  [place, { optionalDependencies = {}, dev }]: Entry,
): readonly Entry[] {
  return Object.entries(optionalDependencies)
    .filter(([name]) => !packages.has(`${place}/node_modules/${name}`) && !packages.has(`node_modules/${name}`))
    .map(([name, version]) => [`node_modules/${name}`, locked(name, version, dev === true)]);
}

/** Returns the lock file entry of a package for another platform. */
function locked(name: string, version: string, dev: boolean): LockedPackage {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = name.includes("musl") ? ["musl"] : name.includes("gnu") ? ["glibc"] : [];
  // An entry without a platform would make npm install the package on every platform. The
  // installation would fail, because the registry lacks the package.
  if (os.length + cpu.length === 0) throw new Error(`${name} must be installed: the registry lacks it`);
  return {
    version: version.replace(/^[\^~]/, ""),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

const lock = JSON.parse(readFileSync(file, "utf8")) as Lock;
const packages = new Map(Object.entries(lock.packages));
for (const [place, added] of Object.entries(lock.packages).flatMap((entry) => missing(packages, entry))) {
  if (packages.has(place)) continue;
  packages.set(place, added);
  console.log(`added ${place.replace("node_modules/", "")}`);
}
const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
