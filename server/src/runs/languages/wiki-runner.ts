/** Turns wiki queries into requests to a wiki, and its messages into problems. */
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { placeMessages } from '../../wiki/wiki-messages.ts';
import type { WikiSites } from '../../wiki/catalogue/wiki-sites.ts';
import { batchLimits, unboundReferenceProblem } from '../../wiki/batch-limits.ts';
import { splitList, splitValues } from '../../wiki/split-lists.ts';
import { ownLimits } from '../../wiki/own-limits.ts';
import { buildWikiRequest, recordedQuery, requestUrl, sandboxUrl } from '../../wiki/wiki-request.ts';
import type { Reader } from '../../wiki/wiki-service.ts';
import { wikiQueryText } from '../../wiki/write-wiki-query.ts';
import { unansweredPrompt } from '../../query-file/options/prompt-option.ts';
import { usesIn } from '../../query-file/variables.ts';
import { wikiForms } from '../../query-code/wiki-forms.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import type { Runner } from '../../query-file/language/runner.ts';
import { isVariableProblem } from '../../query-file/validation/preamble-validation.ts';
import { checkVariables, refusesAt } from '../../wiki/bound-parameters.ts';
import { validateWikiQuery } from '../../wiki/validation/wiki-validation.ts';

/** The runner of wiki queries. */
export function wikiRunner(sites: WikiSites, read: Reader): Runner {
  /** The first problem of a value that makes a query another one than the user means. */
  const valueProblem = (view: QueryView, context: QueryContext): Problem | undefined => {
    const { model, knowledge, refusal } = read(view, context);
    const problem = unansweredPrompt(view) ?? refusal;
    if (problem !== undefined || !view.block.text.includes('{{')) return problem;
    const problems = validateWikiQuery(model, knowledge.rules, context.now, knowledge.facts);
    return (
      unboundReferenceProblem(view, model, place => problems.some(each => refusesAt(each, place))) ??
      checkVariables(view, context, model, () => problems).variables.find(isVariableProblem)
    );
  };
  return {
    kind: 'wiki',
    allowsEmptyQuery: false,
    prepare(view, context) {
      return valueProblem(view, context) ?? { kind: 'wiki', ...buildWikiRequest(read(view, context).model) };
    },
    split(view, context) {
      const { model, knowledge } = read(view, context);
      const list = splitList(model, knowledge.facts.highLimits === true);
      if (list === undefined) return undefined;
      const whole = buildWikiRequest(model);
      return splitValues(list).map(values => ({
        kind: 'wiki',
        ...whole,
        parameters: whole.parameters.map(([name, value]) => [
          name,
          name === list.node.name.text ? values : value,
        ]),
      }));
    },
    batch(view, context, name) {
      const { model, knowledge } = read(view, context);
      return batchLimits(view, model, name, knowledge.facts.highLimits === true);
    },
    ownLimits: (view, context) => ownLimits(read(view, context).model),
    recordedText: (view, context) => recordedQuery(buildWikiRequest(read(view, context).model)),
    secretNames(view, context) {
      const { model } = read(view, context);
      const secret = model.query.parameters.filter(node => model.binding(node)?.parameter.sensitive === true);
      const { text } = view.block;
      return new Set(
        secret.flatMap(({ span }) => usesIn(text, span.start, span.end).map(({ name }) => name)),
      );
    },
    locateMessages(view, context, errors, warnings) {
      const { model, knowledge } = read(view, context);
      return placeMessages(model, view.block.body ?? { start: 0, end: 0 }, errors, warnings, knowledge.rules);
    },
    address(view, context, url) {
      const request = buildWikiRequest(read(view, context).model);
      const sandbox = sandboxUrl(url, request);
      return {
        url: requestUrl(url, request),
        method: request.post ? 'POST' : 'GET',
        ...(sandbox !== undefined && { sandboxUrl: sandbox }),
      };
    },
    code(view, context, { url, ...options }) {
      const problem = valueProblem(view, context);
      if (problem) return problem;
      const request = buildWikiRequest(read(view, context).model);
      return wikiForms({ ...request, ...options, api: url }, requestUrl(url, request));
    },
    toFileText: query => (query.kind === 'wiki' ? wikiQueryText(query.parameters) : undefined),
    applyDescription(site, description) {
      try {
        if (description.kind !== 'wiki') return false;
        sites.learn(site, description);
        return true;
      } catch (error) {
        if (error instanceof CatalogueError) return false;
        throw error;
      }
    },
    listedValues(view, context, kind) {
      if (kind !== 'namespace') return undefined;
      const { namespaces } = read(view, context).knowledge.texts;
      return namespaces
        .filter(({ id }) => id >= 0)
        .map(({ id, name }) => ({ value: String(id), shown: name }));
    },
    suggested: suggestions => suggestions.map(({ value }) => ({ value, shown: value })),
    forget: () => sites.forget(),
  };
}
