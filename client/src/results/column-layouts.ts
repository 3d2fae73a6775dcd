/** How the user left the columns of each table, by the table's id, kept for the workspace. */
import type { Memento } from 'vscode';
import type { Layout } from '../../../server/src/protocol/panel-messages.ts';

const key = 'wikijql.layouts';

export type Layouts = Readonly<Record<string, Layout>>;

export const readLayouts = (memento: Memento): Layouts => memento.get<Layouts>(key, {});

export const keepLayout = async (memento: Memento, table: string, layout: Layout): Promise<void> =>
  memento.update(key, { ...readLayouts(memento), [table]: layout });
