/** Converts a file to the cells of a notebook, and back: the text of unchanged cells stays the same, byte for byte. */
import { trimEndOf } from '#shared/base/shorten.ts';
import { changedPart, mostUsedEnd, shownText, withPlainEnds } from './cell-text.ts';
import { type Fence, findFences } from './fences.ts';

/** The part of a file that a cell was made of. The parts of all cells are the file. */
export interface CellSource {
  /** Its number among the cells of the file. */
  readonly index: number;
  /** The cell is the last one of the file. */
  readonly isLast: boolean;
  /** Blank lines above it that the cell does not show. */
  readonly before: string;
  /** The line that opens its fence, with its end; '' = it has none. */
  readonly opening: string;
  readonly content: string;
  /** The line that closes its fence, without its end; '' = nothing closes it, or it has none. */
  readonly closing: string;
  /** The end of its last line, and blank lines. */
  readonly after: string;
}

export interface Cell {
  readonly kind: 'text' | 'query';
  /** The language of a query, by its id. */
  readonly language: string;
  /** With `\n` for every line end. */
  readonly value: string;
  /** Absent = the cell is new. */
  readonly source?: CellSource;
}

/** The properties of a file beside its cells. */
export interface FileForm {
  /** The byte-order mark, or ''. */
  readonly mark: string;
  /** The line end of new lines. */
  readonly end: string;
}

export interface Cells {
  readonly form: FileForm;
  readonly cells: readonly Cell[];
}

/** How the cells of a kind of file are written. */
interface Format {
  readonly shown: (source: CellSource) => string;
  /** The text of a cell that is new, or different now, without what is before and after it. */
  readonly changed: (cell: Cell, form: FileForm) => string;
  /** Returns the text of a cell that comes after another; `text` is its text as the first cell. */
  readonly joined?: (text: string, form: FileForm) => string;
  /** Returns the text of a cell that gets a new cell after it. */
  readonly closed?: (cell: Cell, text: string, form: FileForm) => string;
}

const byteOrderMark = '\uFEFF';

function formOf(text: string): FileForm & { readonly body: string } {
  const startMark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { mark: startMark, end: mostUsedEnd(text), body: text.slice(startMark.length) };
}

type Part = Pick<Cell, 'kind' | 'language'> & Pick<CellSource, 'opening' | 'content' | 'closing'>;

/** Makes cells of parts. Blank lines belong to the part below them, and at the end of the file to the part above. */
function cellsOf(form: FileForm, parts: readonly Part[], format: Format): Cells {
  const cells: Cell[] = [];
  let blanks = '';
  const push = ({ kind, language, ...part }: Part, before: string): void => {
    const source = { ...part, index: cells.length, isLast: false, before, after: '' };
    cells.push({ kind, language, value: format.shown(source), source });
  };
  for (const part of parts) {
    if (part.opening !== '') {
      push(part, blanks);
      blanks = '';
      continue;
    }
    const [, above = '', content = '', below = ''] = withoutBlanks(part.content);
    if (content === '') blanks += part.content;
    else {
      push({ ...part, content }, blanks + above);
      blanks = below;
    }
  }
  const last = cells.pop();
  if (last?.source) cells.push({ ...last, source: { ...last.source, isLast: true, after: blanks } });
  else if (blanks !== '') {
    const source = { ...plainPart, index: 0, isLast: true, before: blanks, after: '' };
    cells.push({ kind: 'text', language: 'markdown', value: '', source });
  }
  return { form, cells };
}

/** Splits off the blank lines above and below, which a cell does not show; the end of its last line is one of those below. */
function withoutBlanks(text: string): readonly string[] {
  const content = text.trim();
  if (content === '') return ['', text];
  const start = text.lastIndexOf('\n', text.indexOf(content[0]!)) + 1;
  const from = Math.max(start, text.lastIndexOf('\r', text.indexOf(content[0]!)) + 1);
  const to = text.trimEnd().length;
  return ['', text.slice(0, from), text.slice(from, to), text.slice(to)];
}

const plainPart: Part = { kind: 'text', language: 'markdown', opening: '', content: '', closing: '' };

/** Returns the file of cells, in their order. */
function cellsText(cells: readonly Cell[], form: FileForm, format: Format): string {
  const parts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const [previous, next] = [cells[index - 1], cells[index + 1]];
    let text = ownText(cell, form, format);
    if (previous !== undefined) text = format.joined?.(text, form) ?? text;
    if (next !== undefined && !follows(next, cell)) text = format.closed?.(cell, text, form) ?? text;
    const { before = '', after = '', isLast = false } = cell.source ?? {};
    if (previous !== undefined && !follows(cell, previous)) parts.push(gap(parts.at(-1) ?? '', before, form));
    const isPlaced = previous !== undefined || cell.source?.index === 0;
    parts.push((isPlaced ? before : '') + text);
    if (next === undefined) parts.push(isLast ? after : form.end);
  }
  return form.mark + parts.join('');
}

const ownText = (cell: Cell, form: FileForm, format: Format): string => {
  const { source, value } = cell;
  const isSame = source !== undefined && withPlainEnds(value) === format.shown(source);
  return isSame ? source.opening + source.content + source.closing : format.changed(cell, form);
};

const follows = ({ source }: Cell, previous: Cell): boolean =>
  source !== undefined && source.index - 1 === previous.source?.index;

/** The line ends that make a blank line between two texts that were not beside each other. */
const gap = (above: string, below: string, { end }: FileForm): string =>
  end.repeat(Math.max(0, 2 - endsIn(above.slice(trimEndOf(above, '\r\n').length)) - endsIn(below)));

const endsIn = (blanks: string): number => blanks.match(/\r\n|\r|\n/g)?.length ?? 0;

// ── Markdown ─────────────────────────────────────────────────────────────────────────

/** Returns the cells of a Markdown file: its text, and its fences of queries outside of quotations and lists. */
export function markdownCells(file: string): Cells {
  const { body: text, ...form } = formOf(file);
  const parts: Part[] = [];
  let done = 0;
  for (const fence of findFences(text)) {
    if (fence.span.start < done || !opening.test(text.slice(fence.opening.start, fence.opening.end)))
      continue;
    parts.push({ ...plainPart, content: text.slice(done, fence.span.start) }, partOf(fence, text));
    done = fence.span.end;
  }
  parts.push({ ...plainPart, content: text.slice(done) });
  return cellsOf(form, parts, markdownFormat);
}

export const markdownText = ({ cells, form }: Cells): string => cellsText(cells, form, markdownFormat);

/** The opening line of a fence outside of quotations and lists. */
const opening = /^ {0,3}(`{3,}|~{3,})/;

function partOf({ language, opening: line, span, isClosed }: Fence, text: string): Part {
  const start = line.end + lineEndAt(text, line.end);
  if (!isClosed || span.end < start)
    return {
      kind: 'query',
      language,
      opening: text.slice(line.start, Math.min(start, span.end)),
      content: text.slice(Math.min(start, span.end), span.end),
      closing: '',
    };
  const closing = Math.max(start, lineStartBefore(text, span.end));
  return {
    kind: 'query',
    language,
    opening: text.slice(line.start, start),
    content: text.slice(start, closing),
    closing: text.slice(closing, span.end),
  };
}

const lineEndAt = (text: string, at: number): number =>
  /^(?:\r\n|\r|\n)?/.exec(text.slice(at, at + 2))![0].length;

const lineStartBefore = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

const indentOf = ({ opening: line }: CellSource): number => /^ */.exec(line)![0].length;

const markdownFormat: Format = {
  shown: source => shownText(source.content, indentOf(source)),
  changed({ kind, language, value, source }, form) {
    if (kind === 'text') return textOf(value, source, form);
    const [marks = '```'] = source === undefined ? [] : (/[`~]+/.exec(source.opening) ?? []);
    const indent = source === undefined ? 0 : indentOf(source);
    const content = changedPart(source?.content ?? '', value, {
      indent,
      end: form.end,
      isEnded: source?.closing !== '',
    });
    const longer = longerFence(marks, content);
    const first = (source?.opening ?? `${marks}${language}`).replace(marks, longer);
    const isLine = content === '' || /[\r\n]$/.test(first);
    const closing = (source?.closing ?? marks).replace(marks, longer);
    return first + (isLine && source !== undefined ? '' : form.end) + content + closing;
  },
  closed({ kind, source }, text, { end }) {
    if (kind === 'text' || source === undefined || source.closing !== '') return text;
    const [marks = '```'] = /[`~]+/.exec(text) ?? [];
    return (/[\r\n]$/.test(text) ? text : text + end) + marks;
  },
};

const textOf = (value: string, source: CellSource | undefined, { end }: FileForm): string =>
  changedPart(source?.content ?? '', value, { indent: 0, end, isEnded: false });

/** Returns the marks of a fence that no line of its content closes. */
function longerFence(marks: string, content: string): string {
  const [mark = '`'] = marks;
  const lines = content.split(/[\r\n]/).map(line => line.trim());
  const closing = lines.filter(line => line.startsWith(marks) && line.replaceAll(mark, '') === '');
  return mark.repeat(closing.reduce((longest, { length }) => Math.max(longest, length + 1), marks.length));
}

// ── Query files ──────────────────────────────────────────────────────────────────────

/**
 * Returns the cells of a query file: one for each query.
 *
 * @param separators where the queries begin, below the first
 */
export function queryFileCells(
  file: string,
  language: string,
  separators: (text: string) => readonly number[],
): Cells {
  const { body: text, ...form } = formOf(file);
  const cuts = [0, ...separators(text), text.length];
  const parts = cuts.slice(0, -1).map((start, index) => ({
    kind: 'query' as const,
    language,
    opening: '',
    content: text.slice(start, cuts[index + 1]),
    closing: '',
  }));
  return cellsOf(form, parts, queryFormat);
}

export const queryFileText = ({ cells, form }: Cells): string => cellsText(cells, form, queryFormat);

const queryFormat: Format = {
  shown: ({ content }) => shownText(content),
  changed: ({ kind, value, source }, form) =>
    textOf(kind === 'text' ? value.replaceAll(/^/gm, '# ') : value, source, form),
  joined: (text, { end }) => (text.startsWith('###') ? text : `###${end}${text}`),
};
