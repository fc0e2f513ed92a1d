import { dayMs } from "./duration.ts";
import { pluralize } from "./join-words.ts";
import { isoTime } from "./time.ts";
import { hasExpired, type Validity } from "./validity.ts";

/** The state of the policy, which `/readyz?verbose` reports. */
export interface PolicyState {
  /**
   * The file and the revision of the active policy. If the server has no policy file, the field is
   * absent.
   */
  readonly source?: { readonly file: string; readonly revision: string };
  readonly since: Date;
  /**
   * The time since which the server has rejected the content of the file. If the content is valid,
   * the field is absent.
   */
  readonly rejectedSince?: Date | undefined;
}

export interface ProbeCheck {
  readonly passed: boolean;
  /** The line that `?verbose` or a failed probe shows, without `[+]` or `[-]` at its start. */
  readonly text: string;
}

/**
 * Formats the checks of a probe, such as `readyz`, as kube-apiserver does. A probe can pass even if
 * one of its checks fails.
 */
export function probeText(probe: string, passed: boolean, checks: readonly ProbeCheck[]): string {
  const lines = checks.map((check) => `[${check.passed ? "+" : "-"}]${check.text}\n`);
  return `${lines.join("")}${probe} check ${passed ? "passed" : "failed"}\n`;
}

/** Returns the check of the serving certificate. `certificateIn` reads its line. */
export function certificateCheck(validity: Validity, now: number): ProbeCheck {
  const { notBefore, notAfter } = validity;
  const passed = !hasExpired(validity, now);
  const distance = pluralize(Math.floor(Math.abs(notAfter - now) / dayMs), "day");
  const until = `valid from ${isoTime(notBefore)} until ${isoTime(notAfter)} (${passed ? `in ${distance}` : `${distance} ago`})`;
  return { passed, text: `certificate ${passed ? "ok" : "failed"}: ${until}` };
}

export function certificateIn(text: string): Validity | undefined {
  const [, from = "", until = ""] =
    /^\[[+-]\]certificate (?:ok|failed): valid from (\S{1,40}) until (\S{1,40})/m.exec(text) ?? [];
  const [notBefore, notAfter] = [Date.parse(from), Date.parse(until)];
  return Number.isNaN(notBefore + notAfter) ? undefined : { notBefore, notAfter };
}

/** Returns the check of the policy. `policyIn` reads its line. */
export function policyCheck({ source, since, rejectedSince }: PolicyState): ProbeCheck {
  const name = source === undefined ? "built-in default" : `${source.revision} of ${source.file}`;
  const active = `${name}, active since ${since.toISOString()}`;
  if (rejectedSince === undefined) return { passed: true, text: `policy ok: ${active}` };
  return {
    passed: false,
    text: `policy failed: changed file rejected since ${rejectedSince.toISOString()}; still ${active}`,
  };
}

/**
 * Returns the revision of the active policy in the text of a probe. If the check of the policy has
 * failed, returns the rest of the line. Returns undefined if the text has no such line. The
 * revision of the built-in policy is `built-in`.
 */
export function policyIn(text: string): { readonly revision: string } | { readonly failure: string } | undefined {
  const [, failure] = /^\[-\]policy (failed.{0,8000})/m.exec(text) ?? [];
  if (failure !== undefined) return { failure };
  const [, revision] = /^\[\+\]policy ok: (\S{1,200})/m.exec(text) ?? [];
  return revision === undefined ? undefined : { revision };
}
