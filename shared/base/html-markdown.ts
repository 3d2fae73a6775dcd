/** Writes HTML of a site as Markdown: for agents, reports and cells, which keep lines, code, lists and tables. */
import { type HtmlAllowance, readHtml } from './read-html.ts';
import { codeBlock } from './text/markdown.ts';

/** The maximum size that is read. */
const maximum = { characters: 300_000, elements: 50_000 };
/**
 * Characters that indentation and escapes may add to a text: each level of a list, a quotation or a table adds some to
 * all that is in it, so that deep ones would become a multiple of what a site sent.
 */
const maximumGrowth = (characters: number): number => 2 * characters + 1000;

/** The signs of emoticons in wiki markup, by the names of their pictures. */
const emoticons: Readonly<Record<string, string>> = {
  check: '✔',
  error: '✖',
  warning: '⚠',
  information: 'ℹ',
  forbidden: '⛔',
  smile: '🙂',
  sad: '🙁',
  wink: '😉',
  biggrin: '😀',
  tongue: '😛',
  thumbs_up: '👍',
  thumbs_down: '👎',
  help_16: '❓',
  add: '➕',
  lightbulb_on: '💡',
  lightbulb: '💡',
  star_yellow: '⭐',
  star_red: '⭐',
  star_green: '⭐',
  star_blue: '⭐',
};

/** The sign of an emoticon by the address of its picture; undefined = it is another picture. */
export function emoticonOf(address: string): string | undefined {
  const name = /\/emoticons\/(\w+)\.\w+$/.exec(address.replace(/[?#].*$/s, ''))?.[1];
  return name !== undefined && Object.hasOwn(emoticons, name) ? emoticons[name] : undefined;
}

export interface MarkdownOptions {
  /** Without marks for bold, code and links: for cells. */
  readonly isPlain?: boolean;
  /** How much of several texts may be read together; at most the maximum is read of each. */
  readonly allowance?: HtmlAllowance;
}

/** Markdown, and whether it has all of the HTML that it was written from. */
export interface WrittenMarkdown {
  readonly text: string;
  readonly isWhole: boolean;
}

const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const blocks: ReadonlySet<string> = new Set(['p', 'div', 'section', 'dl', 'dd', 'dt']);

/** Returns HTML as Markdown; the end of HTML that is not read is “…”. Never throws. */
export const htmlMarkdown = (html: string, options: MarkdownOptions = {}): string =>
  writeMarkdown(html, options).text;

/** Like `htmlMarkdown`, and says whether all was read. */
export function writeMarkdown(
  html: string,
  { isPlain = false, allowance = { ...maximum } }: MarkdownOptions = {},
): WrittenMarkdown {
  const writer = new Writer(isPlain, maximumGrowth(html.length));
  const remaining = {
    characters: Math.min(allowance.characters, maximum.characters),
    elements: Math.min(allowance.elements, maximum.elements),
  };
  const before = { ...remaining };
  const isWhole = readHtml(html, remaining, writer);
  allowance.characters -= before.characters - remaining.characters;
  allowance.elements -= before.elements - remaining.elements;
  const text = writer.end();
  return { text: isWhole ? text : `${text}…`, isWhole };
}

/** Whether an element is a box of Jira's wiki markup, where code is a box too. */
export const isPanel = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'div' && /^(?:(?!code|preformatted)\w+ )*panel(?: |$)/.test(attributes['class'] ?? '');

/** An open element. */
interface Frame {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  /** The last part of the text ends with a bracket. */
  hasBracket: boolean;
  /** The cells of a row, the rows of a table, and the items of a list so far. */
  readonly parts: string[];
}

const newFrame = (name: string, attributes: Frame['attributes'] = {}): Frame => ({
  name,
  attributes,
  text: '',
  hasBracket: false,
  parts: [],
});

/** A character that no text has: the place of a block of code, whose blanks stay as they are. */
const codePlace = '\u{FFFF}';

class Writer {
  readonly #isPlain: boolean;
  readonly #frames: Frame[] = [newFrame('')];
  readonly #code: string[] = [];
  /** Characters that indentation and escapes may still add. */
  #growth: number;

  constructor(isPlain: boolean, growth: number) {
    this.#isPlain = isPlain;
    this.#growth = growth;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    this.#frames.push(newFrame(isPanel(name, attributes) ? 'aside' : name, attributes));
  };

  readonly text = (piece: string): void => {
    const isCode = this.#frames.some(({ name }) => name === 'pre');
    const clean = piece.replaceAll(codePlace, '');
    const frame = this.#frames.at(-1)!;
    // A text that looks like a link or a picture of Markdown stays a text.
    const written = this.#isPlain ? clean : clean.replaceAll('](', ']\\(');
    if (isCode) frame.text += clean;
    else this.#append(frame, written.replaceAll(/\s+/g, ' '));
  };

  readonly close = (name: string): void => {
    const frame = this.#frames.at(-1)?.name;
    const isSame = frame === name || (frame === 'aside' && name === 'div');
    if (isSame && this.#frames.length > 1) this.#fold();
  };

  /** Adds a part to a text, which does not become a link or a picture with the part before it. */
  #append(frame: Frame, part: string): void {
    if (part === '') return;
    const isLink = !this.#isPlain && frame.hasBracket && part.startsWith('(');
    frame.text += isLink ? `\\${part}` : part;
    frame.hasBracket = part.endsWith(']');
  }

  /** Closes what is open, and returns the text. */
  end(): string {
    while (this.#frames.length > 1) this.#fold();
    const [root] = this.#frames;
    let at = 0;
    return (root?.text ?? '')
      .split('\n')
      .map(line => line.replaceAll(/(?<=\S) {2,}/g, ' ').trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
      .replaceAll(codePlace, (_, place: number, whole: string) => {
        const before = whole.slice(whole.lastIndexOf('\n', place) + 1, place);
        const code = this.#code[at++] ?? '';
        // The lines of code in a quotation or a list begin as their first line does.
        const isBlock = /^[\s>\d.-]*$/.test(before) && this.#canGrow(code, before.length);
        return isBlock ? code.replaceAll('\n', `\n${before.replaceAll(/[^>]/g, ' ')}`) : code;
      });
  }

  #fold(): void {
    const frame = this.#frames.pop()!;
    const parent = this.#frames.at(-1)!;
    const { name, text } = frame;
    const mark = Object.hasOwn(marks, name) ? marks[name]! : '';
    if (name === 'td' || name === 'th') this.#within('tr')?.parts.push(this.#cell(text));
    else if (name === 'tr') this.#within('table')?.parts.push(this.#row(frame.parts));
    else if (name === 'li') this.#item(text);
    else if (isList(name) && isList(parent.name)) this.#nest(parent.parts, listText(frame));
    else this.#append(parent, mark === '' ? this.#written(frame) : this.#marked(text, mark));
  }

  #written(frame: Frame): string {
    const { name, attributes, text, parts } = frame;
    switch (name) {
      case 'br':
        return '\n';
      case 'hr':
        return '\n\n---\n\n';
      case 'pre':
        return this.#codeBlock(text);
      case 'code':
      case 'tt':
        return this.#marked(text, '`');
      case 'a':
        return this.#link(text, attributes['href'] ?? '');
      case 'img':
        return this.#picture(attributes);
      case 'table':
        return `\n\n${this.#table(parts)}\n\n`;
      case 'ul':
      case 'ol':
        return `${this.#within('li') ? '\n' : '\n\n'}${listText(frame)}\n\n`;
      case 'blockquote':
      case 'aside':
        return `\n\n${this.#isPlain || !this.#canGrow(text, quotation.length) ? text.trim() : quoted(text)}\n\n`;
      default: {
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (level !== undefined)
          return `\n\n${this.#isPlain ? '' : `${'#'.repeat(Number(level))} `}${text.trim()}\n\n`;
        return blocks.has(name) ? `\n\n${text.trim()}\n\n` : text;
      }
    }
  }

  #within(name: string): Frame | undefined {
    return this.#frames.findLast(frame => frame.name === name);
  }

  #item(text: string): void {
    const list = this.#frames.findLast(({ name }) => isList(name));
    const first = Number(list?.attributes['start'] ?? 1) || 1;
    const sign = list?.name === 'ol' ? `${first + list.parts.length}.` : '-';
    const item = `${sign} ${this.#indented(text.trim().replaceAll(/\n{2,}/g, '\n'), sign.length + 1)}`;
    if (list) list.parts.push(item);
    else this.#append(this.#frames.at(-1)!, `\n${item}\n`);
  }

  /** Puts a list without an item of its own below the item before it. */
  #nest(items: string[], list: string): void {
    const item = items.pop();
    const width = /^\S+ /.exec(item ?? '')?.[0].length ?? 0;
    items.push(item === undefined ? list : `${item}${this.#indented(`\n${list}`, width)}`);
  }

  /** A text whose lines after the first begin below the text of a list's item. */
  #indented(text: string, width: number): string {
    return this.#canGrow(text, width) ? text.replaceAll('\n', `\n${' '.repeat(width)}`) : text;
  }

  /** Whether `width` characters may be added at each sign of a text; then they count as added. */
  #canGrow(text: string, width: number, sign = '\n'): boolean {
    let growth = 0;
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) growth += width;
    if (growth > this.#growth) return false;
    this.#growth -= growth;
    return true;
  }

  #marked(text: string, mark: string): string {
    const inner = text.trim();
    if (this.#isPlain || inner === '' || inner.includes(codePlace)) return text;
    return text.replace(inner, () => `${mark}${inner}${mark}`);
  }

  #codeBlock(text: string): string {
    const code = text.replace(/^\n/, '').trimEnd();
    this.#code.push(this.#isPlain ? code : codeBlock(code, ''));
    return `\n\n${codePlace}\n\n`;
  }

  #link(text: string, href: string): string {
    const isAddress = /^https?:\/\//i.test(href) && text.trim() !== '' && text.trim() !== href;
    return this.#isPlain || !isAddress ? text : `[${text.trim()}](${href})`;
  }

  #picture(attributes: Readonly<Record<string, string>>): string {
    const address = attributes['src'] ?? '';
    const name = attributes['alt'] || attributes['title'] || attributes['data-attachment-name'];
    const enclosing = this.#within('a')?.attributes['title'];
    return emoticonOf(address) ?? `[${name || enclosing || 'picture'}]`;
  }

  #cell(text: string): string {
    return text.replaceAll(/\s+/g, ' ').trim();
  }

  #row(cells: readonly string[]): string {
    return this.#isPlain
      ? cells.join(' | ')
      : `| ${cells.map(cell => this.#withoutBars(cell)).join(' | ')} |`;
  }

  /** The text of a cell, which bars would end. */
  #withoutBars(cell: string): string {
    return cell.replaceAll('|', this.#canGrow(cell, 1, '|') ? '\\|' : '¦');
  }

  #table(rows: readonly string[]): string {
    const [head, ...others] = rows;
    if (this.#isPlain || head === undefined) return rows.join('\n');
    const columns = head.split(/(?<!\\)\|/).length - 2;
    return [head, `|${' --- |'.repeat(columns)}`, ...others].join('\n');
  }
}

const isList = (name: string): boolean => name === 'ul' || name === 'ol';

const listText = ({ parts, text }: Frame): string => [...parts, text.trim()].join('\n').trimEnd();

const quotation = '> ';

const quoted = (text: string): string =>
  text
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')
    .split('\n')
    .map(line => `${quotation}${line}`.trimEnd())
    .join('\n');
