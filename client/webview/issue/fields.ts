/** The column beside the text: people, dates, and everything else that is a name and a value. */
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import { text } from '../texts.ts';
import type { Issue } from '../../../server/src/protocol/issue.ts';
import { person, section } from './components.ts';
import type { Folds } from './components.ts';
import { dateElement } from './date-element.ts';

type Fact = readonly [name: string, value: Node];

export function fields(issue: Issue, folds: Folds): HTMLElement {
  const parts = [
    { id: 'people', title: text('issue.people'), facts: people(issue) },
    { id: 'dates', title: text('issue.dates'), facts: dates(issue) },
    { id: 'details', title: text('issue.details'), facts: details(issue) },
    { id: 'more', title: text('issue.moreFields'), facts: others(issue), counted: true },
  ];
  const sections = parts
    .filter(part => part.facts.length > 0)
    .map(part =>
      section(
        {
          id: part.id,
          title: part.title,
          open: true,
          fill: () => [listOf(part.facts)],
          ...(part.counted ? { count: part.facts.length } : {}),
        },
        folds,
      ),
    );
  return element('aside', {
    class: 'facts',
    attributes: { 'aria-label': text('issue.details') },
    children: sections,
  });
}

const listOf = (given: readonly Fact[]): HTMLElement =>
  element('dl', {
    children: given.flatMap(([name, value]) => [
      element('dt', { text: visible(name) }),
      element('dd', { children: [value] }),
    ]),
  });

function people({ assignee, reporter, creator }: Issue): readonly Fact[] {
  const nobody = element('span', { class: 'quiet', text: text('issue.unassigned') });
  return [
    [text('issue.assignee'), assignee === undefined ? nobody : person(assignee)],
    ...(reporter === undefined ? [] : [[text('issue.reporter'), person(reporter)] as const]),
    ...(creator === undefined || creator === reporter
      ? []
      : [[text('issue.creator'), person(creator)] as const]),
  ];
}

const dates = (issue: Issue): readonly Fact[] =>
  (['created', 'updated', 'resolved', 'due'] as const).flatMap((name): readonly Fact[] => {
    const value = issue[name];
    return value === undefined ? [] : [[text(`issue.${name}`), dateElement(value)]];
  });

const details = (issue: Issue): readonly Fact[] =>
  (['labels', 'components', 'affectsVersions', 'fixVersions'] as const).flatMap((name): readonly Fact[] => {
    const chips = issue[name].map(value => element('span', { class: 'chip', text: visible(value) }));
    return chips.length === 0
      ? []
      : [[text(`issue.${name}`), element('span', { class: 'chips', children: chips })]];
  });

/** Those that hold formatted text stand in the main column. */
const others = ({ fields: given }: Issue): readonly Fact[] =>
  given
    .filter(({ html }) => html === undefined)
    .map(field => [field.name, element('span', { class: 'value', children: marked(field.text) })]);
