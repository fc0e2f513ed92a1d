import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renewals } from "./reviews.mjs";

/**
 * What each benchmark of the server needs: a port, and in a folder that goes when the process does, RSA-2048 certificates and 5,000
 * different reviews, a line each, written anew whenever they are asked for: renewals of minutes ago would be warned of.
 */
export function setStage() {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  const certificates = join(folder, "certificates");
  const [certificate, key] = ["tls.crt", "tls.key"].map((name) => join(certificates, name));
  const reviews = join(folder, "reviews.ndjson");
  const flags = ["--service=a", "--namespace=b", "--ip=127.0.0.1", `--out=${certificates}`];
  execFileSync(process.execPath, [fileURLToPath(new URL("../dist/cli/main.js", import.meta.url)), "certs", "generate", ...flags]);
  const bodies = () => {
    writeFileSync(reviews, renewals(5000).join(""));
    return reviews;
  };
  // Others may measure too; from 32,768 on a port may be that of some connection.
  return { folder, certificates, certificate, key, bodies, port: 20_000 + (process.pid % 12_000) };
}
