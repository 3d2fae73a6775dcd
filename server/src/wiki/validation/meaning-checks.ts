/** Reports parts of a query that match nothing or have no effect on any wiki. */
import data from '../../../catalogue/wiki/meaning.json' with { type: 'json' };
import { namespaceName, namespaceOf, readTitle } from '../values/title.ts';
import { type ActiveModule, wireName, isUsed } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { isIpAddress } from '../values/ip-address.ts';
import { type Check, valueSpan } from './wiki-check.ts';
import { rangeOfNames } from './name-ranges.ts';
import { pageSources } from './page-checks.ts';

/** A parameter that has no effect without others, or together with another one. */
interface WithoutEffect {
  readonly module: string;
  readonly parameter: string;
  /** Only this value of the parameter has none. */
  readonly value?: string;
  /** The uses of which one is required. */
  readonly needs?: readonly string[];
  readonly beside?: string;
}

const titleLists: ReadonlySet<string> = new Set(data.names.titles);
const userLists: ReadonlySet<string> = new Set(data.names.users);
const past: ReadonlySet<string> = new Set(data.past);
const memberTypes = new Map<string, number>(Object.entries(data.memberTypes));
const withoutEffect: ReadonlyMap<string, readonly WithoutEffect[]> = Map.groupBy(
  data.withoutEffect satisfies readonly WithoutEffect[],
  ({ module }) => module,
);

/** Reports parts of a query that can never match anything or that change nothing, whatever pages the wiki has. */
export function checkMeaning(check: Check): void {
  for (const active of check.model.active) {
    checkRange(check, active);
    if (active.at === undefined) continue;
    const { name } = active.module;
    if (titleLists.has(name) || userLists.has(name)) checkNames(check, active);
    checkNumbers(check, active);
    if (past.has(name)) checkFuture(check, active);
    if (name === 'categorymembers') checkMemberTypes(check, active);
    if (name === 'recentchanges') checkAddress(check, active);
    checkTitlesWithin(check, active);
    if (active.role === 'prop') checkPagesOf(check, active);
    checkOwnNamespace(check, active);
    if (name === 'geosearch') checkBox(check, active);
    checkEffect(check, active);
  }
}

const textOf = (node: ParameterNode | undefined): string => node?.value?.text ?? '';

/** Reports bounds of a list (`from`, `to`, `prefix`) that exclude each other. */
function checkNames(check: Check, active: ActiveModule): void {
  const { model } = check;
  const [from, to, prefix] = ['from', 'to', 'prefix'].map(name => model.nodeOf(active, name));
  const isDescending = textOf(model.nodeOf(active, 'dir')) === 'descending';
  const [start, end] = isDescending ? [to, from] : [from, to];
  const kind = userLists.has(active.module.name) ? 'users' : 'titles';
  const pair = rangeOfNames({ start: textOf(start), end: textOf(end), prefix: textOf(prefix) }, kind);
  const nodes = { start, end, prefix };
  const [first, second] = pair ?? [];
  const [one, other] = [first && nodes[first], second && nodes[second]];
  if (one && other)
    reportRange(check, one, other, second === 'prefix' ? 'empty-range.prefix' : 'empty-range');
}

function reportRange(
  check: Check,
  one: ParameterNode,
  other: ParameterNode,
  message: 'empty-range' | 'empty-range.prefix' | 'empty-range.numbers',
): void {
  check.warning(
    'empty-range',
    valueSpan(other),
    { start: one.name.text, end: other.name.text },
    { message, related: { span: one.span, message: 'reversed-range.related' } },
  );
}

function checkNumbers(check: Check, active: ActiveModule): void {
  for (const { modules, least, most } of data.numbers) {
    if (!modules.includes(active.module.name)) continue;
    const [low, high] = [check.model.nodeOf(active, least), check.model.nodeOf(active, most)];
    if (low === undefined || high === undefined) continue;
    const [from, to] = [numberIn(low), numberIn(high)];
    if (from !== undefined && to !== undefined && from > to)
      reportRange(check, low, high, 'empty-range.numbers');
  }
}

const numberIn = (node: ParameterNode): number | undefined =>
  /^\d{1,15}$/.test(textOf(node)) ? Number(textOf(node)) : undefined;

/** The digits of a timestamp: 20240115145600. */
const lengthOfDigits = 14;

/** The tolerance for clocks that differ, in milliseconds. */
const day = 86_400_000;

/** Reports a range whose ends are in the wrong order for its direction, so that it is empty. */
function checkRange(check: Check, active: ActiveModule): void {
  const { model, now } = check;
  const start = model.nodeOf(active, 'start');
  const end = start && model.nodeOf(active, 'end');
  if (!start || !end || active.module.parameter('start')?.type !== 'timestamp') return;
  const from = readTimestamp(start.value?.text ?? '', now)?.time;
  const to = readTimestamp(end.value?.text ?? '', now)?.time;
  const dir = model.nodeOf(active, 'dir')?.value?.text ?? active.module.parameter('dir')?.default;
  if (from === undefined || to === undefined || (dir !== 'newer' && dir !== 'older')) return;
  if (dir === 'newer' ? from <= to : from >= to) return;
  check.warning(
    'reversed-range',
    valueSpan(end),
    { start: start.name.text, end: end.name.text, dir },
    {
      message: dir === 'newer' ? 'reversed-range' : 'reversed-range.older',
      related: { span: start.span, message: 'reversed-range.related' },
    },
  );
}

/** Reports a range that begins in the future, for lists of past events. */
function checkFuture(check: Check, active: ActiveModule): void {
  const { model, now } = check;
  const dir = textOf(model.nodeOf(active, 'dir')) || active.module.parameter('dir')?.default;
  if (dir !== 'newer' && dir !== 'older') return;
  const node = model.nodeOf(active, dir === 'newer' ? 'start' : 'end');
  // Other digits than these are reported as seconds since 1970.
  const isClear = /\D/.test(textOf(node)) || textOf(node).length === lengthOfDigits;
  const time = node && isClear ? readTimestamp(textOf(node), now)?.time : undefined;
  if (node === undefined || time === undefined || time <= now + day) return;
  check.warning(
    'empty-range',
    valueSpan(node),
    { name: node.name.text, dir },
    { message: 'empty-range.future' },
  );
}

/** The namespaces that a module's `namespace` allows; `undefined` = all, or it cannot be read. */
function namespacesIn(node: ParameterNode | undefined): readonly number[] | undefined {
  if (node?.value === undefined || textOf(node) === '') return undefined;
  const texts = multipleValues(node.value).map(({ text }) => text);
  return texts.every(text => /^-?\d{1,9}$/.test(text)) ? texts.map(Number) : undefined;
}

/**
 * Reports member types that no page of the namespaces can have: subcategories and files have namespaces of their own.
 */
function checkMemberTypes(check: Check, active: ActiveModule): void {
  const { model } = check;
  const [type, namespace] = [model.nodeOf(active, 'type'), model.nodeOf(active, 'namespace')];
  const namespaces = namespacesIn(namespace);
  if (!type?.value || !namespace || !namespaces || isUsed(model, active, 'sort=timestamp')) return;
  const types = multipleValues(type.value).map(({ text }) => text);
  const typeNamespaces = new Set(memberTypes.values());
  const fits = (text: string, id: number): boolean =>
    text === 'page' ? !typeNamespaces.has(id) : memberTypes.get(text) === id;
  if (!types.every(text => text === 'page' || memberTypes.has(text))) return;
  if (types.some(text => namespaces.some(id => fits(text, id)))) return;
  reportNever(check, namespace, type, 'never-true.types');
}

function reportNever(
  check: Check,
  node: ParameterNode,
  other: ParameterNode,
  message: 'never-true.types' | 'never-true.address' | 'never-true.namespace',
): void {
  check.warning(
    'never-true',
    valueSpan(node),
    { name: node.name.text, other: other.name.text, value: textOf(other) },
    { message, related: { span: other.span, message: 'rule.related' } },
  );
}

/** Reports an IP address as the user where only the changes of accounts are shown. */
function checkAddress(check: Check, active: ActiveModule): void {
  const [user, show] = [check.model.nodeOf(active, 'user'), check.model.nodeOf(active, 'show')];
  if (!user || !show?.value || !isIpAddress(textOf(user))) return;
  const isAccountOnly = multipleValues(show.value).some(({ text }) => text === '!anon');
  if (isAccountOnly) reportNever(check, user, show, 'never-true.address');
}

/**
 * The namespaces of titles; `undefined` = one is not certain: a prefix can be a namespace that only this wiki has, or
 * another wiki.
 */
function namespacesOf(check: Check, node: ParameterNode, isMulti: boolean): readonly number[] | undefined {
  if (node.value === undefined) return undefined;
  const texts = isMulti ? multipleValues(node.value).map(({ text }) => text) : [textOf(node)];
  const ids = texts.map(text => {
    const title = readTitle(text, check.facts);
    const isPlain = title !== undefined && (title.namespace !== 0 || !title.key.includes(':'));
    return isPlain ? title.namespace : undefined;
  });
  return ids.length > 0 && ids.every(id => id !== undefined) ? ids : undefined;
}

/** Reports titles outside the namespaces that a module is limited to. */
function checkTitlesWithin(check: Check, active: ActiveModule): void {
  for (const { module, titles } of data.titlesWithin) {
    if (module !== active.module.name) continue;
    const [node, namespace] = [check.model.nodeOf(active, titles), check.model.nodeOf(active, 'namespace')];
    const allowed = namespacesIn(namespace);
    if (!node || !namespace || !allowed) continue;
    const ids = namespacesOf(check, node, active.module.parameter(titles)?.multi === true);
    if (ids && !ids.some(id => allowed.includes(id)))
      reportNever(check, node, namespace, 'never-true.namespace');
  }
}

/** Reports a property that none of the titles can have, because of their namespaces. */
function checkPagesOf(check: Check, active: ActiveModule): void {
  const { model } = check;
  const isAbout = ({ modules }: { readonly modules: readonly string[] }): boolean =>
    modules.includes(active.module.name);
  const [rule, exception] = [data.pagesOf.find(isAbout), data.notOf.find(isAbout)];
  const titles = model.node('titles');
  const others = [
    ...pageSources.filter(name => name !== 'titles'),
    'generator',
    'redirects',
    'converttitles',
  ];
  if (!titles || active.at === undefined || others.some(name => model.node(name))) return;
  const ids = namespacesOf(check, titles, true);
  const isOutside = rule !== undefined && ids?.some(id => rule.namespaces.includes(id)) === false;
  const isExcluded = exception !== undefined && ids?.every(id => exception.namespaces.includes(id)) === true;
  if (!isOutside && !isExcluded) return;
  const namespace = namespaceName((rule ?? exception)?.namespaces[0] ?? 0, check.facts);
  check.warning(
    'never-true',
    active.at.span,
    { module: active.module.name, namespace },
    {
      message: isOutside ? 'never-true.pages' : 'never-true.notOf',
      related: { span: titles.span, message: 'rule.related' },
    },
  );
}

const ownNamespaces = new Map<string, number>(Object.entries(data.ownNamespace));

/** Reports the start of a title with the namespace of the list itself: `Category:A` in `acprefix`. */
function checkOwnNamespace(check: Check, active: ActiveModule): void {
  const namespace = ownNamespaces.get(active.module.name);
  if (namespace === undefined) return;
  for (const name of ['from', 'to', 'prefix']) {
    const node = check.model.nodeOf(active, name);
    const colon = textOf(node).indexOf(':');
    const [prefix, to] = [
      textOf(node).slice(0, Math.max(0, colon)),
      textOf(node)
        .slice(colon + 1)
        .trim(),
    ];
    if (node === undefined || to === '' || namespaceOf(prefix.trim(), check.facts) !== namespace) continue;
    check.warning(
      'never-true',
      valueSpan(node),
      { name: node.name.text, value: textOf(node), to },
      { message: 'never-true.ownNamespace' },
    );
  }
}

const kilometresPerDegree = 111.2;
/** The widest rectangle that a wiki searches unless it is configured otherwise, in square kilometres: twice the largest radius each way. */
const maxBoxSquareKilometres = 400;

/** Reports a rectangle that is upside down or too large. */
function checkBox(check: Check, active: ActiveModule): void {
  const node = check.model.nodeOf(active, 'bbox');
  const parts = textOf(node).split('|');
  const numbers = parts.map(part => (/^[+-]?\d{1,3}(?:\.\d{0,15})?$/.test(part) ? Number(part) : NaN));
  const [top = NaN, left = NaN, bottom = NaN, right = NaN] = numbers;
  if (node === undefined || numbers.length !== 4 || numbers.some(Number.isNaN)) return;
  if (top < bottom) {
    check.warning(
      'never-true',
      valueSpan(node),
      { value: textOf(node), top, bottom },
      { message: 'never-true.box' },
    );
    return;
  }
  const width = Math.abs(right - left) * Math.cos((((top + bottom) / 2) * Math.PI) / 180);
  const size = Math.round((top - bottom) * width * kilometresPerDegree ** 2);
  // Measured on a sphere: near the bound only the wiki knows.
  if (size <= maxBoxSquareKilometres * 1.02) return;
  check.warning(
    'never-true',
    valueSpan(node),
    { size, most: maxBoxSquareKilometres },
    { message: 'never-true.boxSize' },
  );
}

/** Reports properties of a generator's own rows, which it does not return: it only chooses pages. */
function checkGeneratorProperties(check: Check, active: ActiveModule): void {
  const { parameter, except } = data.inGenerator;
  const node = check.model.nodeOf(active, parameter);
  // Revisions reject some of their properties in a generator, which rules say.
  if (node === undefined || active.module.parameter('slots') || except.includes(active.module.name)) return;
  const options = { message: 'redundant.generator', tags: ['unnecessary'] } as const;
  check.hint('redundant', node.span, { name: node.name.text }, options);
}

/** Reports parameters that the wiki ignores without another one, or together with another one. */
function checkEffect(check: Check, active: ActiveModule): void {
  const { model } = check;
  if (active.role === 'generator') checkGeneratorProperties(check, active);
  for (const { parameter, value, needs, beside } of withoutEffect.get(active.module.name) ?? []) {
    const node = model.nodeOf(active, parameter);
    if (node === undefined) continue;
    if (value !== undefined && !isUsed(model, active, `${parameter}=${value}`)) continue;
    if (needs !== undefined && !needs.some(use => isUsed(model, active, use))) {
      const [first = ''] = needs;
      const name = value === undefined ? node.name.text : `${node.name.text}=${value}`;
      const args = { name, others: wireName(active, first) };
      check.hint('redundant', node.span, args, { message: 'redundant.needs', tags: ['unnecessary'] });
    }
    const other = beside === undefined ? undefined : model.nodeOf(active, beside.replace(/=.*/s, ''));
    if (beside !== undefined && other && textOf(other) !== '' && isUsed(model, active, beside)) {
      const args = { name: node.name.text, other: wireName(active, beside) };
      check.hint('redundant', node.span, args, {
        message: 'redundant.beside',
        tags: ['unnecessary'],
        related: { span: other.span, message: 'rule.related' },
      });
    }
  }
}
