import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { environment, nodeFlags } from "./image.mjs";
import { goProgram, node, pepr } from "./peers.mjs";
import { leaveCore0 } from "./serving.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Prepares the webhooks with these names, in this order, and downloads and builds missing programs.
 * Each result has the start command, the path for reviews, and the path of a readiness check. A
 * webhook without a readiness check is ready when it accepts a connection. Afterwards, this process
 * and all processes that it starts leave core 0 to the server.
 */
export async function contenders(names, stage) {
  const made = [];
  for (const name of names) made.push({ name, path: "/validate", ...(await all[name](stage)) });
  leaveCore0();
  return made;
}

const all = {
  "lease-guard, Node 24": (stage) => ({ command: serve(24, stage) }),
  "lease-guard, Node 20": (stage) => ({ command: serve(20, stage) }),
  "controller-runtime": ({ certificates, port }) => ({
    command: ["env", "GOMAXPROCS=1", goProgram("crpeer"), `-port=${port}`, `-certs=${certificates}`],
    path: "/validate-coordination-k8s-io-v1-lease",
  }),
  "bare, Node 24": ({ port, certificate, key }) => ({
    command: [node(24), at("bare.mjs"), String(port), certificate, key],
  }),
  "without Express, Node 24": async ({ port, certificate, key }) => ({
    command: [...asImage(24), await withoutExpress(), String(port), certificate, key],
  }),
  "Pepr, Node 24": ({ port, certificate, key }) => ({
    command: [node(24), at("pepr/webhook.mjs"), pepr(), String(port), certificate, key],
    path: "/validate/t",
    ready: "/healthz",
  }),
};

/**
 * Returns the command that starts `serve` of a checkout with the settings of the image. The log and
 * the metrics are enabled.
 */
export function serve(major, { port, certificate, key }, main = at("../dist/cli/main.js")) {
  return [
    ...asImage(major),
    ...[main, "serve", "--bind-address=127.0.0.1", `--secure-port=${port}`],
    ...[
      "--health-probe-bind-address=127.0.0.1:0",
      "--metrics-bind-address=127.0.0.1:0",
      "--shutdown-delay-duration=0s",
    ],
    ...[`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`],
  ];
}

function asImage(major) {
  return ["env", ...environment, node(major), ...nodeFlags];
}

async function withoutExpress() {
  const file = at("../dist/bench/without-express.mjs");
  const external = ["pino", "prom-client"];
  await build({ input: at("without-express.mjs"), platform: "node", external, output: { file, format: "esm" } });
  return file;
}
