/** Reads the HTML of a site within limits, so that neither deep nesting nor length blocks a panel. */
import { Parser } from 'htmlparser2';

/** Elements whose content is not shown. */
const unread: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
  'xmp',
]);
/** Elements before and after which a word ends. */
const breaks: ReadonlySet<string> = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'td',
  'th',
  'h1',
  'h2',
  'h3',
  'h4',
  'hr',
]);

export interface HtmlHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** The HTML that may still be read. Reading subtracts from it, so that several texts can share one allowance. */
export interface HtmlAllowance {
  characters: number;
  elements: number;
}

/** Real texts nest a few dozen levels; the parser's time grows with the square of the depth. */
const deepest = 200;
const sliceLength = 4096;

/** Reads HTML without the elements that are never shown. Returns whether all of it was read. */
export function readHtml(html: string, allowance: HtmlAllowance, handler: HtmlHandler): boolean {
  const state = { depth: 0, unreadDepth: 0, exhausted: false };
  const isShown = (): boolean => !state.exhausted && state.unreadDepth === 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      state.depth++;
      state.exhausted ||= state.depth > deepest || --allowance.elements < 0;
      if (unread.has(name)) state.unreadDepth++;
      if (isShown()) handler.open(name, attributes);
    },
    ontext: text => {
      if (isShown()) handler.text(text);
    },
    onclosetag: name => {
      state.depth--;
      if (isShown()) handler.close(name);
      if (unread.has(name)) state.unreadDepth--;
    },
  });
  const length = Math.min(html.length, Math.max(0, allowance.characters));
  allowance.characters -= length;
  for (let start = 0; start < length && !state.exhausted; start += sliceLength)
    parser.write(html.slice(start, Math.min(start + sliceLength, length)));
  if (state.exhausted) return false;
  parser.end();
  return length === html.length;
}

/** The maximum size of a cell's HTML that is read for searching, sorting and exporting. */
const textAllowance: HtmlAllowance = { characters: 1_000_000, elements: 100_000 };

/** The text of a piece of HTML on one line, with entities decoded and without markup. Never throws. */
export function htmlText(html: string): string {
  let text = '';
  const space = (name: string): void => {
    if (breaks.has(name)) text += ' ';
  };
  const whole = readHtml(
    html,
    { ...textAllowance },
    {
      open: space,
      text: piece => {
        text += piece;
      },
      close: space,
    },
  );
  const line = text.replace(/\s+/g, ' ').trim();
  return whole ? line : `${line}…`;
}

/**
 * Caches the results of a function, since sorting and filtering call it for the same cells again and again. @param
 * size the number of results after which the cache is emptied
 */
export function remembering(ask: (html: string) => string, size = 20_000): (html: string) => string {
  const cache = new Map<string, string>();
  return html => {
    const result = cache.get(html) ?? ask(html);
    if (cache.size >= size) cache.clear();
    cache.set(html, result);
    return result;
  };
}
