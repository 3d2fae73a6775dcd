import { QueryDocument } from '../query-file/query-document.ts';
import { Scope } from '../query-file/scope.ts';
import { usePattern } from '../query-file/variables.ts';
import { breakLongLine } from './fixes/url-lines.ts';
import { writeInUrl } from './fixes/rewrite.ts';
import { parseWikiQuery } from './wiki-parser.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * A query with these parameters as the body of a query file: in lines, or as a URL where a value is one that a line cannot
 * have, such as a line end. `undefined` = neither reads as it was given.
 */
export function wikiQueryText(parameters: Parameters): string | undefined {
  const lines = parameters.map(([name, value]) =>
    breakLongLine(value === '' ? name : `${name}=${value.replaceAll(usePattern, String.raw`\$&`)}`, '\n'),
  );
  const url = parameters.map(([name, value]) => `${writeInUrl(name)}=${writeInUrl(value)}`);
  return [lines.join('\n'), `?${url.join('&')}`].find(text => readsAs(text, parameters));
}

/** Whether a text is one query with these parameters, wherever it is put. */
function readsAs(text: string, parameters: Parameters): boolean {
  const { blocks } = new QueryDocument('', '', 0, `### \n${text}`);
  const [block] = blocks;
  if (blocks.length !== 1 || !block || block.directives.length > 0 || block.variables.length > 0)
    return false;
  const parsedPairs = parseWikiQuery(new Scope(block)).parameters.map(({ name, value }) => [
    name.text,
    value?.text ?? '',
  ]);
  return JSON.stringify(parsedPairs) === JSON.stringify(parameters);
}
