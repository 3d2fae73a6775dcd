/** The tools above a table: the search, and a toolbar with filters, columns, groups, export and less common commands. */
import { oneTabStop } from '../one-tab-stop.ts';
import { button, drawing, element } from '../dom.ts';
import type { FromResultsPanel } from '#shared/protocol/panel-messages.ts';
import { text, type TextId } from '../panel-texts.ts';
import { visible } from '../cells/hidden-characters.ts';
import icons from '../icons.json' with { type: 'json' };
import { groupItems } from './group-menu.ts';
import { menu } from './popup-menu.ts';
import type { TableView } from './table-view.ts';

type Command = Extract<FromResultsPanel, { readonly type: 'stored' }>['command'];

const ofResults: readonly Command[] = ['comparePrevious', 'compareSnapshot', 'compareSite', 'keepSnapshot'];
const ofComparisons: readonly Command[] = ['showComparisonText'];

/** The items of the menu of less common commands: comparing and keeping results, SQL, and the raw response. */
function moreItems(
  isComparison: boolean,
  { run, isComputed, isSql }: FrontRun,
  send: (message: FromResultsPanel) => void,
): readonly Node[] {
  const commands = isComparison ? ofComparisons : ofResults;
  const others = [
    ...(isSql ? [] : [item('action.sql', () => send({ type: 'openSql' }))]),
    ...(isComputed ? [] : [item('action.raw', () => send({ type: 'raw', run }))]),
  ];
  return [
    ...commands
      .filter(command => !isComputed || command !== 'compareSite')
      .map(command => item(`stored.${command}`, () => send({ type: 'stored', run, command }))),
    ...(others.length === 0 ? [] : [element('hr'), ...others]),
  ];
}

interface FrontRun {
  readonly run: string;
  /** The proposed name of the files of its table. */
  readonly fileName: string;
  /** Whether its rows come from stored ones, without a request. */
  readonly isComputed: boolean;
  /** Whether it is in a SQL view. */
  readonly isSql: boolean;
}

export interface Toolbar {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  /** Updates the tools to the table that came to the front. */
  readonly refresh: () => void;
}

/**
 * @param table returns the table in front, `undefined` = none yet
 * @param front returns the run it belongs to
 * @param chart the button that switches between table and chart
 */
export function toolbar(
  table: () => TableView | undefined,
  front: () => FrontRun,
  send: (message: FromResultsPanel) => void,
  chart: HTMLElement,
): Toolbar {
  const search = element('input', {
    attributes: {
      type: 'search',
      spellcheck: 'false',
      placeholder: text('search.placeholder'),
      'aria-label': text('search.label'),
    },
  });
  search.addEventListener('input', () => table()?.search(search.value));
  search.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    table()?.focus();
  });

  const filters = tool('action.filters', 'action.filtersHint', icons.filter, () => {
    const view = table();
    view?.showFilters(!view.filtersShown);
    refresh();
  });
  const refresh = (): void => filters.setAttribute('aria-pressed', String(table()?.filtersShown ?? false));

  const columns = menu(text('action.columns'), text('action.columnsHint'), icons.columns, () =>
    columnItems(table()),
  );
  const groups = menu(text('action.group'), text('action.groupHint'), icons.group, () => {
    const view = table();
    return view ? groupItems(view, line => send({ type: 'copy', text: line })) : [];
  });
  const exports = menu(text('action.export'), text('action.exportHint'), icons.export, () =>
    exportItems(table(), front(), message => {
      send(message);
      exports.close();
    }),
  );
  const more = menu(text('action.moreTools'), text('action.moreToolsHint'), icons.ellipsis, () =>
    moreItems(table()?.header.comparison !== undefined, front(), message => {
      send(message);
      more.close();
    }),
  );
  const bar = element('div', {
    class: 'toolbar',
    attributes: { role: 'toolbar', 'aria-label': text('panel.tools') },
    children: [
      filters,
      ...[columns, groups].flatMap(({ button: opener, popup }) => [opener, popup]),
      chart,
      ...[exports, more].flatMap(({ button: opener, popup }) => [opener, popup]),
    ],
  });
  oneTabStop(bar);
  const find = element('label', { class: 'search', children: [drawing(icons.search), search] });
  return { element: element('div', { class: 'tools', children: [find, bar] }), search, refresh };
}

const tool = (label: TextId, hint: TextId, icon: string, onClick: () => void): HTMLButtonElement =>
  button('', onClick, {
    class: 'tool',
    title: text(hint),
    attributes: { 'aria-label': text(label) },
    children: [drawing(icon), element('span', { text: text(label) })],
  });

function columnItems(view: TableView | undefined): readonly Node[] {
  if (!view) return [];
  const boxes = view.header.columns.map(column => {
    const box = element('input', { attributes: { type: 'checkbox' } });
    box.checked = !view.columns.isHidden(column);
    box.addEventListener('change', () => view.columns.setHidden([column], !box.checked));
    const title = visible(column.title);
    const name = element('span', { class: 'name', text: title, title });
    const type = element('span', { class: 'quiet', text: text(`type.${column.type}`) });
    return { box, label: element('label', { class: 'choice', children: [box, name, type] }) };
  });
  const showAllButton = button(text('columns.all'), () => {
    view.columns.setHidden(view.header.columns, false);
    for (const { box } of boxes) box.checked = true;
  });
  const fit = button(text('columns.reset'), () => view.fit());
  return [
    element('div', { class: 'choices', children: boxes.map(({ label }) => label) }),
    element('div', { class: 'actions', children: [showAllButton, fit] }),
  ];
}

const item = (label: TextId, onClick: () => void): Node => button(text(label), onClick, { class: 'item' });

const copyFormats = ['tsv', 'markdown', 'json'] as const;
const saveFormats = [
  'xlsx',
  'csv',
  'tsv',
  'json',
  'ndjson',
  'markdown',
  'html',
  'wikitext',
  'sqlite',
] as const;

/** The items of the menu that copies or saves all rows of the view. */
function exportItems(
  view: TableView | undefined,
  { run, fileName: name }: FrontRun,
  send: (message: FromResultsPanel) => void,
): readonly Node[] {
  if (!view) return [];
  const { id: table } = view.header;
  const excerpt = () => ({ run, table, ...view.excerpt() });
  return [
    ...copyFormats.map(format =>
      item(`export.copy.${format}`, () =>
        send({ type: 'copyRows', ...excerpt(), offset: 0, format, titles: true }),
      ),
    ),
    element('hr'),
    ...saveFormats.map(format =>
      item(`export.save.${format}`, () => send({ type: 'export', ...excerpt(), name, format })),
    ),
  ];
}
