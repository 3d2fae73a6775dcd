import type { QueryBlock } from './block.ts';
import type { QueryDocument } from './query-document.ts';
import { nameOf } from './query-names.ts';
import { visibleLine } from '../common/visible-text.ts';

/** A query of a file and what it is called: its `@name`, else its title, else its number from 1. */
export interface LabelledQuery {
  readonly index: number;
  readonly number: number;
  readonly label: string;
}

const isQuery = ({ body, separated }: QueryBlock): boolean => body !== undefined || separated;

/** The queries of a file: what has a body or a `###` line; in a file without either, what there is. */
export function labelledQueries({ blocks }: QueryDocument): readonly LabelledQuery[] {
  const queries = blocks.flatMap((block, index) => (isQuery(block) ? [{ block, index }] : []));
  return queries.map(({ block, index }, place) => ({
    index,
    number: place + 1,
    label: labelOf(block, place + 1),
  }));
}

function labelOf(block: QueryBlock, number: number): string {
  const name = nameOf(block)?.value.text;
  const given = name === undefined || name === '' ? block.title?.text : name;
  return given === undefined || given === '' ? String(number) : visibleLine(given).slice(0, 200);
}
