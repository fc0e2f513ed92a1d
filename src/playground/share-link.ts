import { isJsonObject } from "../core/api/json-object.ts";
import { defaultKubernetesVersion, parseKubernetesVersion } from "../core/api/kubernetes-version.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { changeOperations } from "../rules/rule.ts";
import type { PlaygroundInput } from "./playground-input.ts";

export const emptyInput: PlaygroundInput = {
  object: "",
  oldObject: "",
  beside: "",
  policy: "",
  operation: "CREATE",
  user: "",
  groups: "",
  pod: "",
  node: "",
  now: "",
  kubernetesVersion: defaultKubernetesVersion,
};

/** Returns the fields of an input that do not have their default. */
export function changedFields(input: PlaygroundInput): Partial<PlaygroundInput> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== emptyInput[name as keyof PlaygroundInput]),
  );
}

/** The first character of a fragment, which is the version of its format. */
const version = "1";

/** The maximum size of a decompressed input in bytes. */
const maxLength = 2_000_000;

/** Returns an input as a URL fragment, without `#`. Leaves out the fields with their default. */
export async function toFragment(input: PlaygroundInput): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(changedFields(input)));
  const packed = await collect(
    new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    Number.POSITIVE_INFINITY,
  );
  return version + toBase64(packed);
}

export interface SharedInput {
  readonly input: PlaygroundInput;
  /** A warning, if the link names a Kubernetes version that this playground does not know yet. */
  readonly warning?: string;
}

/** Returns the input in a URL fragment. */
export async function fromFragment(fragment: string): Promise<Result<SharedInput, string>> {
  if (!fragment.startsWith(version)) return failed(invalidLink);
  try {
    const packed = fromBase64(fragment.slice(version.length));
    const bytes = await collect(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
      maxLength,
    );
    return toInput(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return failed(invalidLink);
  }
}

const invalidLink = "the link is incomplete or from another version of the playground";

function toInput(value: unknown): Result<SharedInput, string> {
  if (!isJsonObject(value)) return failed(invalidLink);
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(emptyInput, name));
  if (fields.some(([, field]) => typeof field !== "string")) return failed(invalidLink);
  const input = { ...emptyInput, ...Object.fromEntries(fields) };
  const chosen = parseKubernetesVersion(input.kubernetesVersion);
  if (chosen === undefined || !changeOperations.includes(input.operation)) return failed(invalidLink);
  const { version: kubernetesVersion, ...warned } = chosen;
  return ok({ input: { ...input, kubernetesVersion }, ...warned });
}

/** Returns the bytes of a stream. Throws if there are more than `limit` bytes. */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > limit) throw new RangeError("the input is too large");
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
