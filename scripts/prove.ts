// Explores the elections of docs/guarantee.md, which takes minutes, and writes the results for the
// page. A test compares the results with a new exploration. Run `npm run docs` afterwards.
import { writeFileSync } from "node:fs";
import { prove, publishedFile } from "../test/proof/published.ts";

writeFileSync(publishedFile, `${JSON.stringify(prove(), undefined, 1)}\n`);
