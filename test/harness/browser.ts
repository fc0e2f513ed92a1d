import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Programs that are Chromium, or a browser with the same interface. */
const programs = ["chromium", "google-chrome"];

/** Starts the installed Chromium without a window. Throws an error if no program is installed. */
export function startBrowser(): Promise<Browser> {
  const paths = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)));
  const executablePath = paths.find(isExecutable);
  if (executablePath === undefined) throw new Error(`one of ${programs.join(", ")} must be installed`);
  // Chromium cannot use its sandbox as root, and in most containers. The pages come from the tests.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-lcd-text"] });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
