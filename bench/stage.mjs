import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renewals } from "./reviews.mjs";

/**
 * Prepares the data for each benchmark of the server: a port, and a directory with RSA-2048
 * certificates and 5,000 different reviews, one per line. Removes the directory when the process
 * ends. Each call of `bodies` writes the reviews again, because rules would report renewals that
 * are minutes old.
 */
export function setStage() {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  const certificates = join(folder, "certificates");
  const [certificate, key] = ["tls.crt", "tls.key"].map((name) => join(certificates, name));
  const reviews = join(folder, "reviews.ndjson");
  const flags = ["--service=a", "--namespace=b", "--ip=127.0.0.1", `--out=${certificates}`];
  execFileSync(process.execPath, [
    fileURLToPath(new URL("../dist/cli/main.js", import.meta.url)),
    "certs",
    "generate",
    ...flags,
  ]);
  const bodies = () => {
    writeFileSync(reviews, renewals(5000).join(""));
    return reviews;
  };
  // The port depends on the process, because several benchmarks can run at the same time. From port
  // 32,768 on, the operating system can use a port for an outgoing connection.
  return { folder, certificates, certificate, key, bodies, port: 20_000 + (process.pid % 12_000) };
}
