/** Pieces of HTML from a site, of which only the text is shown: no markup of a site ever enters the panel. */
import { Parser } from 'htmlparser2';

/** What is between the tags of these is no text for a reader. */
export const unread: ReadonlySet<string> = new Set([
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

/** The text of a piece of HTML in one line, with entities decoded and without any markup; it never throws. */
export function htmlText(html: string): string {
  let text = '';
  let unreadDepth = 0;
  const parser = new Parser({
    onopentag: name => {
      if (unread.has(name)) unreadDepth++;
      if (breaks.has(name)) text += ' ';
    },
    ontext: piece => {
      if (unreadDepth === 0) text += piece;
    },
    onclosetag: name => {
      if (unread.has(name)) unreadDepth--;
      if (breaks.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
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
