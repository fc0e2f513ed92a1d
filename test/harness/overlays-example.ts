import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/overlays.md"), "utf8");

/** Returns the kustomizations on a page by path. */
function kustomizations(markdown: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(
      markdown.matchAll(/^```yaml\n# (\S+\/kustomization\.yaml)\n([\s\S]*?)^```$/gm),
      ([, path = "", text = ""]) => [path, text],
    ),
  );
}

/** The kustomizations on docs/overlays.md by path. */
export const exampleFiles: ReadonlyMap<string, string> = kustomizations(page);

/** The kustomizations on docs/install.md by path. */
export const installFiles: ReadonlyMap<string, string> = kustomizations(
  readFileSync(join(root, "docs/install.md"), "utf8"),
);

/** The shell command of `docs/overlays.md` that applies `fail-closed` after a check. */
export const failClosedCommand: string =
  /^```sh\n(kubectl [^`]*? &&[^`]*?apply -k deploy-fail-closed)\n```$/m.exec(page)?.[1] ?? "";

/** Writes the files of both pages next to a copy of `manifests`, and returns the directory. */
export function writeExample(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-example-")));
  cpSync(join(root, "manifests"), join(folder, "manifests"), { recursive: true });
  for (const [path, text] of [...exampleFiles, ...installFiles]) {
    mkdirSync(join(folder, dirname(path)));
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
