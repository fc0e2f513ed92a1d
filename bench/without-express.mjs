// The same pipeline without Express: what Express costs. Usage: node bench/without-express.mjs PORT CERTIFICATE KEY
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { rules } from "../dist/rules/index.js";
import { watchConnections } from "../dist/server/connections.js";
import { connectionLimits } from "../dist/server/limits.js";
import { createLog } from "../dist/server/log.js";
import { LogDestination } from "../dist/server/log-destination.js";
import { Metrics } from "../dist/server/metrics.js";
import { createReviewHandler } from "../dist/server/review-handler.js";
import { createValidate } from "../dist/validate/validate.js";

const [, , port, certificate, key] = process.argv;
const review = createReviewHandler({
  validate: createValidate(rules),
  log: createLog(new LogDestination(1)),
  metrics: new Metrics("0.0.0"),
  draining: () => false,
});
const fail = (error) => {
  throw error;
};
const options = { ...connectionLimits, cert: readFileSync(certificate), key: readFileSync(key), minVersion: "TLSv1.3" };
const server = createServer(options, (request, response) => {
  if (request.method === "POST" && request.url.startsWith("/validate?")) review(request, response, fail);
  else response.writeHead(404).end();
});
watchConnections(server);
server.listen(Number(port), "127.0.0.1");
