/**
 * Stores how the user arranged the tables of each query in the workspace: for the query itself, and hidden columns
 * and widths also by the table's id alone, for queries that were not run yet.
 */
import type { Memento } from 'vscode';
import type { Layout } from '#shared/protocol/panel-messages.ts';

const tableKey = 'wikijql.layouts';
const queryKey = 'wikijql.queryLayouts';

/** Layouts by the ids of tables. */
export type Layouts = Readonly<Record<string, Layout>>;

/** A query by its file and its title. */
export interface QueryName {
  readonly uri: string;
  readonly title: string;
}

/** The maximum number of queries that are stored. */
const mostQueries = 200;

type QueryLayouts = readonly (readonly [query: string, layouts: Layouts])[];

const nameOf = ({ uri, title }: QueryName): string => JSON.stringify([uri, title]);

const ofQueries = (memento: Memento): QueryLayouts => memento.get<QueryLayouts>(queryKey, []);

export function readLayouts(memento: Memento, query: QueryName): Layouts {
  const name = nameOf(query);
  const queryLayouts = ofQueries(memento).find(([each]) => each === name)?.[1];
  return { ...memento.get<Layouts>(tableKey, {}), ...queryLayouts };
}

export async function keepLayout(
  memento: Memento,
  query: QueryName,
  table: string,
  layout: Layout,
): Promise<void> {
  const { hidden, widths } = layout;
  const name = nameOf(query);
  const allLayouts = ofQueries(memento);
  const queryLayouts = allLayouts.find(([each]) => each === name)?.[1];
  const others = allLayouts.filter(([each]) => each !== name).slice(0, mostQueries - 1);
  await memento.update(queryKey, [[name, { ...queryLayouts, [table]: layout }], ...others]);
  await memento.update(tableKey, { ...memento.get<Layouts>(tableKey, {}), [table]: { hidden, widths } });
}
