/** Reads the cells of a workbook (XLSX) without the library that wrote it. */
import { readZip } from './zip.ts';

/** A cell: its text, or its number, date or truth value; `undefined` = empty. */
type Cell = string | number | boolean | Date | undefined;

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    // ST_Xstring of ECMA-376: a character by its code.
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** The sheets of a workbook by their names, each as rows of cells. @throws where a cell is a formula */
export function readWorkbook(archive: Buffer): ReadonlyMap<string, readonly (readonly Cell[])[]> {
  const files = readZip(archive);
  const part = (name: string): string => files.get(name)?.toString('utf8') ?? '';
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    unescaped([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text).join('')),
  );
  const styles = part('xl/styles.xml');
  const formats = new Map(
    [...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      attribute(tag, 'formatCode'),
    ]),
  );
  const cellFormats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(
    ([tag]) => formats.get(attribute(tag, 'numFmtId')) ?? '',
  );
  const cellOf = (tag: string, content: string): Cell => {
    if (/<f[ >]/.test(content)) throw new TypeError('a formula');
    const value = /<v>(.*?)<\/v>/s.exec(content)?.[1];
    const type = attribute(tag, 't');
    if (type === 'inlineStr') return unescaped(/<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1] ?? '');
    if (value === undefined) return undefined;
    if (type === 's') return shared[Number(value)];
    if (type === 'b') return value === '1';
    const isDate = /y/.test(cellFormats[Number(attribute(tag, 's') ?? 0)] ?? '');
    return isDate ? new Date(Math.round((Number(value) - 25_569) * 86_400_000)) : Number(value);
  };
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*>/g)].map(([tag]) =>
    unescaped(attribute(tag, 'name') ?? ''),
  );
  return new Map(
    names.map((name, index) => [
      name,
      [...part(`xl/worksheets/sheet${index + 1}.xml`).matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(
        ([, row = '']) => {
          const cells: Cell[] = [];
          for (const [, tag = '', content = ''] of row.matchAll(/<c( [^>]*?)(?:\/>|>(.*?)<\/c>)/gs))
            cells[columnOf(attribute(tag, 'r') ?? '')] = cellOf(tag, content);
          return Array.from(cells);
        },
      ),
    ]),
  );
}

/** The index of a cell's column: 0 for `A1`, 26 for `AA1`. */
const columnOf = (reference: string): number =>
  Array.from(reference.replace(/\d/g, '')).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
