// `node --import usage.mjs PROGRAM` runs a program. When the program ends, this module writes the
// processor time and the peak memory of the program to file descriptor 3.
import { readFileSync, writeSync } from "node:fs";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
  writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: Number(peak[1]) / 1024 }));
});
