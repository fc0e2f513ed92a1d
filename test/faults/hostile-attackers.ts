import { connect as connectPlain, type Socket } from "node:net";
import { connect } from "node:tls";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody, message, post } from "../harness/raw-request.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";
import { isShort } from "../harness/short.ts";
import { type Attack, type Attacker, connections, eachShape, only, reviews } from "./attacker.ts";
import { changers } from "./hostile-files.ts";
import {
  cutShapes,
  judgedShapes,
  legalShapes,
  many,
  openLists,
  patternShapes,
  refusedShapes,
  reviewText,
} from "./hostile-shapes.ts";

const tls = ({ served: { port, ca } }: Attack): Socket => connect({ host: "127.0.0.1", port, ca });

/** Calls `run` repeatedly while the socket is open. */
function every(ms: number, socket: Socket, run: () => void): void {
  const timer = setInterval(run, ms);
  socket.once("close", () => clearInterval(timer));
}

const badLabels = (bytes: number): string =>
  reviewText({ metadata: `,"labels":{${many(bytes, (index) => `"-k${index}":"-v"`, bytes)}}` });

/** A review of 2 kB whose response has 28 kB. */
export const expensiveReview: string = badLabels(1_600);

/** The beginning of a request whose body never ends. */
export const slowBody: string = message("POST /validate HTTP/1.1", [
  "Host: guard",
  "Content-Type: application/json",
  "Content-Length: 60000",
]);

/** Returns a review whose log line contains five strings of this length. */
function noisy(length: number): string {
  // JSON escapes each character of this string with six characters.
  const long = "\u0001".repeat(length);
  const names = { uid: long, name: long, namespace: long, subResource: long, userInfo: { username: long } };
  return new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"), names));
}

/** A review whose log line has almost the maximum length. */
export const noisyReview: string = noisy(250);

/** A review whose log line is as long as that of a cheap review can be. */
export const cheapNoisyReview: string = noisy(64);

const malformed: readonly string[] = [
  "\u0000".repeat(100),
  "POST /validate HTTP/9.9\r\n\r\n",
  message("POST /validate HTTP/1.1", ["Host: a", "Host: b", `Content-Length: ${legalBody.length}`], legalBody),
  message(
    "POST /validate HTTP/1.1",
    ["Host: a", "Content-Length: 5", "Transfer-Encoding: chunked"],
    "0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
  ),
  message("POST /validate HTTP/1.1", ["Host: a", "Transfer-Encoding: chunked"], "fffffffffffffffff\r\n"),
  message("POST /validate HTTP/1.1", ["Host: a", `x: ${"x".repeat(17_000)}`]),
  message("POST /validate HTTP/1.1", ["Host: a", "Content-Length: -1"]),
  message("GET /other HTTP/1.1", ["Host: a", "Connection: close"]),
];

/**
 * The outcomes of large reviews while many clients send them. The server closes some connections
 * before the client has read the response, because they need memory.
 */
const overloaded = ["413", "429", "504", "broken pipe", "connection reset by peer", "EOF", "unexpected EOF"] as const;

/** All attackers of a server without client certificates. Each one attacks continuously. */
export const attackers: readonly Attacker[] = [
  ...eachShape("reviews above the limits", refusedShapes, 2, only("400")),
  ...eachShape("objects above the limits", cutShapes, 2, only("200")),
  // A review that exceeds the heap of the thread for large reviews gets 413.
  ...eachShape("expensive reviews", judgedShapes, 2, only("200", "413", "504")),
  ...eachShape("long strings for patterns", patternShapes, 2, only("200")),
  ...eachShape("legal large reviews", legalShapes, 1, only("200")),
  ...eachShape(
    "256 large reviews at once",
    { ...legalShapes, ...(!isShort && judgedShapes) },
    256,
    only("200", ...overloaded),
  ),
  ...(isShort ? [] : eachShape("256 large reviews at once", { openLists }, 256, only("400", ...overloaded))),
  reviews("200 clients with 2 kB of bad labels", () => [expensiveReview], 200, { accepts: only("200") }),
  reviews("200 clients with 64 kB of bad labels", () => [badLabels(63_000)], 200, { accepts: only("200", "429") }),
  reviews("16 clients with long log lines", () => [noisyReview], 16, { accepts: only("200") }),
  // The next two attackers open their connections slowly, because many handshakes at once are
  // another attack.
  connections("1,100 idle connections", { count: 1_100, dial: tls, atOnce: 50 }),
  connections("850 slow bodies", {
    count: 850,
    dial: tls,
    atOnce: 50,
    use: (socket) => {
      socket.write(slowBody);
      every(1_000, socket, () => socket.write("{"));
    },
    statuses: ["408"],
  }),
  connections("200 clients that read no responses", {
    count: 200,
    dial: tls,
    use: (socket, index) => {
      socket.pause().write(post([], expensiveReview).repeat(200));
      every(1_000 + index, socket, () => socket.destroy());
    },
  }),
  connections("16 clients with malformed HTTP", {
    count: 16,
    dial: tls,
    use: (socket, index) => {
      let next = index;
      const write = () => socket.write(malformed[next++ % malformed.length] ?? "", "latin1");
      write();
      socket.on("data", write);
    },
    statuses: ["400", "404", "411", "415", "431"],
  }),
  connections("16 clients without TLS", {
    count: 16,
    dial: ({ served }) => connectPlain(served.port, "127.0.0.1"),
    use: (socket) => socket.resume().write("GET / HTTP/1.1\r\n\r\n"),
  }),
  connections("256 handshakes at once", {
    count: 256,
    dial: tls,
    use: (socket) => socket.once("secureConnect", () => socket.destroy()),
    together: true,
  }),
  connections("600 idle connections to the probes", {
    count: 600,
    dial: ({ probes }) => connectPlain(probes, "127.0.0.1"),
    use: (socket, index) => index % 2 === 0 && socket.write("GET /livez HTTP/1.1\r\n"),
  }),
  {
    name: "500 scrapes a second",
    start: ({ load, metrics, seconds }) => {
      const sent = load.send({
        port: metrics,
        path: "/metrics",
        flags: ["-rate", "500", "-fresh", "-for", `${seconds}s`],
      });
      return () => sent;
    },
    accepts: only("200"),
  },
  ...changers,
];

/** A certificate that no CA of the server signed. */
const strange = ecPair({ commonName: "kube-apiserver", usage: "clientAuth" });

/** Attackers of a server that requires client certificates. */
export const strangers: readonly Attacker[] = [
  reviews("16 clients without a certificate", () => [legalBody], 16, { accepts: only("401") }),
  reviews("16 clients with a certificate of an unknown CA", () => [legalBody], 16, {
    accepts: only("401"),
    client: strange,
  }),
];
