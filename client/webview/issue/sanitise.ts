/** HTML of a tracker made harmless. */
import DOMPurify from 'dompurify';
import { filtered } from './filter.ts';
import markup from './markup.json' with { type: 'json' };

/**
 * What a reader needs of a piece of HTML: text and its structure, links and pictures by their addresses. There
 * is no script, style, form, frame, class, id or handler in it. It belongs to a document that loads nothing, so
 * that addresses can be dealt with before anything is shown.
 */
export const sanitise = (html: string): DocumentFragment =>
  DOMPurify.sanitize(filtered(html), {
    ALLOWED_TAGS: [...markup.tags],
    ALLOWED_ATTR: [...markup.attributes],
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
