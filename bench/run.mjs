await import("./engine.mjs");
await import("./server.mjs");
