/** Writes HTML of a site as Markdown: for agents, reports and cells, which keep lines, code, lists and tables. */
import { readHtml } from './read-html.ts';

/** The maximum size that is read. */
const allowance = { characters: 300_000, elements: 50_000 };

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
export function htmlMarkdown(html: string, { isPlain = false }: MarkdownOptions = {}): string {
  const writer = new Writer(isPlain);
  const isWhole = readHtml(html, { ...allowance }, writer);
  const text = writer.end();
  return isWhole ? text : `${text}…`;
}

/** Whether an element is a box of Jira's wiki markup, where code is a box too. */
export const isPanel = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'div' && /^(?:(?!code|preformatted)\w+ )*panel(?: |$)/.test(attributes['class'] ?? '');

/** An open element. */
interface Frame {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  /** The cells of a row, the rows of a table, and the items of a list so far. */
  readonly parts: string[];
}

/** A character that no text has: the place of a block of code, whose blanks stay as they are. */
const codePlace = '\u{FFFF}';

class Writer {
  readonly #isPlain: boolean;
  readonly #frames: Frame[] = [{ name: '', attributes: {}, text: '', parts: [] }];
  readonly #code: string[] = [];

  constructor(isPlain: boolean) {
    this.#isPlain = isPlain;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    this.#frames.push({ name: isPanel(name, attributes) ? 'aside' : name, attributes, text: '', parts: [] });
  };

  readonly text = (piece: string): void => {
    const isCode = this.#frames.some(({ name }) => name === 'pre');
    const clean = piece.replaceAll(codePlace, '');
    const frame = this.#frames.at(-1)!;
    // A text that looks like a link or a picture of Markdown stays a text.
    const written = this.#isPlain ? clean : clean.replaceAll('](', ']\\(');
    frame.text = isCode ? frame.text + clean : this.#beside(frame.text, written.replaceAll(/\s+/g, ' '));
  };

  readonly close = (name: string): void => {
    const frame = this.#frames.at(-1)?.name;
    const isSame = frame === name || (frame === 'aside' && name === 'div');
    if (isSame && this.#frames.length > 1) this.#fold();
  };

  /** Two parts of a text, which do not become a link or a picture together. */
  #beside(before: string, after: string): string {
    const isLink = !this.#isPlain && before.endsWith(']') && after.startsWith('(');
    return `${before}${isLink ? '\\' : ''}${after}`;
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
        // The lines of code in a quotation or a list begin as their first line does.
        const isBlock = /^[\s>\d.-]*$/.test(before);
        return (this.#code[at++] ?? '').replaceAll(
          '\n',
          isBlock ? `\n${before.replaceAll(/[^>]/g, ' ')}` : '\n',
        );
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
    else if (isList(name) && isList(parent.name)) nest(parent.parts, listText(frame));
    else
      parent.text = this.#beside(parent.text, mark === '' ? this.#written(frame) : this.#marked(text, mark));
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
        return `\n\n${this.#isPlain ? text.trim() : quoted(text)}\n\n`;
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
    const item = `${sign} ${indented(text.trim().replaceAll(/\n{2,}/g, '\n'), sign.length + 1)}`;
    if (list) list.parts.push(item);
    else this.#frames.at(-1)!.text += `\n${item}\n`;
  }

  #marked(text: string, mark: string): string {
    const inner = text.trim();
    if (this.#isPlain || inner === '' || inner.includes(codePlace)) return text;
    return text.replace(inner, () => `${mark}${inner}${mark}`);
  }

  #codeBlock(text: string): string {
    const code = text.replace(/^\n/, '').trimEnd();
    const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    this.#code.push(this.#isPlain ? code : `${fence}\n${code}\n${fence}`);
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
      : `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
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

/** A text whose lines after the first begin below the text of a list's item. */
const indented = (text: string, width: number): string => text.replaceAll('\n', `\n${' '.repeat(width)}`);

/** Puts a list without an item of its own below the item before it. */
function nest(items: string[], list: string): void {
  const item = items.pop();
  const width = /^\S+ /.exec(item ?? '')?.[0].length ?? 0;
  items.push(item === undefined ? list : `${item}${indented(`\n${list}`, width)}`);
}

const quoted = (text: string): string =>
  text
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
