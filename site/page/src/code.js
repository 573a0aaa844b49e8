// The editor of a cell: CodeMirror with Go, in the colours of the page.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { goLanguage, localCompletionSource } from "@codemirror/lang-go";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours of the cells that are not open, from the style of the page.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword], color: "var(--keyword)", fontWeight: "600" },
  { tag: [tags.bool, tags.null, tags.self], color: "var(--keyword)", fontWeight: "600" },
  { tag: [tags.typeName], color: "var(--keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: "var(--string)" },
  { tag: [tags.number], color: "var(--number)" },
  { tag: [tags.comment], color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.operator, tags.arithmeticOperator, tags.compareOperator, tags.logicOperator, tags.definitionOperator, tags.updateOperator], color: "var(--number)" },
]);

const encoder = new TextEncoder(), decoder = new TextDecoder();

// edit returns an editor. changed is called with each new text, complete with a place in
// it, for names that fit; bound has what the keys Shift-Enter and Ctrl-Enter do.
export function edit({ source, locked, label, changed, complete, bound }) {
  const leave = {
    key: "Escape",
    run(view) {
      view.setTabFocusMode(true);
      return false;
    },
  };
  return new EditorView({
    state: EditorState.create({
      doc: source,
      extensions: [
        keymap.of([
          { key: "Shift-Enter", run: bound.next },
          { key: "Mod-Enter", run: bound.stay },
          ...completionKeymap,
          leave,
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        lineNumbers(),
        lintGutter(),
        highlightSpecialChars(),
        history(),
        goLanguage,
        syntaxHighlighting(colours),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        indentUnit.of("\t"),
        EditorState.tabSize.of(4),
        EditorView.lineWrapping,
        EditorState.readOnly.of(locked),
        autocompletion({ override: [complete, localCompletionSource] }),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.domEventHandlers({ focus: (_, view) => view.setTabFocusMode(false) }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          changed(update.state.doc.toString());
          // Whoever types on after Escape means to stay.
          if (update.transactions.some((t) => t.isUserEvent("input"))) update.view.setTabFocusMode(false);
        }),
      ],
    }),
  });
}

// mark shows problems at their places; lines and columns count from 1, columns in bytes.
export function mark(view, problems) {
  const { doc } = view.state;
  const found = problems.map(({ line, column, message, hint }) => {
    const at = doc.line(Math.min(Math.max(line || 1, 1), doc.lines));
    const from = Math.min(at.from + units(at.text, (column || 1) - 1), at.to);
    const word = column ? /^[\p{L}\p{N}_]+/u.exec(doc.sliceString(from, at.to))?.[0].length : at.length;
    return { from, to: Math.min(from + (word || 1), at.to), severity: "error", message: hint ? `${message}\n${hint}` : message };
  });
  view.dispatch(setDiagnostics(view.state, found));
}

// units turns a number of bytes of a text into one of characters as JavaScript counts.
function units(text, bytes) {
  return decoder.decode(encoder.encode(text).subarray(0, bytes)).length;
}

// replace makes the smallest change that leads to the text, so that the cursor stays.
export function replace(view, text) {
  const old = view.state.doc.toString();
  let from = 0, same = 0;
  while (from < old.length && old[from] === text[from]) from++;
  const most = Math.min(old.length, text.length) - from;
  while (same < most && old[old.length - 1 - same] === text[text.length - 1 - same]) same++;
  if (from === old.length && old.length === text.length) return;
  view.dispatch({ changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) }, userEvent: "format" });
}

export function goTo(view, line) {
  const { doc } = view.state;
  view.dispatch({ selection: { anchor: doc.line(Math.min(Math.max(line || 1, 1), doc.lines)).from }, scrollIntoView: true });
  view.focus();
}
