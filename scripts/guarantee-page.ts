// Writes the results of scripts/prove.ts into docs/guarantee.md. A test compares the page with the
// results.
import { writeFileSync } from "node:fs";
import { guaranteeFile, guaranteePage } from "../test/proof/guarantee-page.ts";

writeFileSync(guaranteeFile, await guaranteePage());
