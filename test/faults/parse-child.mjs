// Prints the CPU time of JSON.parse for a file, in milliseconds.
import { readFileSync } from "node:fs";

const json = readFileSync(process.argv[2], "utf8");
const start = process.cpuUsage();
JSON.parse(json);
const { user, system } = process.cpuUsage(start);
process.stdout.write(String((user + system) / 1000));
