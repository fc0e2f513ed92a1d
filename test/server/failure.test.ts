import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LogDestination } from "../../src/server/log-destination.ts";
import { legalBody, post, rawRequest } from "../harness/raw-request.ts";
import { startServer } from "../harness/running-server.ts";

describe("a bug beyond the rules", () => {
  it("is answered 500 at once, logged, and does not hold the server's end", async () => {
    const server = await startServer(() => {
      throw new TypeError("a bug of ours");
    });
    const { answers } = await rawRequest(server, post([], legalBody));
    expect(answers[0]).toMatchObject({ status: 500 });
    expect(JSON.stringify(answers[0])).not.toContain("a bug of ours");
    expect(await server.log(1)).toContain("a bug of ours");
    const start = performance.now();
    await server.stop();
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("LogDestination", () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), "lease-guard-log-")), "log");

  it("writes every line, in order", async () => {
    const path = file();
    const destination = new LogDestination(openSync(path, "w"));
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) destination.write(line);
    await destination.idle();
    expect(readFileSync(path, "utf8")).toBe(lines.join(""));
    await destination.idle();
  });

  it("counts what there was no room for in the next line that it writes", async () => {
    const path = file();
    const destination = new LogDestination(openSync(path, "w"));
    for (let index = 0; index < 20; index++) destination.write(`${"x".repeat(100_000)}\n`);
    await destination.idle();
    destination.write("after\n");
    await destination.idle();
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
    const { lost } = JSON.parse(lines.find((line) => line.startsWith("{")) ?? "{}") as { readonly lost?: number };
    expect(lines.filter((line) => line.startsWith("x"))).toHaveLength(20 - (lost ?? 0));
    expect(lost).toBeGreaterThan(5);
    expect(lines.at(-1)).toBe("after");
  });
});
