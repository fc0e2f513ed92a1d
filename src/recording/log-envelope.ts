import { fieldAt } from "../core/api/fields.ts";
import { isJsonObject, property } from "../core/api/json-object.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { shorten } from "../core/field/path.ts";
import { ok, type Result } from "../core/field/result.ts";

type Parse = (text: string) => Result<unknown, string>;

/**
 * The keys of the lists that contain records: `items` of an EventList, `events` and `logEvents` of
 * CloudWatch Logs, `results` of CloudWatch Logs Insights, and `records` of Azure Event Hubs. The
 * key "" is for a list that is not in an object.
 */
export const recordLists: ReadonlySet<string> = new Set(["", "items", "events", "logEvents", "results", "records"]);

/** The paths at which a log collector stores an event: CloudWatch Logs, its Insights, and AKS. */
const messagePaths: readonly (readonly string[])[] = [["message"], ["@message"], ["properties", "log"]];

/** With this message, CloudWatch Logs tests the receiver of a subscription. */
const controlMessage = /^CWL CONTROL MESSAGE: /;

/** The number of envelopes in one another, such as an EventList in a message of CloudWatch. */
const maxEnvelopes = 4;

/**
 * Yields the records in a value. They can be in lists, and in the messages of a log collector. Any
 * other value is a record itself.
 */
export function* recordsIn(
  value: unknown,
  isRecord: (value: unknown) => boolean,
  parse: Parse,
  left: number = maxEnvelopes,
): Generator<Result<unknown, string>, void> {
  const contents = left === 0 || isRecord(value) ? undefined : contentsOf(value);
  if (contents === undefined) yield ok(value);
  else
    for (const each of contents) {
      const parsed = typeof each === "string" ? parse(each) : ok(each);
      if (!parsed.ok) yield parsed;
      else if (parsed.value !== undefined) yield* recordsIn(parsed.value, isRecord, parse, left - 1);
    }
}

function contentsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return [messageOf(value) ?? value].flat();
  for (const key of recordLists) {
    const list = property(value, key);
    if (Array.isArray(list)) return list;
  }
  if (typeof property(value, "kind") === "string") return undefined;
  const message = messagePaths.map((path) => fieldAt(value, ...path)).find((each) => each !== undefined);
  if (typeof message === "string") return controlMessage.test(message) ? [] : [message];
  return isJsonObject(message) ? [message] : undefined;
}

/** Returns the message in a row of CloudWatch Logs Insights, which is a list of fields. */
function messageOf(row: readonly unknown[]): unknown {
  return property(
    row.find((field) => property(field, "field") === "@message"),
    "value",
  );
}

/** The form of a value or a line that is no record. */
interface Form {
  readonly name: string;
  /** The arguments with which jq converts a file to records. If there are none, jq cannot do it. */
  readonly jq?: string;
}

/** Forms of values, each with the path of a field that only this form has. */
export const valueForms: readonly (Form & { readonly path: readonly string[] })[] = [
  {
    path: ["protoPayload"],
    name: "an entry of Google Cloud Logging, which does not contain the groups and the pod of the user",
  },
  { path: ["line"], name: "a line of logcli", jq: "-r .line" },
  { path: ["data", "result"], name: "a response of Loki", jq: "-r '.data.result[].values[][1]'" },
  { path: ["result", "_raw"], name: "a result of a Splunk export", jq: "-r .result._raw" },
  { path: ["_raw"], name: "a Splunk result", jq: "-r '.. | ._raw? // empty'" },
  { path: ["event"], name: "an event of a Splunk HTTP Event Collector", jq: "-cr .event" },
  { path: ["log"], name: "a line of a container log", jq: "-r .log" },
  { path: ["log_s"], name: "a row of Azure Log Analytics", jq: "-r '.. | .log_s? // empty'" },
];

/** Forms of lines that are not JSON. */
const textForms: readonly (Form & { readonly pattern: RegExp })[] = [
  { pattern: /\{""/, name: "a line of CSV; export JSON" },
  { pattern: /^\d{4}-\S+ \{\w+="/, name: "a line of logcli with labels; use logcli -o raw" },
  { pattern: /^[IWEF]\d{4} /, name: "a message of a program" },
];

/** The number of fields of an unknown value that a message names. */
const maxFields = 5;

/** Returns a phrase that names the form of a value that is no record, and how to convert it. */
export function formOf(value: unknown): string {
  if (!isJsonObject(value)) return Array.isArray(value) ? "a list" : "a plain value";
  const kind = value["kind"];
  if (typeof kind === "string") return `an object of kind ${quoted(kind)}`;
  const form = valueForms.find(({ path }) => fieldAt(value, ...path) !== undefined);
  if (form !== undefined)
    return form.jq === undefined ? form.name : `${form.name}; convert the file with jq ${form.jq}`;
  const names = Object.keys(value).slice(0, maxFields).map(quoted);
  return names.length === 0 ? "an object without fields" : `an object with the fields ${names.join(", ")}`;
}

/** Returns a phrase that names the form of a line that is not JSON, or "" for an unknown form. */
export function textFormOf(line: string): string {
  return textForms.find(({ pattern }) => pattern.test(line))?.name ?? "";
}

function quoted(text: string): string {
  return goQuote(shorten(text, 60));
}
