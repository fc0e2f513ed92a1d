import { expect } from "vitest";
import type { Reply } from "../../src/engine/review/respond.ts";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import { someContext } from "./some-context.ts";

const validate = createValidate(rules);

export const notJson = "the body must be JSON, without a byte order mark";
export const tooDeep = "the body must not nest deeper than 10000 levels";

export function replyTo(body: Uint8Array): Reply {
  return reviewBody(body, validate, someContext.now);
}

/** Reads a body independently of the code of lease-guard. */
function readWhole(body: Uint8Array): { readonly value: unknown } | string {
  const text = Buffer.from(body).toString("latin1");
  const isDeep = deepest(text) > 10_000;
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return isDeep && isDeepAroundObjects(value) ? tooDeep : { value };
  } catch {
    return isDeep ? tooDeep : notJson;
  }
}

/** Reports whether a review without the objects of its request nests too deeply. */
function isDeepAroundObjects(review: unknown): boolean {
  try {
    const without = JSON.stringify(review, (key, value) => (key === "object" || key === "oldObject" ? null : value));
    return deepest(without) > 10_000;
  } catch (error) {
    // JSON.stringify has too few stack frames for thousands of levels.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Returns the maximum depth of brackets outside of strings. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') quoted = !quoted;
    else if (quoted && char === "\\") index++;
    else if (!quoted && (char === "[" || char === "{")) most = Math.max(most, ++depth);
    else if (!quoted && (char === "]" || char === "}")) depth--;
  }
  return most;
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/**
 * Checks the requirements for the response to any body:
 *
 * - If the body cannot be read or has no valid uid, the response is HTTP 400 with a Status.
 * - If the body has a valid uid, the response has the same uid.
 * - No rule throws.
 * - The response is the same for a body with additional whitespace, in which lease-guard does
 *   not empty `fieldsV1` before it parses the JSON.
 */
export function expectRequirements(body: Uint8Array, name: string): Reply {
  const reply = replyTo(body);
  const read = readWhole(body);
  const answer = JSON.parse(JSON.stringify(reply.body));
  if (typeof read === "string") {
    expect([reply.httpStatus, answer], name).toEqual([400, badRequest(read)]);
    return reply;
  }
  const uid = at(at(read.value, "request"), "uid");
  if (typeof uid === "string" && uid.length > 0 && uid.length <= 256) {
    expect(reply.httpStatus, name).toBe(200);
    expect([answer.kind, answer.response.uid, typeof answer.response.allowed], name).toEqual([
      "AdmissionReview",
      uid,
      "boolean",
    ]);
    const { status } = answer.response;
    expect([200, 400, 422], name).toContain(answer.response.allowed ? (status?.code ?? 200) : status.code);
  } else {
    expect(reply.httpStatus, name).toBe(400);
    expect(answer, name).toEqual(badRequest(expect.stringMatching(/^AdmissionReview is invalid: [^\n]{1,20000}$/)));
  }
  expect(reply.verdict?.crashes ?? [], name).toEqual([]);
  const text = Buffer.from(body).toString("latin1");
  const whole = text.replaceAll('"fieldsV1":{', '"fieldsV1" :{');
  if (whole !== text)
    expect(JSON.stringify(replyTo(Buffer.from(whole, "latin1")).body), name).toBe(JSON.stringify(reply.body));
  return reply;
}

export function badRequest(message: unknown): object {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason: "BadRequest",
    code: 400,
  };
}

/**
 * Returns the outcome as a short string: "allowed", "unvalidated", the fields with errors, or the
 * message if the Status names no fields.
 */
export function outcome(reply: Reply): string {
  if (reply.body.kind === "Status") return reply.body.message;
  const { allowed, status } = reply.body.response;
  if (allowed)
    return reply.verdict?.findings.some(({ origin }) => origin === "schema/limits") ? "unvalidated" : "allowed";
  return status?.details?.causes.map(({ field }) => field).join() ?? String(status?.message);
}

export function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Returns a function that replaces a part of a valid body and returns the outcome. */
export function outcomeOfChanged(valid: string): (text: string, other: string, name?: string) => string {
  return (text, other, name = other.slice(0, 100)) => {
    expect(valid).toContain(text);
    return outcome(expectRequirements(utf8(valid.replace(text, () => other)), name));
  };
}
