/** The first of two sanitisers of a tracker's HTML: the browser's parser gets only its output. */
import { isPanel } from '#shared/base/html-markdown.ts';
import { escapeHtml } from '#shared/base/markup-text.ts';
import { type HtmlAllowance, readHtml } from '#shared/base/read-html.ts';
import markup from './markup.json' with { type: 'json' };

const tags: ReadonlySet<string> = new Set(markup.tags);
const lists: ReadonlySet<string> = new Set(['ol', 'ul']);
const inlineTags: ReadonlySet<string> = new Set(markup.inline);
const attributes: ReadonlySet<string> = new Set(markup.attributes);
const withoutEnd: ReadonlySet<string> = new Set(markup.void);

const attribute = ([name, value]: readonly [string, string]): string => ` ${name}="${escapeHtml(value)}"`;

/**
 * The maximum number of characters without a new block. The time to lay out one paragraph grows with the square of
 * the changes of font and direction in it.
 */
const maxParagraphLength = 4000;
/**
 * The maximum number of characters of start tags that are repeated after breaks; further ones lose their attributes.
 */
const maxReopenedLength = 200_000;

/** Writes HTML that a browser can lay out at once, whatever its input. */
class HtmlWriter {
  readonly #written: string[] = [];
  readonly #openInline: { readonly name: string; readonly tag: string }[] = [];
  /** The number of characters since the block began. */
  #length = 0;
  /** The number of characters of start tags that were repeated. */
  #reopened = 0;
  #openLists = 0;
  /** The elements that open `div` elements became. */
  readonly #openBoxes: string[] = [];

  /** @param isBox a `div` that is drawn as a box */
  open(tagName: string, attributeTexts: string, isBox: boolean): void {
    const name = isBox ? 'aside' : this.#nameOf(tagName);
    if (tagName === 'div') this.#openBoxes.push(name);
    const tag = `<${name}${attributeTexts}>`;
    this.#written.push(tag);
    if (lists.has(name)) this.#openLists++;
    if (inlineTags.has(name)) this.#openInline.push({ name, tag });
    else this.#length = 0;
  }

  text(text: string): void {
    let rest = text;
    while (this.#length + rest.length > maxParagraphLength) {
      const end = paragraphEnd(rest, maxParagraphLength - this.#length);
      this.#written.push(escapeHtml(rest.slice(0, end)));
      this.#breakBlock();
      rest = rest.slice(end);
    }
    this.#written.push(escapeHtml(rest));
    this.#length += rest.length;
  }

  close(tagName: string): void {
    const name = tagName === 'div' ? (this.#openBoxes.pop() ?? tagName) : this.#nameOf(tagName);
    this.#written.push(`</${name}>`);
    if (lists.has(name)) this.#openLists--;
    const opened = this.#openInline.findLastIndex(candidate => candidate.name === name);
    if (opened >= 0) this.#openInline.splice(opened, 1);
    if (!inlineTags.has(name)) this.#length = 0;
  }

  get html(): string {
    return this.#written.join('');
  }

  /**
   * The name to write for a tag. An item outside of a list becomes a block, because numbering it makes the browser
   * look at all the others.
   */
  #nameOf(name: string): string {
    return name === 'li' && this.#openLists === 0 ? 'div' : name;
  }

  /** Writes an empty block between two parts of the same inline elements. */
  #breakBlock(): void {
    const ends = this.#openInline.map(({ name }) => `</${name}>`).toReversed();
    for (const { tag } of this.#openInline) this.#reopened += tag.length;
    const isMuch = this.#reopened > maxReopenedLength;
    const begins = this.#openInline.map(({ name, tag }) => (isMuch ? `<${name}>` : tag));
    this.#written.push(...ends, '<div></div>', ...begins);
    this.#length = 0;
  }
}

/**
 * The end of a paragraph within a text: after the last line of its first `most` characters, else after the last word,
 * else at their end.
 */
function paragraphEnd(text: string, most: number): number {
  const part = text.slice(0, Math.max(1, most));
  const end = part.lastIndexOf('\n') + 1 || part.lastIndexOf(' ') + 1 || part.length;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
}

export interface Filtered {
  readonly html: string;
  /** False if the text was cut because it is too long or nested too deeply. */
  readonly whole: boolean;
}

/**
 * Rewrites HTML with the known tags and attributes only. The result is not yet harmless, since addresses are kept.
 * Handlers and styles are removed here because their mere presence violates the panel's content security policy.
 */
export function filtered(html: string, allowance: HtmlAllowance): Filtered {
  const writer = new HtmlWriter();
  const whole = readHtml(html, allowance, {
    open: (name, attributeValues) => {
      if (!tags.has(name)) return;
      const keptAttributes = Object.entries(attributeValues).filter(([key]) => attributes.has(key));
      writer.open(name, keptAttributes.map(attribute).join(''), isPanel(name, attributeValues));
    },
    text: piece => writer.text(piece),
    close: name => {
      if (tags.has(name) && !withoutEnd.has(name)) writer.close(name);
    },
  });
  return { html: writer.html, whole };
}
