import { rule } from "../../../src/rules/metadata/entries-at-most-1000.ts";
import { entriesTable } from "../../harness/metadata-entries.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, entriesTable(1000));
