// A registry that lacks an optional package of a foreign platform makes npm leave it out of the lock file, and
// `npm ci` then refuses that file. This adds such packages by name and version, so that `npm ci` passes over them.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

const packages = { ...lock.packages };
for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (packages[`${place}/node_modules/${name}`] !== undefined || packages[`node_modules/${name}`] !== undefined) continue;
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    const libc = /musl/.test(name) ? ["musl"] : /gnu/.test(name) ? ["glibc"] : [];
    // Without a platform in its name it would be installed, and it cannot be.
    if (os.length + cpu.length === 0) throw new Error(`${name} must be installed: the registry lacks it`);
    packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ""),
      ...(cpu.length > 0 && { cpu }),
      ...(dev && { dev }),
      ...(libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
    console.log(`added ${name}`);
  }
}
const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
