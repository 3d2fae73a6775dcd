/** Removes problems that have the same cause as another one. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { WikiMessage } from '../message-keys.ts';
import { maxDifferingLetters } from './wiki-check.ts';

/** The problems, with one for each cause where two checks find the same. */
export function oneProblemPerCause(problems: readonly Problem[]): readonly Problem[] {
  return withoutLeftovers(withoutAddresses(withoutMissingNames(joinMisspelled(problems))));
}

/** Joins the problem of a misspelled name with that of the required parameter that is missing because of it. */
function joinMisspelled(problems: readonly Problem[]): readonly Problem[] {
  const missing = problems.filter(problem => requiredIn(problem).length > 0);
  const joined = new Set<Problem>();
  if (missing.length === 0) return problems;
  const told = problems.map(problem => {
    if (problem.message !== misspelled || problem.severity === 'hint') return problem;
    const meant = String(problem.arguments['nearest']);
    const cause = missing.find(candidate => !joined.has(candidate) && requiredIn(candidate).includes(meant));
    if (cause === undefined || !isMeant(String(problem.arguments['name']), meant)) return problem;
    joined.add(cause);
    return { ...problem, code: cause.code, severity: cause.severity, message: required };
  });
  return told.filter(problem => !joined.has(problem));
}

/** Removes problems of a missing parameter whose misspelled name is reported. */
function withoutMissingNames(problems: readonly Problem[]): readonly Problem[] {
  const meant = new Set(
    problems.flatMap(({ message, arguments: { name, nearest: other } }) =>
      message === misspelled && isMeant(String(name), String(other)) ? [String(other)] : [],
    ),
  );
  if (meant.size === 0) return problems;
  const isMissed = ({ message, arguments: { others } }: Problem): boolean =>
    message !== undefined &&
    missingBeside.has(message) &&
    String(others)
      .split(', ')
      .some(use => meant.has(use.replace(/=.*/s, '')));
  return problems.filter(problem => !isMissed(problem));
}

const missingBeside: ReadonlySet<string> = new Set<WikiMessage>([
  'rule.onlyWith',
  'rule.needs',
  'rule.plainTextMissing',
  'rule.slotsMissing',
  'rule.titlesNewerFirst',
]);

/** Removes the problem of a continuation where one is reported as invalid. */
const withoutLeftovers = (problems: readonly Problem[]): readonly Problem[] =>
  problems.some(({ message }) => message === 'rule.continuation')
    ? problems.filter(({ code }) => code !== 'leftover-continuation')
    : problems;

/** Removes problems of an address in place of a title where the title is reported as invalid, too. */
const withoutAddresses = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(
    ({ code, span }) =>
      code !== 'title-address' ||
      !problems.some(
        other => other.code !== code && other.span.start === span.start && other.span.end === span.end,
      ),
  );

const misspelled: WikiMessage = 'unrecognizedparams.nearest';
const required: WikiMessage = 'unrecognizedparams.required';

/** Whether a name is so near to another that nothing else can be meant: but for a prefix, or a few letters. */
const isMeant = (name: string, other: string): boolean =>
  other.endsWith(name) ||
  name.endsWith(other) ||
  (name.length > 3 && other.startsWith(name)) ||
  nearest(name, [other], maxDifferingLetters) !== undefined;

/** The names of which a module requires one that the query does not have; empty for another problem. */
function requiredIn({ code, message, arguments: { name, names } }: Problem): readonly string[] {
  if (message === 'rule.exactlyOne' || message === 'rule.atLeastOne') return String(names).split(', ');
  return code === 'missingparam' && message === undefined ? [String(name)] : [];
}
