/** The column beside the text: people, dates, and all other fields with a name and a value. */
import { inBatches, textInBatches } from '../cells/show-in-batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import type { FindMentions } from '../cells/mentions.ts';
import { asLink, element } from '../dom.ts';
import { mentionTip, withMentions } from '../grid/cell.ts';
import { text } from '../panel-texts.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { type Folds, issueKey, person, section, dateElement } from './components.ts';
import { sendMention } from './rich-text.ts';

type Fact = readonly [name: string, value: readonly Node[]];

export function fields(issue: Issue, mentions: FindMentions, folds: Folds, send: SendIssue): HTMLElement {
  const parts = [
    { id: 'people', title: text('issue.people'), facts: people(issue) },
    { id: 'dates', title: text('issue.dates'), facts: dates(issue) },
    { id: 'details', title: text('issue.details'), facts: details(issue) },
    { id: 'more', title: text('issue.moreFields'), facts: others(issue, mentions, send), counted: true },
  ];
  const sections = parts
    .filter(part => part.facts.length > 0)
    .map(part =>
      section(
        {
          id: part.id,
          title: part.title,
          open: true,
          fill: () => listOf(part.facts),
          ...(part.counted ? { count: part.facts.length } : {}),
        },
        folds,
      ),
    );
  return element('section', {
    class: 'facts',
    attributes: { 'aria-label': text('issue.details') },
    children: sections,
  });
}

const batch = 100;
/** The number of characters of a value that are shown at first, and with each click. */
const textBatch = 2000;

const listOf = (facts: readonly Fact[]): readonly Node[] =>
  inBatches(element('dl'), facts, batch, ([name, value]) =>
    element('div', {
      children: [element('dt', { text: visible(name) }), element('dd', { children: value })],
    }),
  );

function people({ assignee, reporter, creator }: Issue): readonly Fact[] {
  const nobody = element('span', { class: 'quiet', text: text('issue.unassigned') });
  const facts: Fact[] = [[text('issue.assignee'), [assignee === undefined ? nobody : person(assignee)]]];
  if (reporter !== undefined) facts.push([text('issue.reporter'), [person(reporter)]]);
  if (creator !== undefined && creator !== reporter) facts.push([text('issue.creator'), [person(creator)]]);
  return facts;
}

const dates = (issue: Issue): readonly Fact[] =>
  (['created', 'updated', 'resolved', 'due'] as const).flatMap((name): readonly Fact[] => {
    const value = issue[name];
    return value === undefined ? [] : [[text(`issue.${name}`), [dateElement(value)]]];
  });

const details = (issue: Issue): readonly Fact[] =>
  (['labels', 'components', 'affectsVersions', 'fixVersions'] as const).flatMap((name): readonly Fact[] => {
    const values = issue[name];
    const chips = element('span', { class: 'chips' });
    return values.length === 0
      ? []
      : [[text(`issue.${name}`), inBatches(chips, values, batch, value => chip(value))]];
  });

const chip = (value: string): HTMLElement => element('span', { class: 'chip', text: visible(value) });

/** The other fields; those with formatted text are in the main column. */
const others = ({ fields: issueFields }: Issue, mentions: FindMentions, send: SendIssue): readonly Fact[] =>
  issueFields
    .filter(({ html }) => html === undefined)
    .map(field => [
      field.name,
      field.isIssue
        ? [issueKey(field.text, send)]
        : textInBatches(element('span', { class: 'value' }), field.text, textBatch, part =>
            withMentions(part, mentions(part), (mention, children) =>
              asLink(element('span', { children }), mentionTip(mention), () => sendMention(mention, send)),
            ),
          ),
    ]);
