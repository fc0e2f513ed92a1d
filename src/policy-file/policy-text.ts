import { failed, ok, type Result } from "../field/result.ts";

/** 1 MiB: kube-apiserver accepts no larger ConfigMap, and a server parses a changed policy between reviews. */
export const maxPolicyBytes: number = 2 ** 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes the bytes of a policy file, or returns why they cannot be a policy; a byte order mark is dropped. */
export function policyText(bytes: Uint8Array): Result<string, string> {
  if (bytes.length > maxPolicyBytes) return failed(`must not be larger than ${maxPolicyBytes} bytes`);
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return failed("must be UTF-8");
  }
}
