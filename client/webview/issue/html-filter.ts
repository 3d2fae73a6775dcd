/** The first of two sieves for a tracker's HTML; the browser's parser sees only what it lets through. */
import { escapeHtml } from '../../../server/src/common/markup-text.ts';
import { type HtmlAllowance, readHtml } from '../../../server/src/common/read-html.ts';
import markup from './markup.json' with { type: 'json' };

const tags: ReadonlySet<string> = new Set(markup.tags);
const lists: ReadonlySet<string> = new Set(['ol', 'ul']);
const inlineTags: ReadonlySet<string> = new Set(markup.inline);
const attributes: ReadonlySet<string> = new Set(markup.attributes);
const withoutEnd: ReadonlySet<string> = new Set(markup.void);

const attribute = ([name, value]: readonly [string, string]): string => ` ${name}="${escapeHtml(value)}"`;

/**
 * How many characters may follow one another without a new block. A browser's time to lay out one paragraph grows with
 * the square of the changes of font and direction in it.
 */
const longestParagraph = 4000;
/** So many characters of start tags are written again after breaks: further ones are without their attributes. */
const longestReopened = 200_000;

/** Writes HTML that a browser can lay out at once, whatever it is made of. */
class HtmlWriter {
  readonly #written: string[] = [];
  readonly #openInline: { readonly name: string; readonly tag: string }[] = [];
  /** Characters since the block began. */
  #length = 0;
  /** Characters of start tags that were written again. */
  #reopened = 0;
  #openLists = 0;

  open(given: string, attributeTexts: string): void {
    const name = this.#nameOf(given);
    const tag = `<${name}${attributeTexts}>`;
    this.#written.push(tag);
    if (lists.has(name)) this.#openLists++;
    if (inlineTags.has(name)) this.#openInline.push({ name, tag });
    else this.#length = 0;
  }

  text(text: string): void {
    let rest = text;
    while (this.#length + rest.length > longestParagraph) {
      const end = paragraphEnd(rest, longestParagraph - this.#length);
      this.#written.push(escapeHtml(rest.slice(0, end)));
      this.#breakBlock();
      rest = rest.slice(end);
    }
    this.#written.push(escapeHtml(rest));
    this.#length += rest.length;
  }

  close(given: string): void {
    const name = this.#nameOf(given);
    this.#written.push(`</${name}>`);
    if (lists.has(name)) this.#openLists--;
    const opened = this.#openInline.findLastIndex(each => each.name === name);
    if (opened >= 0) this.#openInline.splice(opened, 1);
    if (!inlineTags.has(name)) this.#length = 0;
  }

  get html(): string {
    return this.#written.join('');
  }

  /** To number an item that is in no list, the browser looks at all the others. */
  #nameOf(name: string): string {
    return name === 'li' && this.#openLists === 0 ? 'div' : name;
  }

  /** An empty block between two parts of the same inline elements. */
  #breakBlock(): void {
    const ends = this.#openInline.map(({ name }) => `</${name}>`).toReversed();
    for (const { tag } of this.#openInline) this.#reopened += tag.length;
    const isMuch = this.#reopened > longestReopened;
    const begins = this.#openInline.map(({ name, tag }) => (isMuch ? `<${name}>` : tag));
    this.#written.push(...ends, '<div></div>', ...begins);
    this.#length = 0;
  }
}

/** After the last line of that part of a text, else after its last word, else where the part ends. */
function paragraphEnd(text: string, most: number): number {
  const part = text.slice(0, Math.max(1, most));
  const end = part.lastIndexOf('\n') + 1 || part.lastIndexOf(' ') + 1 || part.length;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
}

export interface Filtered {
  readonly html: string;
  /** False where the text was cut because it is too long or nested too deeply. */
  readonly whole: boolean;
}

/**
 * The same HTML written anew with the known tags and attributes only. It is not yet harmless, since addresses are kept.
 * Handlers and styles are left out here because their mere presence violates the panel's content security policy.
 */
export function filtered(html: string, allowance: HtmlAllowance): Filtered {
  const writer = new HtmlWriter();
  const whole = readHtml(html, allowance, {
    open: (name, given) => {
      if (!tags.has(name)) return;
      const kept = Object.entries(given).filter(([key]) => attributes.has(key));
      writer.open(name, kept.map(attribute).join(''));
    },
    text: piece => writer.text(piece),
    close: name => {
      if (tags.has(name) && !withoutEnd.has(name)) writer.close(name);
    },
  });
  return { html: writer.html, whole };
}
