// A webhook that parses each review with JSON.parse and returns a constant response. Its time is
// the lower limit for a webhook in Node.js.
// Usage: node bench/bare.mjs PORT CERTIFICATE KEY
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [, , port, certificate, key] = process.argv;
createServer(
  { cert: readFileSync(certificate), key: readFileSync(key), keepAliveTimeout: 120_000 },
  (request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { uid } = JSON.parse(Buffer.concat(chunks)).request;
      const body = JSON.stringify({
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid, allowed: true },
      });
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
      response.end(body);
    });
  },
).listen(Number(port), "127.0.0.1");
