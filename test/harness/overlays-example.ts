import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/overlays.md"), "utf8");

/** The kustomizations on docs/overlays.md by path. */
export const exampleFiles: ReadonlyMap<string, string> = new Map(
  Array.from(page.matchAll(/^```yaml\n# (\S+\/kustomization\.yaml)\n([\s\S]*?)^```$/gm), ([, path = "", text = ""]) => [
    path,
    text,
  ]),
);

/** The shell command of `docs/overlays.md` that applies `fail-closed` after a check. */
export const failClosedCommand: string =
  /^```sh\n(kubectl [^`]*? &&[^`]*?apply -k deploy-fail-closed)\n```$/m.exec(page)?.[1] ?? "";

/** Writes the files of the page next to a copy of `manifests`, and returns the directory. */
export function writeExample(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-example-")));
  cpSync(join(root, "manifests"), join(folder, "manifests"), { recursive: true });
  for (const [path, text] of exampleFiles) {
    mkdirSync(join(folder, dirname(path)));
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
