// Runs the pipeline of the server without Express, to show the cost of Express. bench/server.mjs
// bundles this program and starts it with PORT CERTIFICATE KEY.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { createValidate } from "../src/engine/validate/validate.ts";
import { rules } from "../src/rules/index.ts";
import { BodyBudget, PartialBodies } from "../src/webhook/http/body-budget.ts";
import { Connections, connectionLimits } from "../src/webhook/http/connections.ts";
import { checkRequest, endSlow } from "../src/webhook/http/protocol-errors.ts";
import { createReviewHandler } from "../src/webhook/http/review-handler.ts";
import { bodyBudgetBytes, maxRequestsInflight, maxWaitingBodies, partialBodyBytes } from "../src/webhook/limits.ts";
import { createLog, createReplyLog } from "../src/webhook/log/log.ts";
import { LogDestination } from "../src/webhook/log/log-destination.ts";
import { LogLimit } from "../src/webhook/log/log-limit.ts";
import { Metrics } from "../src/webhook/metrics/metrics.ts";

const [, , port, certificate, key] = process.argv;
const destination = new LogDestination(1);
const log = createLog(destination);
const metrics = new Metrics("0.0.0");
const logLimit = new LogLimit({ destination, metrics, log });
const connections = new Connections(metrics);
const review = createReviewHandler({
  policy: { validate: createValidate(rules) },
  log,
  logLimit,
  logReply: createReplyLog(log, destination, logLimit),
  metrics,
  connections,
  bodies: { partial: new PartialBodies(partialBodyBytes), large: new BodyBudget(bodyBudgetBytes, maxWaitingBodies) },
  maxInFlight: maxRequestsInflight,
  draining: () => false,
});
const fail = (error) => {
  throw error;
};
const options = { ...connectionLimits, cert: readFileSync(certificate), key: readFileSync(key), minVersion: "TLSv1.3" };
const server = createServer(options, (request, response) => {
  connections.begin(request, response);
  const asked = request.method === "POST" && request.url.startsWith("/validate?");
  if (asked && checkRequest(request).ok) review(request, response, fail);
  else response.writeHead(404).end();
});
connections.track(server, (socket) => endSlow(socket, metrics));
server.listen(Number(port), "127.0.0.1");
