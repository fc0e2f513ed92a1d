import { gzipSync } from "node:zlib";
import { isJsonObject } from "../../src/core/api/json-object.ts";

/** A text or bytes with the given events, each of which is the JSON of one audit event. */
type Envelope = (events: readonly string[]) => string | Uint8Array;

const parsed = (events: readonly string[]): readonly Readonly<Record<string, unknown>>[] =>
  events.map((event) => JSON.parse(event));

/** The EventList that the webhook backend of kube-apiserver sends. Its items have no type. */
const eventList = (events: readonly string[]) => ({
  kind: "EventList",
  apiVersion: "audit.k8s.io/v1",
  metadata: {},
  items: parsed(events).map(({ kind: _, apiVersion: __, ...item }) => item),
});

const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const indented = (value: unknown): string => `${JSON.stringify(value, null, 4)}\n`;
const half = (events: readonly string[]): readonly (readonly string[])[] => {
  const middle = Math.ceil(events.length / 2);
  return [events.slice(0, middle), events.slice(middle)];
};

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};

const logEvents = (events: readonly string[]) =>
  events.map((message, index) => ({ id: String(index), timestamp: 1_790_000_000_000 + index, message }));

const subscription = (events: readonly string[], messageType = "DATA_MESSAGE") => ({
  messageType,
  owner: "123456789012",
  logGroup: "/aws/eks/prod/cluster",
  logStream: "kube-apiserver-audit-0123456789abcdef",
  subscriptionFilters: ["audit"],
  logEvents: logEvents(events),
});

const checksHealth = subscription(["CWL CONTROL MESSAGE: Checking health of destination Firehose."], "CONTROL_MESSAGE");

const insightsRow = (event: string) => [
  { field: "@timestamp", value: "2026-11-23 18:50:17.641" },
  { field: "@message", value: event },
  { field: "@ptr", value: "CmEKJgoi" },
];

const aksRecord = (event: string) => ({
  time: "2026-11-23T18:50:17.6419350Z",
  resourceId: "/SUBSCRIPTIONS/0/RESOURCEGROUPS/A/PROVIDERS/MICROSOFT.CONTAINERSERVICE/MANAGEDCLUSTERS/B",
  operationName: "Microsoft.ContainerService/managedClusters/diagnosticLogs/Read",
  category: "kube-audit",
  properties: { log: `${event}\n`, stream: "stdout", pod: "kube-apiserver-0" },
});

const plain: Envelope = (events) => events.map((event) => `${event}\n`).join("");
const prefixed =
  (prefix: string): Envelope =>
  (events) =>
    events.map((event) => `${prefix}${event}\n`).join("");

/** The envelopes that `simulate`, `learn`, and `audit` read. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  "one event in each line": plain,
  "lines that end with CRLF, after a byte order mark": (events) =>
    `\uFEFF\r\n${events.map((event) => `${event}\r\n`).join("\r\n")}`,
  "indented events": (events) => parsed(events).map(indented).join(""),
  "an EventList": (events) => JSON.stringify(eventList(events)),
  "an EventList in each line": (events) => lines(half(events).map(eventList)),
  "an indented EventList": (events) => indented(eventList(events)),
  "an indented EventList whose kind comes last": (events) => indented(sortKeys(eventList(events))),
  "a list in one line": (events) => JSON.stringify(parsed(events)),
  "a list with one event in each line": (events) => `[\n${events.join(",\n")}\n]\n`,
  "a list without a line feed after its bracket": (events) => `[${events.join(",\n")}]\n`,
  "get-log-events of CloudWatch Logs": (events) =>
    indented({ events: logEvents(events), nextForwardToken: "f/3", nextBackwardToken: "b/3" }),
  "filter-log-events of CloudWatch Logs, in one line": (events) =>
    JSON.stringify({ events: logEvents(events), searchedLogStreams: [] }),
  "get-query-results of CloudWatch Logs Insights": (events) =>
    indented({ results: events.map(insightsRow), statistics: { recordsMatched: 3 }, status: "Complete" }),
  "an export of CloudWatch Logs Insights": (events) =>
    indented(events.map((event) => ({ "@timestamp": "2026-11-23 18:50:17.641", "@message": event }))),
  "an export of CloudWatch Logs Insights with parsed messages": (events) =>
    JSON.stringify(parsed(events).map((event) => ({ "@timestamp": "2026-11-23 18:50:17.641", "@message": event }))),
  "an export of CloudWatch Logs to S3": prefixed("2026-11-23T18:50:17.641Z "),
  "a subscription of CloudWatch Logs": (events) => lines(half(events).map((part) => subscription(part))),
  "a subscription of CloudWatch Logs through Firehose": (events) =>
    [checksHealth, ...half(events).map((part) => subscription(part))].map((each) => JSON.stringify(each)).join(""),
  "a message in each line": (events) => lines(events.map((message) => ({ message, host: "a" }))),
  "a parsed message in each line": (events) => lines(parsed(events).map((message) => ({ message }))),
  "EventLists in messages": (events) =>
    lines(half(events).map((part) => ({ message: JSON.stringify(eventList(part)) }))),
  "a blob of AKS": (events) => lines(events.map(aksRecord)),
  "an Event Hub of AKS": (events) => JSON.stringify({ records: events.map(aksRecord) }),
  "oc adm node-logs": prefixed("ip-10-0-140-97.ec2.internal "),
  "kubectl logs --prefix": prefixed("[pod/kube-apiserver-a/kube-apiserver] "),
  "grep in several files": prefixed("/var/log/audit-1.log:"),
  "the log of a container runtime": prefixed("2026-11-23T18:50:17.641935012Z stdout F "),
  gzip: (events) => gzipSync(plain(events)),
  "gzip of an indented EventList": (events) => gzipSync(indented(eventList(events))),
  "gzip of several members": (events) => Buffer.concat(half(events).map((part) => gzipSync(plain(part)))),
};

/** Files whose form `simulate` names, by the path in `valueForms` that the form has. */
export const namedForms: Readonly<Record<string, Envelope>> = {
  line: (events) =>
    lines(events.map((line) => ({ labels: { job: "audit" }, line, timestamp: "2026-11-23T18:50:17.641Z" }))),
  "data.result": (events) =>
    JSON.stringify({
      status: "success",
      data: {
        resultType: "streams",
        result: [{ stream: { job: "audit" }, values: events.map((event) => ["1790000000000000000", event]) }],
      },
    }),
  "result._raw": (events) =>
    lines(events.map((event, offset) => ({ preview: false, offset, result: { _raw: event, host: "a" } }))),
  _raw: (events) => JSON.stringify({ preview: false, results: events.map((event) => ({ _raw: event })) }),
  event: (events) =>
    lines(parsed(events).map((event) => ({ time: 1_790_000_000, sourcetype: "kube:apiserver-audit", event }))),
  log: (events) =>
    lines(events.map((event) => ({ log: `${event}\n`, stream: "stdout", time: "2026-11-23T18:50:17.641Z" }))),
  log_s: (events) => indented(events.map((event) => ({ TimeGenerated: "2026-11-23T18:50:17.641Z", log_s: event }))),
};
