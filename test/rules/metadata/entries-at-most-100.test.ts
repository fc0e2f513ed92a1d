import { rule } from "../../../src/rules/metadata/entries-at-most-100.ts";
import { entriesTable } from "../../harness/metadata-entries.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, entriesTable(100, 1000));
