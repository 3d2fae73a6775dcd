import type { Problem } from '#shared/base/text/problem.ts';
import { QueryBlock } from '../../../../server/src/query-file/block.ts';
import { Scope } from '../../../../server/src/query-file/scope.ts';
import type { Catalogue } from '../../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { SiteFacts } from '../../../../server/src/wiki/catalogue/knowledge.ts';
import { WikiModel } from '../../../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../../../server/src/wiki/wiki-parser.ts';
import { buildWikiRequest } from '../../../../server/src/wiki/wiki-request.ts';
import { builtIn } from '../../../support/catalogue.ts';
import { validateWikiQuery } from '../../../../server/src/wiki/validation/wiki-validation.ts';
import ownCodes from './own-codes.json' with { type: 'json' };

/** The codes of the API that a judge reports for a query. */
export interface Verdict {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const ourCodes: ReadonlySet<string> = new Set(ownCodes);

/** A list that a run splits is too long for the one request that the wiki judges. */
const severityOf = ({ message, severity }: Problem): string =>
  message === 'toomanyvalues.split' ? 'error' : severity;

/** Our own verdict, and the request that goes to the wiki. */
export function ourVerdict(
  text: string,
  catalogue: Catalogue,
  facts: SiteFacts,
): { readonly verdict: Verdict; readonly parameters: URLSearchParams; readonly post: boolean } {
  const model = new WikiModel(parseWikiQuery(new Scope(new QueryBlock(text))), catalogue);
  const problems = validateWikiQuery(model, builtIn.rules, Date.now(), facts).filter(
    ({ code }) => !ourCodes.has(code),
  );
  const codes = (severity: string): string[] => [
    ...new Set(problems.filter(problem => severityOf(problem) === severity).map(({ code }) => code)),
  ];
  const { parameters, post } = buildWikiRequest(model);
  return {
    verdict: { errors: codes('error'), warnings: codes('warning') },
    parameters: new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])),
    post,
  };
}

/**
 * Differences between two verdicts. The wiki stops at its first error, so then ours may hold more.
 *
 * @returns codes of the wiki that we lack (`wiki: …`), and ours that it does not give (`ours: …`); empty = they agree
 */
export function differences(wiki: Verdict, ours: Verdict): string[] {
  const all = new Set([...ours.errors, ...ours.warnings]);
  const missed = [...wiki.errors, ...wiki.warnings]
    .filter(code => !all.has(code))
    .map(code => `wiki: ${code}`);
  if (wiki.errors.length > 0) return missed;
  const theirs = new Set(wiki.warnings);
  return [...missed, ...[...all].filter(code => !theirs.has(code)).map(code => `ours: ${code}`)];
}
