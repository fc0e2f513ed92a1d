import { accessSync, constants, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

/** The names of programs that are Chromium, or a browser with the same interface. */
const programs = ["chromium", "google-chrome"];

/** Starts the installed Chromium without a window. Throws an error if no program is installed. */
export function startBrowser(): Promise<Browser> {
  const paths = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => programs.map((name) => join(folder, name)));
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

/** A page in a browser, and its requests, messages on the console, errors, and dialogs. */
export interface OpenedPage {
  readonly page: Page;
  /** The requests except the one for the page itself, and the other events, as strings. */
  readonly events: readonly string[];
  readonly close: () => Promise<void>;
}

/** Writes HTML to a file and opens the file, as a reader does. */
export async function openPage(
  browser: Browser,
  file: string,
  text: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  writeFileSync(file, text);
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  const { href } = pathToFileURL(file);
  const events: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== href) events.push(`request ${request.url()}`);
  });
  page.on("console", (message) => events.push(`console ${message.text()}`));
  page.on("pageerror", (error) => events.push(`error ${error.message}`));
  page.on("dialog", (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.goto(href);
  return { page, events, close: () => context.close() };
}

/**
 * Waits until an expression is true. The content security policy forbids `page.waitForFunction`.
 */
export async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { interval: 20, timeout: 20_000 }).toBe(true);
}
