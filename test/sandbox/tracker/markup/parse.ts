/** A piece of a line: plain, or with one mark. */
export interface Span {
  readonly text: string;
  readonly mark: 'strong' | 'em' | 'code' | 'link' | undefined;
  /** Where a link leads. */
  readonly target: string;
}

/** A part of a text in wiki markup. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly text: string };

const spanPattern =
  /\*(\S(?:[^*\n]*\S)?)\*|\b_(\S(?:[^_\n]*\S)?)_\b|\{\{([^}\n]+)\}\}|\[([^|\]\n]+)\|([^\]\n]+)\]/gu;

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  const add = (piece: string, mark: Span['mark'], target = ''): void => {
    if (piece !== '') spans.push({ text: piece, mark, target });
  };
  let at = 0;
  for (const match of text.matchAll(spanPattern)) {
    const [whole, strong, em, code, label, target] = match;
    add(text.slice(at, match.index), undefined);
    if (strong !== undefined) add(strong, 'strong');
    else if (em !== undefined) add(em, 'em');
    else if (code !== undefined) add(code, 'code');
    else add(label ?? '', 'link', target);
    at = match.index + whole.length;
  }
  add(text.slice(at), undefined);
  return spans;
}

/** Reads the wiki markup that the tracker's people use: headings, lists, quotes, code, bold, italics, links. */
export function parseMarkup(markup: string): Block[] {
  return markup
    .split(/\n{2,}/u)
    .filter(part => part.trim() !== '')
    .map(blockOf);
}

function blockOf(part: string): Block {
  const [, code] = /^\{code\}\n?([^]*?)\n?\{code\}$/u.exec(part.trim()) ?? [];
  if (code !== undefined) return { kind: 'code', text: code };
  const [, quote] = /^\{quote\}([^]*?)\{quote\}$/u.exec(part.trim()) ?? [];
  if (quote !== undefined) return { kind: 'quote', spans: spansOf(quote) };
  const [, level, heading] = /^h([1-6])\. (.*)$/u.exec(part) ?? [];
  if (heading !== undefined) return { kind: 'heading', level: Number(level), spans: spansOf(heading) };
  const lines = part.split('\n');
  for (const sign of ['* ', '# '])
    if (lines.every(line => line.startsWith(sign)))
      return { kind: 'list', ordered: sign === '# ', items: lines.map(line => spansOf(line.slice(2))) };
  return { kind: 'paragraph', spans: spansOf(part) };
}
