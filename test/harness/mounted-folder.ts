import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Contents = Readonly<Record<string, string>>;

/**
 * A directory with the structure that the kubelet creates for a mounted Secret or ConfigMap. The
 * files are links into `..data`. `..data` is a link to the directory of one version. A swap
 * replaces this link atomically.
 */
export interface MountedFolder {
  readonly folder: string;
  readonly swap: (contents: Contents) => void;
  /** Creates the directory again after a removal. */
  readonly create: (contents: Contents) => void;
  readonly remove: () => void;
}

/** Creates a directory of files in the same way as the kubelet mounts a Secret. */
export function mountFolder(first: Contents): MountedFolder {
  const folder = join(mkdtempSync(join(tmpdir(), "lease-guard-mount-")), "mounted");
  let version = 0;
  const swap = (contents: Contents): void => {
    version++;
    const target = `..version_${version}`;
    mkdirSync(join(folder, target));
    for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, target, name), text);
    symlinkSync(target, join(folder, "..data_tmp"));
    renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
    rmSync(join(folder, `..version_${version - 1}`), { recursive: true, force: true });
  };
  const create = (contents: Contents): void => {
    mkdirSync(folder);
    swap(contents);
    for (const name of Object.keys(contents)) symlinkSync(`..data/${name}`, join(folder, name));
  };
  create(first);
  return { folder, swap, create, remove: () => rmSync(join(folder, ".."), { recursive: true, force: true }) };
}
