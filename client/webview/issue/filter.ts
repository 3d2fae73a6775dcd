/** The first of two sieves for a tracker's HTML; the browser's own parser sees only what this lets through. */
import { Parser } from 'htmlparser2';
import { unread } from '../html.ts';
import markup from './markup.json' with { type: 'json' };

const tags: ReadonlySet<string> = new Set(markup.tags);
const attributes: ReadonlySet<string> = new Set(markup.attributes);
const withoutEnd: ReadonlySet<string> = new Set(markup.void);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, character => escapes[character] ?? '');

/**
 * The same HTML written anew with the known tags and attributes only. It is not yet harmless: addresses are kept
 * as they are. It spares the browser to look at handlers and styles, whose mere presence breaks the panel's rules.
 */
export function filtered(html: string): string {
  let written = '';
  let unreadDepth = 0;
  const parser = new Parser({
    onopentag: (name, given) => {
      if (unread.has(name)) unreadDepth++;
      if (unreadDepth > 0 || !tags.has(name)) return;
      const kept = Object.entries(given).filter(([attribute]) => attributes.has(attribute));
      written += `<${name}${kept.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}>`;
    },
    ontext: piece => {
      if (unreadDepth === 0) written += escaped(piece);
    },
    onclosetag: name => {
      if (unreadDepth === 0 && tags.has(name) && !withoutEnd.has(name)) written += `</${name}>`;
      if (unread.has(name)) unreadDepth--;
    },
  });
  parser.end(html);
  return written;
}
