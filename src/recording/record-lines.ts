import { failed } from "../core/field/result.ts";
import { newline } from "../core/text/character-codes.ts";
import { extentAt } from "../core/text/json-scan.ts";
import { maxRecordBytes } from "../engine/review/limits.ts";
import { readItems } from "../manifest/read-lists.ts";
import { decompressed } from "./decompressed.ts";
import { recordLists } from "./log-envelope.ts";
import { peek } from "./peek.ts";
import { type RecordLine, readLine, readValue } from "./read-record.ts";
import { splitLines } from "./split-lines.ts";

type RecordLines = AsyncGenerator<RecordLine, void>;

/**
 * Reads the records in a file, which can be compressed with gzip. The file has a record or a list
 * of records in each line, or JSON documents with line breaks. Needs the memory for one line or for
 * one item of a list.
 */
export async function* recordLines(chunks: AsyncIterable<Uint8Array>): RecordLines {
  let number = 1;
  try {
    const { start, all } = await peek(decompressed(chunks), hasFirstLine);
    for await (const record of isDocument(firstLine(start)) ? inDocuments(all) : inLines(all)) {
      ({ number } = record);
      yield record;
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    yield { number, content: failed("must be followed by the rest of the gzip data, which is incomplete or invalid") };
  }
}

async function* inLines(chunks: AsyncIterable<Uint8Array>): RecordLines {
  for await (const { number, bytes } of splitLines(chunks, maxRecordBytes))
    for (const content of readLine(bytes)) yield { number, content };
}

async function* inDocuments(chunks: AsyncIterable<Uint8Array>): RecordLines {
  for await (const values of readItems(chunks, recordLists))
    for (const read of values) {
      if (!read.ok) yield { number: read.error.line, content: failed(read.error.message) };
      else if (read.value.exceeded !== undefined)
        yield { number: read.value.start.line, content: failed(read.value.exceeded) };
      else for (const content of readValue(read.value.value)) yield { number: read.value.start.line, content };
    }
}

/** A longer first line is read as a document, so that a list does not have to fit into memory. */
const maxFirstLine = 1024 * 1024;

function hasFirstLine(start: Uint8Array): boolean {
  if (start.length >= maxFirstLine) return true;
  return start.includes(newline) && utf8.decode(start).trimStart().includes("\n");
}

/** Returns the first line that is not empty. A line that is too long ends with a comma. */
function firstLine(start: Uint8Array): string {
  const [line = "", ...others] = utf8.decode(start).trimStart().split("\n", 2);
  return others.length === 0 && start.length >= maxFirstLine ? `${line},` : line.trimEnd();
}

const utf8 = new TextDecoder();

/**
 * Reports whether a file begins with JSON that goes on after the first line, or with several JSON
 * objects in this line, as Amazon Data Firehose stores them.
 */
function isDocument(line: string): boolean {
  if (/^[[{]/.test(line) && /[[{,]$/.test(line)) return true;
  const first = line.startsWith("{") ? extentAt(line, 0) : undefined;
  return first !== undefined && /^\s*\{/.test(line.slice(first.end));
}

function isGzipError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
