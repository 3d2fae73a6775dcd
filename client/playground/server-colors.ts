/** Colors the text in the editor by the semantic tokens of the server; comments by their first character. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { SemanticTokens } from 'vscode-languageserver-types';

const colored = StateEffect.define<DecorationSet>();

/** The decorations; they move with the text until the next answer. */
export const serverColors: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { changes, effects }) =>
    effects.find(effect => effect.is(colored))?.value ?? decorations.map(changes),
  provide: field => EditorView.decorations.from(field),
});

/** Asks for the tokens of the current text, and shows them unless it has changed meanwhile. */
export async function recolor(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return;
  const { doc } = view.state;
  plugin.client.sync();
  const answer = await plugin.client.request<object, SemanticTokens | null>(
    'textDocument/semanticTokens/full',
    { textDocument: { uri: plugin.uri } },
  );
  if (view.state.doc !== doc) return;
  const types = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  // In Markdown these lines are headings.
  const comments = plugin.uri.endsWith('.markdown') ? [] : commentMarks(view);
  const marks = [...comments, ...tokenMarks(view, plugin, answer?.data ?? [], types)];
  view.dispatch({ effects: colored.of(Decoration.set(marks, true)) });
}

function* commentMarks({ state: { doc } }: EditorView): Generator<Range<Decoration>> {
  for (let number = 1; number <= doc.lines; number++) {
    const { from, to, text } = doc.line(number);
    if (/^\s*#(?!##)/.test(text)) yield Decoration.mark({ class: 'token-comment' }).range(from, to);
  }
}

/** Decodes tokens: five numbers for each, whose position is relative to the one before. */
function* tokenMarks(
  { state: { doc } }: EditorView,
  plugin: LSPPlugin,
  data: readonly number[],
  types: readonly string[],
): Generator<Range<Decoration>> {
  let [line, character] = [0, 0];
  for (let index = 0; index + 4 < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(index, index + 4);
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const from = plugin.fromPosition({ line, character }, doc);
    if (length > 0)
      yield Decoration.mark({ class: `token-${types[type] ?? 'other'}` }).range(from, from + length);
  }
}
