import type { MappedText } from '../../language/mapped-text.ts';
import type { ParameterNode } from '../nodes.ts';
import { readTitle } from '../values/title.ts';
import { multipleValues } from '../values/list.ts';
import type { Check } from './check.ts';
import withoutPages from '../../../catalogue/wiki/without-pages.json' with { type: 'json' };

export const pageSources = ['titles', 'pageids', 'revids'] as const;
const needNoPages: ReadonlySet<string> = new Set(withoutPages);

/** The pages that a query works on: named where nothing reads them, or not named where something needs them. */
export function checkPages(check: Check): void {
  const { model } = check;
  const sources = pageSources.flatMap(name => model.node(name) ?? []);
  const generator = model.active.find(({ role }) => role === 'generator');
  if (generator?.module.group === 'list') reportIgnored(check, sources, generator.module.name);
  const titles = model.node('titles');
  if (titles && generator?.module.group !== 'list') checkTitles(check, titles);
  if (sources.some(({ value }) => value !== undefined && value.text !== '')) return;
  if (generator !== undefined) {
    if (generator.module.group === 'prop')
      check.warning('no-pages', generator.at!.span, { module: generator.module.name });
    return;
  }
  if (model.node('generator')) return;
  for (const { module, role, at } of model.active) {
    if (role === 'prop' && !needNoPages.has(module.path))
      check.warning('no-pages', at!.span, { module: module.name });
  }
}

function reportIgnored(check: Check, sources: readonly ParameterNode[], module: string): void {
  for (const node of sources)
    check.warning('ignored-titles', node.span, { name: node.name.text, module }, { tags: ['unnecessary'] });
}

/** A comma between two words, without a blank behind it: so lists are written, and next to no title. Not that of `N,N-Dimethylformamide`. */
const listComma = /(?<=[\p{L}\p{N}_)]{2}),(?=\p{L}{2})/gu;

/** One title that looks like several: the wiki takes it for one. */
function checkCommas(check: Check, value: MappedText): void {
  const titles = multipleValues(value);
  const [title] = titles;
  if (titles.length !== 1 || title === undefined) return;
  const to = title.text.replaceAll(listComma, '|');
  if (to !== title.text) check.report('hint', 'titles-comma', title.span, { value: title.text, to });
}

/** More titles than any account may ask for. */
const mostTitles = 500;

/** The wiki answers an impossible title with a page marked as invalid, not with an error. */
function checkTitles(check: Check, node: ParameterNode): void {
  if (node.value === undefined) return;
  checkCommas(check, node.value);
  for (const value of multipleValues(node.value).slice(0, mostTitles)) {
    if (readTitle(value.text, check.facts)) continue;
    const span = value.text === '' ? node.value.span : value.span;
    check.warning(
      'invalid-title-name',
      span,
      { value: value.text },
      value.text.trim() === '' ? { message: 'invalid-title-name.empty' } : {},
    );
  }
}
