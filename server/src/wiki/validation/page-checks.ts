/** Checks the parameters that choose pages: `titles`, `pageids` and `revids`. */
import readsPages from '../../../catalogue/wiki/reads-pages.json' with { type: 'json' };
import withoutPages from '../../../catalogue/wiki/without-pages.json' with { type: 'json' };
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import { pageParameterOf } from '../catalogue/requirements.ts';
import type { ActiveModule } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import { pagesAtOnce, servedPages } from '../cost/pages-per-request.ts';
import { readTitle } from '../values/title.ts';
import type { Check } from './wiki-check.ts';
import { arrayOf } from './name-checks.ts';

export const pageSources = ['titles', 'pageids', 'revids'] as const;
const isPageSource = (name: string | undefined): boolean => pageSources.some(source => source === name);
const modulesWithoutPages: ReadonlySet<string> = new Set(withoutPages);
const listsThatReadPages: ReadonlySet<string> = new Set(readsPages);
/** Parameters that use the pages themselves. */
const aboutPages = ['generator', 'redirects', 'converttitles', 'indexpageids', 'iwurl', 'export'];

/** Reports pages that nothing uses, and modules that need pages in a query without any. */
export function checkPages(check: Check): void {
  const { model } = check;
  const sources = pageSources.flatMap(name => model.node(name) ?? []);
  const writtenSources = sources.filter(({ value }) => value !== undefined && value.text !== '');
  // An array such as `titles[]` is reported with the names.
  const hasArray = model.query.parameters.some(({ name }) => isPageSource(arrayOf(model, name.text)));
  const generator = model.active.find(({ role }) => role === 'generator');
  if (generator?.module.group === 'list') reportIgnored(check, sources, generator.module.name);
  reportServed(check);
  const titles = model.node('titles');
  if (titles && generator?.module.group !== 'list') checkTitles(check, titles);
  if (writtenSources.length > 0) reportUnused(check, writtenSources);
  else if (hasArray) return;
  else if (generator !== undefined) {
    if (generator.module.group === 'prop') reportMissing(check, [generator]);
  } else if (!model.node('generator')) {
    const needy = model.active.filter(
      ({ module, role }) => role === 'prop' && !modulesWithoutPages.has(module.path),
    );
    if (needy.length > 0) reportMissing(check, needy);
  }
}

/** Reports properties that a response has for some of the pages only: the others come with the continuation. */
function reportServed(check: Check): void {
  const { model } = check;
  const all = pagesAtOnce(model);
  if (all === undefined) return;
  for (const active of model.active) {
    const served = servedPages(model, active);
    if (served === undefined || served.pages >= all || active.at === undefined) continue;
    const { pages, most, raisedBy } = served;
    const args = { module: active.module.name, pages, all };
    if (raisedBy === undefined) check.report('information', 'served-pages', active.at.span, args);
    else
      check.report(
        'information',
        'served-pages',
        active.at.span,
        { ...args, others: raisedBy, most },
        { message: 'served-pages.raise' },
      );
  }
}

const reportMissing = (check: Check, needy: readonly ActiveModule[]): void =>
  check.warning('no-pages', needy[0]!.at!.span, { module: needy.map(({ module }) => module.name).join('|') });

/** Reports pages that a query with lists alone does not use: `list=backlinks` needs `bltitle`, not `titles`. */
function reportUnused(check: Check, sources: readonly ParameterNode[]): void {
  const { model, rules } = check;
  const hasProperties = (model.node('prop')?.value?.text ?? '') !== '';
  if (hasProperties || aboutPages.some(name => model.node(name))) return;
  const lists = model.active.filter(({ at }) => at !== undefined);
  const [first] = lists;
  // Several sources are an error of their own.
  if (first === undefined || sources.length > 1) return;
  const isRead = ({ name }: ParameterNode): boolean =>
    lists.some(
      ({ module }) =>
        listsThatReadPages.has(module.path) ||
        (module.prefix === '' && module.parameter(name.text) !== undefined),
    );
  for (const node of sources) {
    // A list without its required page is reported by its rule.
    const isMissed = lists.some(active => pageParameterOf(rules, model, active, node) !== undefined);
    if (isRead(node) || isMissed) continue;
    const args = { name: node.name.text, module: `${first.role}=${first.module.name}` };
    check.report('information', 'unused-pages', node.span, args);
  }
}

function reportIgnored(check: Check, sources: readonly ParameterNode[], module: string): void {
  for (const node of sources)
    check.warning('ignored-titles', node.span, { name: node.name.text, module }, { tags: ['unnecessary'] });
}

/** A comma between two words without a space after it: common in lists, rare in titles. Not that of `N,N-Dimethylformamide`. */
const listComma = /(?<=[\p{L}\p{N}_)]{2}),(?=\p{L}{2})/gu;

/** Hints at one title that looks like several. */
function checkCommas(check: Check, value: MappedText): void {
  const titles = multipleValues(value);
  const [title] = titles;
  if (titles.length !== 1 || title === undefined) return;
  const to = title.text.replaceAll(listComma, '|');
  if (to !== title.text) check.report('hint', 'titles-comma', title.span, { value: title.text, to });
}

/** The most titles that any account may request. */
const maxTitles = 500;

/** Reports invalid titles: the wiki returns a page that is marked as invalid, not an error. */
function checkTitles(check: Check, node: ParameterNode): void {
  if (node.value === undefined) return;
  checkCommas(check, node.value);
  const values = multipleValues(node.value).slice(0, maxTitles);
  for (const value of values) {
    if (value.text !== '' && !readTitle(value.text, check.facts)) reportTitle(check, value.span, value.text);
  }
  if (values.some(({ text }) => text === '')) reportTitle(check, node.value.span, '');
}

const reportTitle = (check: Check, span: Span, value: string): void =>
  check.warning(
    'invalid-title-name',
    span,
    { value },
    value.trim() === '' ? { message: 'invalid-title-name.empty' } : {},
  );
