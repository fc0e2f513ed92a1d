import type { Report } from "../../../report/result.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { sarif } from "./sarif.ts";
import { tap } from "./tap.ts";
import { text } from "./text.ts";

/** What `-o` takes. */
export type ReportFormat = "text" | "json" | "sarif" | "junit" | "tap" | "github";

/** Every format's report, in the order help lists them. */
export const reports: Readonly<Record<ReportFormat, Report>> = { text, json, sarif, junit, tap, github };
