/** Stores how the user arranged the tables of each query in the workspace: a layout belongs to its query, and to no other. */
import type { Memento } from 'vscode';
import type { Layout } from '#shared/protocol/panel-messages.ts';

const key = 'wikijql.queryLayouts';

/** Layouts by the ids of tables. */
export type Layouts = Readonly<Record<string, Layout>>;

/** A query by its file and its title. */
export interface QueryName {
  readonly uri: string;
  readonly title: string;
}

/** The maximum number of queries that are stored. */
const maxQueries = 200;

type QueryLayouts = readonly (readonly [query: string, layouts: Layouts])[];

const nameOf = ({ uri, title }: QueryName): string => JSON.stringify([uri, title]);

const allLayouts = (memento: Memento): QueryLayouts => memento.get<QueryLayouts>(key, []);

/** Returns the layouts of a query's tables; `{}` = it was never arranged. */
export function readLayouts(memento: Memento, query: QueryName): Layouts {
  const name = nameOf(query);
  return allLayouts(memento).find(([each]) => each === name)?.[1] ?? {};
}

/** The beginning of the names of all queries of a file. */
const startOf = (uri: string): string => `${JSON.stringify([uri]).slice(0, -1)},`;

/** Gives the layouts of a file's queries another address. */
export async function moveLayouts(memento: Memento, from: string, to: string): Promise<void> {
  const layouts = allLayouts(memento);
  if (!layouts.some(([query]) => query.startsWith(startOf(from)))) return;
  const moved = layouts.map(([query, each]) => [query.replace(startOf(from), () => startOf(to)), each]);
  await memento.update(key, moved);
}

/** Stores the layout of a table of a query, as the latest of all. */
export async function keepLayout(
  memento: Memento,
  query: QueryName,
  table: string,
  layout: Layout,
): Promise<void> {
  const name = nameOf(query);
  const layouts = { ...readLayouts(memento, query), [table]: layout };
  const others = allLayouts(memento)
    .filter(([each]) => each !== name)
    .slice(0, maxQueries - 1);
  await memento.update(key, [[name, layouts], ...others]);
}
