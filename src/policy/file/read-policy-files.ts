import { readdir, readlink, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { decodeUtf8 } from "../../core/text/decode-text.ts";
import { manifestNameText } from "../../core/text/manifest-name.ts";
import { mustBeReadable } from "../../core/text/system-error.ts";
import { type PolicyFile, policyFilesIn } from "./policy-parts.ts";
import { maxPolicyBytes } from "./read-policy.ts";

/** The files of a policy, or the reason why they cannot be read. The error starts with a path. */
export type PolicyFiles = Result<readonly PolicyFile[], string>;

/** Reads the text of a policy file. The error starts with "must". */
export type ReadPolicyText = (file: string) => Promise<Result<string, string>>;

/** Reads a policy that is one file. Without `readText`, the file must be a regular file. */
export async function readPolicyFile(file: string, readText: ReadPolicyText = readRegularText): Promise<PolicyFiles> {
  const text = await readText(file);
  return text.ok ? ok([{ file, text: text.value }]) : failed(`${file} ${text.error}`);
}

export async function readRegularText(file: string): Promise<Result<string, string>> {
  const bytes = await readRegularFile(file, maxPolicyBytes);
  return bytes.ok ? decodeUtf8(bytes.value) : bytes;
}

/** Maximum number of reads of a directory that changes during each read. */
const maxPolicyReads = 5;

/**
 * Reads the policy files in a directory, sorted by name. All files belong to the same version of
 * the directory. In a mounted ConfigMap, a version is a target of the link `..data`. If `directory`
 * itself is a link, a version is a target of this link. Any other directory has only one version.
 */
export async function readPolicyDirectory(directory: string): Promise<PolicyFiles> {
  try {
    for (let reads = 0; reads < maxPolicyReads; reads++) {
      const version = await versionOf(directory);
      const files = await readVersion(directory, version);
      if ((await versionOf(directory)) === version) return files;
    }
    return failed(`${directory} must not change during each read`);
  } catch (error) {
    return failed(`${directory} ${mustBeReadable(error)}`);
  }
}

/**
 * Returns the directory with the files of the current version. Does not call `realpath` for the
 * target of `..data`, because this call fails if the kubelet has just deleted the target.
 */
async function versionOf(directory: string): Promise<string> {
  const real = await realpath(directory);
  const target = await readlink(join(real, "..data")).catch(() => "");
  return resolve(real, target);
}

async function readVersion(directory: string, version: string): Promise<PolicyFiles> {
  const names = await readdir(version).catch(mustBeReadable);
  if (typeof names === "string") return failed(`${directory} ${names}`);
  const files: PolicyFile[] = [];
  let size = 0;
  for (const [name, path] of policyFilesIn(names.map((each) => [each, join(version, each)]))) {
    const file = join(directory, name);
    const bytes = await readRegularFile(path, maxPolicyBytes);
    if (!bytes.ok) return failed(`${file} ${bytes.error}`);
    size += bytes.value.length;
    if (size > maxPolicyBytes)
      return failed(`${directory} must not contain policy files of more than ${maxPolicyBytes} bytes together`);
    const text = decodeUtf8(bytes.value);
    if (!text.ok) return failed(`${file} ${text.error}`);
    files.push({ file, text: text.value });
  }
  return files.length > 0 ? ok(files) : failed(`${directory} must contain a policy: ${manifestNameText}`);
}
