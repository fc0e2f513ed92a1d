// Writes the table of metrics into docs/serving.md. A test compares the table with the metrics of
// the server.
import { writeFileSync } from "node:fs";
import { servingFile, servingPage } from "../test/webhook/metrics/metrics-page.ts";

writeFileSync(servingFile, await servingPage());
