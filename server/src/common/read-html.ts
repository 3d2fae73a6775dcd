/** HTML of a site, read within bounds: neither deep nesting nor sheer length holds up a panel. */
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
/** Before and after these a word ends. */
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

/** How much HTML is read in one go; what is read is taken off, so that several texts can share it. */
export interface HtmlAllowance {
  characters: number;
  elements: number;
}

/** Real texts nest a few dozen levels. The parser's time grows with the square of the depth. */
const deepest = 200;
const sliceLength = 4096;

/** Reads HTML without the elements that are never shown; returns whether all of it was read. */
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

/** A cell's text is searched, sorted and exported whole, but no larger than this. */
const textAllowance: HtmlAllowance = { characters: 1_000_000, elements: 100_000 };

/** The text of a piece of HTML in one line, with entities decoded and without any markup; it never throws. */
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

/** A function that remembers its last answers, since sorting and filtering ask for all of them again and again. */
export function remembering(ask: (html: string) => string, size = 20_000): (html: string) => string {
  const known = new Map<string, string>();
  return html => {
    const found = known.get(html) ?? ask(html);
    if (known.size >= size) known.clear();
    known.set(html, found);
    return found;
  };
}
