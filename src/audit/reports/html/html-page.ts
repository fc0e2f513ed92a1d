import { type Markup, markup } from "./markup.ts";
import { style } from "./style.ts";

/**
 * The content security policy of a page. The page cannot load anything, run a script, or submit a
 * form, even if a string from the cluster were not escaped.
 */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Returns an HTML page without scripts. */
export function htmlPage(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
${body}</body>
</html>
`.html;
}
