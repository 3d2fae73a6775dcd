import type { LastResult } from '../query-file/checking/source-columns.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { nameOf } from '../query-file/query-names.ts';
import type { PlacedView } from './documents/query-views.ts';

interface Ran {
  readonly run: string;
  readonly tables: Map<string, LastResult['tables'][number]>;
}

/** Results whose columns are remembered. */
const maxResults = 200;

/** The columns of the queries with a name, as they ran last in this session. */
export class RanResults {
  readonly #ran = new Map<string, Ran>();

  /** Remembers the columns of a table of a run. */
  receive(
    run: string,
    place: Pick<PlacedView, 'document' | 'placed'>,
    header: TableHeader,
    rows: number,
  ): void {
    const key = keyOf(place);
    if (key === undefined) return;
    const remembered = this.#ran.get(key);
    const now = remembered?.run === run ? remembered : { run, tables: new Map() };
    now.tables.set(header.id, { header, rows });
    if (now === remembered) return;
    this.#ran.delete(key);
    this.#ran.set(key, now);
    if (this.#ran.size > maxResults) this.#ran.delete(this.#ran.keys().next().value!);
  }

  /** `undefined` = the query has no name, or did not run. */
  of(place: Pick<PlacedView, 'document' | 'placed'>): LastResult | undefined {
    const key = keyOf(place);
    const remembered = key === undefined ? undefined : this.#ran.get(key);
    return remembered && { tables: [...remembered.tables.values()] };
  }
}

function keyOf({ document, placed }: Pick<PlacedView, 'document' | 'placed'>): string | undefined {
  const name = nameOf(placed.block)?.value.text ?? '';
  return name === '' ? undefined : `${document.languageId} ${name} ${document.uri}`;
}
