import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as EditorDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension, StateEffect } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, type Rect, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic, Pane } from "../../src/playground/playground-input.ts";

/** The editor of one pane of the playground. */
export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  readonly extend: (extension: Extension) => void;
  readonly show: (diagnostics: readonly Diagnostic[]) => void;
  /** Moves the focus to a position of the text. */
  readonly goTo: (line: number, column: number) => void;
}

const highlighting = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--number)" },
  { tag: [tags.comment, tags.meta], color: "var(--dim)" },
]);

const theme = EditorView.theme({
  "&": { fontSize: "14px", backgroundColor: "var(--bg)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", minHeight: "6rem", maxHeight: "24rem" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--soft)", color: "var(--dim)", border: "none" },
  ".cm-tooltip": {
    backgroundColor: "var(--soft)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    maxWidth: "min(36rem, 90vw)",
    overflowWrap: "anywhere",
  },
  ".cm-tooltip p": { margin: "0", padding: ".25rem .5rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--bg)" },
  ".cm-completionInfo": { padding: ".25rem .5rem" },
  ".cm-panels": { backgroundColor: "var(--soft)", color: "var(--text)" },
});

/** The description of a completion extends 1 px beyond its space, because of its border. */
const tooltipMargin = 4;

function tooltipSpace(): Rect {
  const { clientWidth, clientHeight } = document.documentElement;
  return { left: tooltipMargin, top: 0, right: clientWidth - tooltipMargin, bottom: clientHeight };
}

/** Creates an editor in the element with the id of a pane. `changed` runs after each change. */
export function createEditor(pane: Pane, changed: () => void): Editor {
  const view = new EditorView({
    parent: document.getElementById(pane) ?? document.body,
    state: EditorState.create({
      extensions: [
        [
          lineNumbers(),
          lintGutter(),
          history(),
          yaml(),
          theme,
          syntaxHighlighting(highlighting),
          tooltips({ tooltipSpace }),
        ],
        keymap.of([...lintKeymap, ...historyKeymap, ...standardKeymap]),
        EditorView.contentAttributes.of({ "aria-labelledby": `${pane}-title` }),
        EditorView.updateListener.of(({ docChanged }) => (docChanged ? changed() : undefined)),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    extend: (extension) => view.dispatch({ effects: StateEffect.appendConfig.of(extension) }),
    show: (diagnostics) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics.map((each) => toEditor(view, each)),
        ),
      ),
    goTo: (line, column) => {
      view.dispatch({ selection: { anchor: offsetOf(view, line, column) }, scrollIntoView: true });
      view.focus();
    },
  };
}

function offsetOf({ state: { doc } }: EditorView, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  return Math.min(from + column - 1, to);
}

const severities = {
  deny: "error",
  error: "error",
  warn: "warning",
  warning: "warning",
  audit: "info",
  note: "info",
} as const;

function toEditor(view: EditorView, { line, column, level, message, origin }: Diagnostic): EditorDiagnostic {
  const from = offsetOf(view, line, column);
  const rest = view.state.doc.lineAt(from).text.slice(from - view.state.doc.lineAt(from).from);
  const [token = ""] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]]+)/.exec(rest) ?? [];
  return {
    from,
    to: from + token.length,
    severity: severities[level],
    message,
    source: origin === undefined ? level : `${level} ${origin}`,
  };
}
