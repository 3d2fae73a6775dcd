import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { SiteName, QueryContext } from '../language/service.ts';
import type { Directive, QueryBlock } from './block.ts';
import { directivesOf, type KnownDirective, knownDirective } from './directives.ts';

/** What is wrong with a block's directives, for queries of one kind of sites. */
export function checkDirectives(block: QueryBlock, around: QueryContext, kind: SiteName['kind']): Problem[] {
  const last = new Map(block.directives.map(directive => [directive.key.text, directive]));
  const problems: Problem[] = [];
  for (const directive of block.directives) {
    const known = knownDirective(directive.key.text);
    const winner = last.get(directive.key.text)!;
    if (known === undefined) problems.push(unknownKey(directive, kind));
    else if (!known.kinds.includes(kind))
      problems.push(warning('directive-elsewhere', directive, { kinds: known.kinds.join(', ') }));
    else if (winner !== directive)
      problems.push({
        ...warning('duplicate-directive', directive, {}),
        tags: ['unnecessary'],
        related: { span: winner.span, message: 'duplicate-directive.related' },
      });
    else problems.push(...checkValue(directive, known, around, kind));
  }
  const limit = last.get('limit');
  if (limit && last.has('all'))
    problems.push({ ...warning('limit-and-all', limit, {}), tags: ['unnecessary'] });
  return problems;
}

function unknownKey(directive: Directive, kind: SiteName['kind']): Problem {
  const { text, span } = directive.key;
  const similar = nearest(
    text,
    directivesOf(kind).map(({ key }) => key),
  );
  return {
    code: 'unknown-directive',
    severity: 'warning',
    span,
    arguments: { name: text, ...(similar !== undefined && { nearest: similar }) },
    message: similar === undefined ? 'unknown-directive' : 'unknown-directive.nearest',
  };
}

function checkValue(
  directive: Directive,
  known: KnownDirective,
  around: QueryContext,
  kind: SiteName['kind'],
): Problem[] {
  const { text } = directive.value;
  if (known.takes === 'nothing')
    return text === '' ? [] : [warning('directive-without-value', directive, {})];
  if (text === '') return [warning('directive-value', directive, { example: known.example })];
  switch (known.takes) {
    case 'site':
      return checkSite(directive, around, kind);
    case 'name':
      return /^[A-Za-z_][\w-]*$/.test(text) ? [] : [warning('bad-name', directive, {})];
    case 'number':
      return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
        ? []
        : [warning('bad-limit', directive, {})];
    default:
      return checkChoice(directive, known);
  }
}

function checkSite(
  directive: Directive,
  { sites, refusedSites = {} }: QueryContext,
  kind: SiteName['kind'],
): Problem[] {
  const { text } = directive.value;
  if (Object.hasOwn(refusedSites, text)) {
    const message = `refused-site.${refusedSites[text]}`;
    return [{ ...warning('refused-site', directive, { name: text }), message }];
  }
  const site = sites.find(({ name }) => name === text);
  if (site?.kind === kind) return [];
  if (site) return [warning('other-kind-of-site', directive, { kind: site.kind })];
  const similar = nearest(
    text,
    sites.filter(each => each.kind === kind).map(({ name }) => name),
  );
  if (similar === undefined) return [warning('unknown-site', directive, { name: text })];
  return [
    {
      ...warning('unknown-site', directive, { name: text, nearest: similar }),
      message: 'unknown-site.nearest',
    },
  ];
}

function checkChoice(directive: Directive, { values }: KnownDirective): Problem[] {
  const choices = values && Object.keys(values);
  const { text } = directive.value;
  if (choices === undefined || choices.includes(text)) return [];
  const similar = nearest(text, choices);
  return [
    warning('directive-choice', directive, {
      choices: choices.join(', '),
      ...(similar !== undefined && { nearest: similar }),
    }),
  ];
}

/** A problem of a directive's value, or of the whole where it has none. */
const warning = (
  code: string,
  { key, value, span }: Directive,
  args: Readonly<Record<string, string>>,
): Problem => ({
  code,
  severity: 'warning',
  span: value.text === '' || code === 'duplicate-directive' || code === 'limit-and-all' ? span : value.span,
  arguments: { key: key.text, value: value.text, ...args },
});
