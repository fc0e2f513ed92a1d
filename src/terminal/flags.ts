import { InvalidArgumentError } from "commander";
import { ageText, dayMs, hourMs, minuteMs, parseDuration } from "../core/text/duration.ts";
import { mustBeDateOrTime, parseDateOrTime } from "../core/text/time.ts";

/** Parses a TCP port from 0 to 65535. For port 0, the system chooses a free port. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("must be a port from 0 to 65535");
  return port;
}

/** A host and a port to connect to. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Parses the address of a server, such as `localhost:8443` or `[::1]:8443`. */
export function parseHostPort(text: string): HostPort {
  const { host, port } = splitHostPort(text) ?? { host: "", port: "" };
  if (host === "") throw new InvalidArgumentError("must be HOST:PORT, such as 127.0.0.1:8443");
  return { host, port: parsePort(port) };
}

/**
 * Splits an address at its port. An IPv6 address is in brackets. The host can be "". Returns
 * undefined if the string does not have this form.
 */
export function splitHostPort(text: string): { readonly host: string; readonly port: string } | undefined {
  const match = /^(?:\[(.+)\]|([^:[\]]*)):(\d+)$/.exec(text);
  return match === null ? undefined : { host: match[1] ?? match[2] ?? "", port: match[3] ?? "" };
}

/** The longest duration of a flag, in milliseconds. A longer duration is probably a typo. */
const maxDurationMs = hourMs;

/** Parses a Go duration from 0s to 1h, such as `1m30s`. Returns milliseconds. */
export function parseDelay(text: string): number {
  const milliseconds = parseDuration(text) ?? Number.POSITIVE_INFINITY;
  if (milliseconds > maxDurationMs)
    throw new InvalidArgumentError(`must be a duration from 0s to ${ageText(maxDurationMs)}, such as 10s or 1m30s`);
  return milliseconds;
}

/** Parses a Go duration of more than 0s and at most 1h. Returns milliseconds. */
export function parsePositiveDelay(text: string): number {
  const milliseconds = parseDelay(text);
  if (milliseconds === 0) throw new InvalidArgumentError("must be a duration of more than 0s, such as 2s");
  return milliseconds;
}

/** The longest period of a flag, in milliseconds: ten years. */
const maxPeriodMs: number = 3650 * dayMs;

/**
 * Parses a period from 1m to 3650d: days, such as `30d`, or a Go duration, which has no unit for
 * days. Returns milliseconds.
 */
export function parsePeriod(text: string): number {
  const [, days] = /^(\d+)d$/.exec(text) ?? [];
  const milliseconds = days === undefined ? parseDuration(text) : Number(days) * dayMs;
  if (milliseconds === undefined || milliseconds < minuteMs || milliseconds > maxPeriodMs)
    throw new InvalidArgumentError(
      `must be a duration from ${ageText(minuteMs)} to ${ageText(maxPeriodMs)}, such as 30d or 36h`,
    );
  return milliseconds;
}

/**
 * The shortest time limit of a flag, in milliseconds. It gives every API server enough time to load
 * a changed ValidatingWebhookConfiguration.
 */
const minTimeoutMs = 2 * minuteMs;

/** The durations that `parseTimeout` accepts, as help and errors print them. */
export const timeoutRange: string = `from ${ageText(minTimeoutMs)} to ${ageText(maxDurationMs)}`;

/** Parses a Go duration in `timeoutRange`. Returns milliseconds. */
export function parseTimeout(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds < minTimeoutMs || milliseconds > maxDurationMs)
    throw new InvalidArgumentError(`must be a duration ${timeoutRange}`);
  return milliseconds;
}

/**
 * Parses a time or a day. For a day, returns its beginning in UTC. Throws an InvalidArgumentError
 * for any other string.
 */
export function parseMoment(text: string): Date {
  const time = parseDateOrTime(text);
  if (time === undefined) throw new InvalidArgumentError(mustBeDateOrTime);
  return time;
}

/** Adds the value of a flag to the values of its earlier occurrences. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Parses a flag that must not be repeated, because only its last value would count. */
export function once(text: string, previous: string | undefined): string {
  if (previous !== undefined) throw new InvalidArgumentError("must not be repeated: only one value can count");
  return text;
}
