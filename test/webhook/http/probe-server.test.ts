import { createHash } from "node:crypto";
import { join } from "node:path";
import request from "supertest";
import { describe, expect, it, vi } from "vitest";
import { ecPair } from "../../harness/ec-pair.ts";
import { type Guarded, guard } from "../../harness/guard.ts";
import { startServer } from "../../harness/running-server.ts";

describe("probes", () => {
  it.each<readonly [string, string, number]>([
    ["GET", "/livez", 200],
    ["GET", "/readyz", 200],
    ["GET", "/livez?verbosely", 200],
    ["GET", "/readyz?timeout=1s", 200],
    ["HEAD", "/livez", 200],
    ["GET", "/", 404],
    ["GET", "/healthz", 404],
    ["GET", "/livez/x", 404],
    ["GET", "/validate", 404],
    ["POST", "/validate", 404],
    ["GET", "/%zz", 404],
  ])("%s %s", async (method, path, code) => {
    const server = await startServer();
    const { status, text, headers } = await request(server.probesUrl)[
      method === "GET" ? "get" : method === "HEAD" ? "head" : "post"
    ](path);
    await server.stop();
    expect({ status, text }).toEqual({
      status: code,
      text: method === "HEAD" ? undefined : code === 200 ? "ok" : expect.not.stringMatching(/[<]|ok/),
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  it("are not served on the webhook's port, and reviews are not served on the port of the probes", async () => {
    const server = await startServer();
    expect((await request(server.url).get("/readyz").ca(server.ca)).status).toBe(404);
    expect((await request(server.probesUrl).post("/validate").send({})).status).toBe(404);
    await server.stop();
  });
});

describe("?verbose", () => {
  const dayMs = 24 * 60 * 60 * 1000;
  /** Formats a time as UTCTime. The format has no fractions of a second. */
  const utcTime = (time: Date): string => time.toISOString().replace(/^20|[-:T]|\.\d+/g, "");

  it.each<readonly [string, string, number, RegExp]>([
    [
      "a certificate for 29 days and some",
      "/readyz",
      29.5 * dayMs,
      /^\[\+\]shutdown ok\n\[\+\]certificate ok: valid from TIME until TIME \(in 29 days\)\n\[\+\]policy ok: built-in default, active since \S+Z\nreadyz check passed\n$/,
    ],
    ["one for a day", "/readyz", 1.5 * dayMs, /\n\[\+\]certificate ok: valid from TIME until TIME \(in 1 day\)\n/],
    ["one for an hour", "/readyz", dayMs / 24, /\n\[\+\]certificate ok: valid from TIME until TIME \(in 0 days\)\n/],
    [
      "one that has expired, and is ready",
      "/readyz",
      -3.5 * dayMs,
      /\n\[-\]certificate failed: valid from TIME until TIME \(3 days ago\)\n\[\+\]policy ok: .*\nreadyz check passed\n$/,
    ],
    ["that it lives", "/livez", dayMs, /^\[\+\]ping ok\nlivez check passed\n$/],
  ])("shows %s", async (_name, path, leftMs, lines) => {
    const server = await startServer();
    const end = new Date(Math.floor((Date.now() + leftMs) / 1000) * 1000);
    server.useCertificate(ecPair({ notAfter: utcTime(end) }));
    const { status, text } = await request(server.probesUrl).get(`${path}?verbose`);
    await server.stop();
    expect({ status, text: text.replaceAll(/\d{4}-\S+Z(?= until| \()/g, "TIME") }).toEqual({
      status: 200,
      text: expect.stringMatching(lines),
    });
  });

  it.each(["/readyz", "/readyz?verbose"])("with or without it, %s shows why the server is not ready", async (path) => {
    const server = await startServer();
    const stopped = server.stop(500);
    const { status, text } = await request(server.probesUrl).get(path);
    await stopped;
    expect({ status, lines: text.split("\n") }).toEqual({
      status: 503,
      lines: [
        "[-]shutdown failed: stopping",
        expect.stringMatching(/^\[\+\]certificate ok: /),
        expect.stringMatching(/^\[\+\]policy ok: /),
        "readyz check failed",
        "",
      ],
    });
  });
});

describe("the active policy in /readyz?verbose", () => {
  const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";
  const revision = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
  const policyLine = async ({ server }: Guarded) => {
    const { status, text } = await request(server.probesUrl).get("/readyz?verbose");
    expect(status).toBe(200);
    return text.split("\n").find((line) => line.includes("policy")) ?? "";
  };
  const lineMatching = (guarded: Guarded, line: RegExp) =>
    vi.waitUntil(async () => line.exec(await policyLine(guarded)) ?? undefined, { timeout: 30_000, interval: 50 });

  it("has the file, the revision of the log, and the time since which it is active", async () => {
    const started = Date.now();
    const guarded = await guard(head);
    const line = /^\[\+\]policy ok: (\S+) of (\S+), active since (\S+)$/;
    const [, first, file, since = ""] = await lineMatching(guarded, line);
    expect({ first, file }).toEqual({ first: revision(head), file: join(guarded.mount.folder, "policy.yaml") });
    expect(Date.parse(since)).toBeGreaterThanOrEqual(started);
    const changed = `${head}profile: observe\n`;
    guarded.mount.swap({ "policy.yaml": changed });
    const [, , , later = ""] = await lineMatching(
      guarded,
      new RegExp(`^\\[\\+\\]policy ok: (${revision(changed)}) of (\\S+), active since (\\S+)$`),
    );
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(since));
    expect(await guarded.server.log(1)).toContain(`"policyRevision":"${revision(changed)}"`);
  });

  it("shows a rejected file until the file is valid again", async () => {
    const guarded = await guard(head);
    guarded.mount.swap({ "policy.yaml": `${head}profil: strict\n` });
    const rejected = `^\\[-\\]policy failed: changed file rejected since (\\S+); still ${revision(head)} of \\S+, active since (\\S+)$`;
    const [, at = "", since = ""] = await lineMatching(guarded, new RegExp(rejected));
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(since));
    guarded.mount.swap({ "policy.yaml": head });
    const [, same] = await lineMatching(guarded, /^\[\+\]policy ok: \S+ of \S+, active since (\S+)$/);
    expect(same).toBe(since);
  });
});
