/** The tables that a statement may name, beside the editor. */
import { nameInSql } from '../../../server/src/results/sql/keywords.ts';
import type { SqlTable } from '../../../server/src/results/sql/nameable-tables.ts';
import { visible } from '../cells/hidden-characters.ts';
import { button, element } from '../dom.ts';
import { counted, text } from '../panel-texts.ts';

/** @param insert inserts a name into the statement */
export function tableList(tables: readonly SqlTable[], insert: (name: string) => void): readonly Node[] {
  if (tables.length === 0)
    return [
      element('p', { text: text('sql.noTables') }),
      element('p', { class: 'quiet', text: text('sql.noTablesHint') }),
    ];
  return tables.map(table => tableItem(table, insert));
}

function tableItem(table: SqlTable, insert: (name: string) => void): HTMLElement {
  const { name, title, file, site, rows, columns } = table;
  const description = [title, file, site].filter(part => part !== '').map(part => visible(part));
  return element('details', {
    children: [
      element('summary', {
        title: description.join(' · '),
        children: [
          element('span', { class: 'name', text: visible(name) }),
          element('span', { class: 'quiet', text: counted('row', rows) }),
        ],
      }),
      element('p', { class: 'quiet', text: description.join(' · ') }),
      element('ul', {
        children: [
          element('li', {
            children: [nameButton(name, text('sql.insertTable', { name: visible(name) }), '', insert)],
          }),
          ...columns.map(column =>
            element('li', {
              children: [
                nameButton(
                  column.name,
                  text('sql.insertColumn', { name: visible(column.name) }),
                  text(`type.${column.type}`),
                  insert,
                ),
              ],
            }),
          ),
        ],
      }),
    ],
  });
}

const nameButton = (name: string, label: string, type: string, insert: (name: string) => void): HTMLElement =>
  button('', () => insert(nameInSql(name)), {
    class: 'item',
    title: label,
    children: [
      element('span', { class: 'name', text: visible(name) }),
      ...(type === '' ? [] : [element('span', { class: 'quiet', text: type })]),
    ],
  });
