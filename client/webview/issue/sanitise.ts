/** HTML of a tracker made harmless. */
import DOMPurify from 'dompurify';
import type { HtmlAllowance } from '../../../server/src/common/read-html.ts';
import { filtered } from './html-filter.ts';
import markup from './markup.json' with { type: 'json' };

export interface Sanitised {
  readonly content: DocumentFragment;
  readonly whole: boolean;
}

/**
 * What a reader needs of a piece of HTML: text and its structure, links and images by their addresses. It has no
 * script, style, form, frame, class, id or handler. It belongs to a document that loads nothing, so that addresses can
 * be dealt with before anything is shown.
 */
export function sanitise(html: string, allowance: HtmlAllowance): Sanitised {
  const { html: known, whole } = filtered(html, allowance);
  const content = DOMPurify.sanitize(known, {
    ALLOWED_TAGS: [...markup.tags],
    ALLOWED_ATTR: [...markup.attributes],
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return { content, whole };
}
