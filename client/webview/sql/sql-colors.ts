/** Colors a statement by the tokens of the server's tokenizer. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type SqlToken, tokensOf } from '../../../server/src/results/sql/tokens.ts';
import { isKeyword } from '../../../server/src/results/sql/keywords.ts';

const marks = {
  keyword: Decoration.mark({ class: 'sql-keyword' }),
  text: Decoration.mark({ class: 'sql-text' }),
  number: Decoration.mark({ class: 'sql-number' }),
  call: Decoration.mark({ class: 'sql-call' }),
  comment: Decoration.mark({ class: 'sql-comment' }),
};

function markOf(token: SqlToken, next: SqlToken | undefined): Decoration | undefined {
  if (token.kind === 'text') return marks.text;
  if (token.kind === 'number') return marks.number;
  if (token.kind !== 'word') return undefined;
  if (isKeyword(token.text)) return marks.keyword;
  return next?.text === '(' && next.start === token.end ? marks.call : undefined;
}

function decorationsOf({ state }: EditorView): DecorationSet {
  const text = state.doc.toString();
  const tokens = [...tokensOf(text)];
  const builder = new RangeSetBuilder<Decoration>();
  let end = 0;
  const comment = (to: number): void => {
    const gap = text.slice(end, to);
    const from = end + gap.length - gap.trimStart().length;
    if (gap.trim() !== '') builder.add(from, from + gap.trim().length, marks.comment);
  };
  for (const [index, token] of tokens.entries()) {
    comment(token.start);
    const mark = markOf(token, tokens[index + 1]);
    if (mark) builder.add(token.start, token.end, mark);
    end = token.end;
  }
  comment(text.length);
  return builder.finish();
}

export const sqlColors: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorationsOf(view);
    }

    update({ docChanged, view }: ViewUpdate): void {
      if (docChanged) this.decorations = decorationsOf(view);
    }
  },
  { decorations: plugin => plugin.decorations },
);
