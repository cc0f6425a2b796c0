// The code editor of the Assignment page: CodeMirror 6 with Python, bundled by `make editor`.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Colours are variables of the page, so that the editor follows its theme.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--main)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--ink)", fontWeight: "600" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--card)", color: "var(--ink)", fontSize: "0.92rem" },
  "&.cm-focused": { outline: "2px solid var(--main)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.45", maxHeight: "70vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--main) 10%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--main) 30%, transparent)" },
});

/**
 * Create an editor in an element. It lives in a shadow root, so that its styles need no exception in the
 * page's content security policy. Tab indents; after Escape it leaves the editor.
 */
export function createEditor(element, { label, onChange = () => {} }) {
  const root = element.attachShadow({ mode: "open" });
  const extensions = [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
    indentUnit.of("    "), python(), syntaxHighlighting(colours), look,
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ extensions }) });
  return {
    text: () => view.state.doc.toString(),
    /** Replace the text and forget the history. */
    setText(text) {
      view.setState(EditorState.create({ doc: text, extensions }));
    },
    /** Select a line, counted from 1, and show it. */
    showLine(number) {
      const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      view.dispatch({ selection: { anchor: line.from, head: line.to }, scrollIntoView: true });
      view.focus();
    },
  };
}
