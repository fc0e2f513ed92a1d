import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeCompletion,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { cursorPath } from "../../src/playground/cursor-path.ts";
import {
  type Completion,
  type FieldSchema,
  keysAt,
  schemaAt,
  typeText,
  valuesAt,
} from "../../src/playground/field-schema.ts";
import type { Pane } from "../../src/playground/playground-input.ts";
import { leaseSchemas, policySchema } from "./schemas.ts";

/**
 * Completes and describes the fields of a pane. The page loads this file after the first result.
 */
export function fieldHelp(pane: Pane): Extension {
  // The keymap precedes that of `autocompletion`, in which Enter always accepts the completion.
  return [
    Prec.highest(keymap.of([{ key: "Enter", run: leaveTypedText }])),
    autocompletion({ override: [completeFields(pane)] }),
    describeFields(pane),
  ];
}

/**
 * Closes the list if its selected completion is the text before the cursor, so that Enter starts a
 * new line. Returns false, because another key binding inserts the line.
 */
function leaveTypedText(view: EditorView): boolean {
  const { selection, doc } = view.state;
  const completion = selectedCompletion(view.state);
  const text = completion?.apply ?? completion?.label;
  const { head } = selection.main;
  if (typeof text === "string" && doc.sliceString(head - text.length, head) === text) closeCompletion(view);
  return false;
}

function schemaOf(pane: Pane, apiVersion: string, kind: string): FieldSchema {
  if (pane === "policy") return policySchema;
  return (
    leaseSchemas[`${apiVersion} ${kind}`] ??
    leaseSchemas[`coordination.k8s.io/v1 ${kind}`] ??
    leaseSchemas["coordination.k8s.io/v1 Lease"] ??
    {}
  );
}

function completeFields(pane: Pane): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/["\w./-]+/);
    if (word === null && !context.explicit) return null;
    return complete(pane, context.state.doc.toString(), context.pos, word?.from ?? context.pos);
  };
}

function complete(pane: Pane, text: string, offset: number, from: number): CompletionResult | null {
  const { path, part, apiVersion, kind } = cursorPath(text, offset);
  const schema = schemaOf(pane, apiVersion, kind);
  const found = part === "key" ? keysAt(schema, path) : valuesAt(schema, path);
  const options = found.map(({ label, type, description }: Completion) => ({
    label,
    detail: type,
    apply: part === "key" ? `${label}: ` : label,
    ...(description !== "" && { info: description }),
  }));
  return options.length === 0 ? null : { from, options, validFor: /^["\w./-]*$/ };
}

/** Describes the field below the pointer. */
function describeFields(pane: Pane): Extension {
  return hoverTooltip((view, position) => {
    const { from, to, text } = view.state.doc.lineAt(position);
    const word = wordAt(text, position - from);
    if (word === undefined) return null;
    const { path, apiVersion, kind } = cursorPath(view.state.doc.toString(), from + word.end);
    const schema = schemaAt(schemaOf(pane, apiVersion, kind), path);
    if (schema?.description === undefined) return null;
    const { description } = schema;
    return {
      pos: from + word.start,
      end: Math.min(from + word.end, to),
      create: () => ({ dom: paragraph(`${typeText(schema)}: ${description}`) }),
    };
  });
}

/** Returns the key at a column, up to its colon. */
function wordAt(text: string, column: number): { readonly start: number; readonly end: number } | undefined {
  for (const { 0: match, index } of text.matchAll(/["\w./-]+:(?= |$)/g)) {
    if (index <= column && column <= index + match.length) return { start: index, end: index + match.length };
  }
  return undefined;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
