import { nearest } from '../../language/nearest.ts';
import type { Problem } from '../../language/problem.ts';
import type { WikiMessage } from '../message.ts';
import { fewLetters } from './check.ts';

/** The problems, with one where a name is misspelled that a module requires: it is not missing besides. */
export function joinMisspelled(problems: readonly Problem[]): readonly Problem[] {
  const missing = problems.filter(problem => requiredIn(problem).length > 0);
  const joined = new Set<Problem>();
  if (missing.length === 0) return problems;
  const told = problems.map(problem => {
    if (problem.message !== misspelled || problem.severity === 'hint') return problem;
    const meant = String(problem.arguments['nearest']);
    const cause = missing.find(each => !joined.has(each) && requiredIn(each).includes(meant));
    if (cause === undefined || !isMeant(String(problem.arguments['name']), meant)) return problem;
    joined.add(cause);
    return { ...problem, code: cause.code, severity: cause.severity, message: required };
  });
  return told.filter(problem => !joined.has(problem));
}

const misspelled: WikiMessage = 'unrecognizedparams.nearest';
const required: WikiMessage = 'unrecognizedparams.required';

/** Whether a name is so near to another that nothing else can be meant: but for a prefix, or a few letters. */
const isMeant = (name: string, other: string): boolean =>
  other.endsWith(name) || name.endsWith(other) || nearest(name, [other], fewLetters) !== undefined;

/** The names of which a module requires one that the query does not have; empty for another problem. */
function requiredIn({ code, message, arguments: { name, names } }: Problem): readonly string[] {
  if (message === 'rule.exactlyOne' || message === 'rule.atLeastOne') return String(names).split(', ');
  return code === 'missingparam' && message === undefined ? [String(name)] : [];
}
