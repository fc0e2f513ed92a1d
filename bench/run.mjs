await import("./engine.mjs");
await import("./server.mjs");
await import("./cli.mjs");
