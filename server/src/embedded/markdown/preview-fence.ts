/** A fence of queries as HTML for the preview of Markdown: with its title and colours by their form alone, and all text escaped. */
import { escapeHtml } from '#shared/base/markup-text.ts';
import { QueryBlock } from '../../query-file/block.ts';
import { nameOf } from '../../query-file/query-names.ts';

/** A longer query, in UTF-16 code units, has no colours. */
const maxColouredLength = 50_000;

/** Returns the language of a fence from the info string after its opening marks; `undefined` = another language. */
export const fenceLanguage = (info: string): string | undefined =>
  /^\s*(wikiquery|jql)(?![\w+-])/i.exec(info)?.[1]?.toLowerCase();

/**
 * Returns a fence of queries as HTML.
 *
 * @param attributes the attributes of the element, already as HTML
 */
export function previewFence(content: string, language: string, attributes: string): string {
  const title = titleOf(content);
  const caption = title === '' ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
  const code = `<pre><code>${coloured(content, language)}</code></pre>`;
  return `<figure${attributes}>${caption}${code}</figure>\n`;
}

function coloured(text: string, language: string): string {
  if (text.length > maxColouredLength) return escapeHtml(text);
  return previewTokens(text, language)
    .map(({ text: part, kind }) =>
      kind === undefined ? escapeHtml(part) : `<span class="wikijql-${kind}">${escapeHtml(part)}</span>`,
    )
    .join('');
}

/** The title of the first query, or its `@name`. */
function titleOf(text: string): string {
  const block = new QueryBlock(text.slice(0, maxColouredLength));
  const title = block.title?.text ?? '';
  return title === '' ? (nameOf(block)?.value.text ?? '') : title;
}

/** Whether a fence is meant to be run, and does not only explain a query. */
export const isRunnableFence = (content: string): boolean =>
  /^[ \t]{0,20}(?:###|(?:#|--)[ \t]{0,20}@|@[A-Za-z_])/m.test(content);

/** The parts of a query that have a colour. */
type PreviewKind = 'title' | 'comment' | 'directive' | 'variable' | 'name' | 'keyword' | 'text' | 'number';

export interface PreviewToken {
  readonly text: string;
  /** Absent = it has no colour of its own. */
  readonly kind?: PreviewKind;
}

/** The tokens of a query; together they are its text. */
export const previewTokens = (text: string, language: string): readonly PreviewToken[] =>
  text.split(/(?<=\n)/).flatMap(line => lineTokens(line, language));

function lineTokens(line: string, language: string): readonly PreviewToken[] {
  if (line.startsWith('###')) return [{ text: line, kind: 'title' }];
  if (/^\s*#\s*@/.test(line)) return [{ text: line, kind: 'directive' }];
  if (/^\s*(?:#|\/\/)/.test(line)) return [{ text: line, kind: 'comment' }];
  const definition = /^\s*@[A-Za-z_][\w-]*/.exec(line)?.[0];
  if (definition !== undefined)
    return [{ text: definition, kind: 'variable' }, ...bodyTokens(line.slice(definition.length), values)];
  return bodyTokens(line, language === 'jql' ? jql : wikiquery);
}

type Pattern = readonly [kind: PreviewKind, form: string];

const shared: readonly Pattern[] = [
  ['variable', '\\{\\{[^{}\\n]{0,100}\\}\\}'],
  ['number', '(?<![\\w-])-?\\d{1,20}[a-z]?\\b'],
];
const values = expression(shared);
const wikiquery = expression([['name', '(?<=^|[&\\s])[A-Za-z][\\w-]{0,100}(?=\\s{0,20}=)'], ...shared]);
const jql = expression([
  ['text', '"[^"\\n]*"?|\'[^\'\\n]*\'?'],
  [
    'keyword',
    '\\b(?:and|or|not|in|is|was|changed|empty|null|order|by|asc|desc|from|to|on|before|after|during)\\b',
  ],
  [
    'name',
    '(?<![\\w.])[A-Za-z][\\w.]{0,100}(?=\\s{0,20}(?:[=!<>~(]|(?:not\\s|in\\b|is\\b|was\\b|changed\\b)))',
  ],
  ...shared,
]);

interface Expression {
  readonly pattern: RegExp;
  readonly kinds: readonly PreviewKind[];
}

function expression(patterns: readonly Pattern[]): Expression {
  const groups = patterns.map(([, form]) => `(${form})`);
  return { pattern: new RegExp(groups.join('|'), 'gi'), kinds: patterns.map(([kind]) => kind) };
}

function bodyTokens(text: string, { pattern, kinds }: Expression): readonly PreviewToken[] {
  const tokens: PreviewToken[] = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex(group => group !== undefined)];
    if (match.index > done) tokens.push({ text: text.slice(done, match.index) });
    tokens.push({ text: match[0], ...(kind && { kind }) });
    done = match.index + match[0].length;
  }
  if (done < text.length) tokens.push({ text: text.slice(done) });
  return tokens;
}
