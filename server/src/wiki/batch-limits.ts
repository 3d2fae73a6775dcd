/** Limits of the values in one request, for queries that use another query's rows. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { QueryView } from '../query-file/language/language-service.ts';
import { isReference, usesIn } from '../query-file/variables.ts';
import type { Parameter } from './catalogue/module.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode } from './wiki-nodes.ts';
import { propertyOf } from './cost/pages-per-request.ts';
import { mostValues } from './split-lists.ts';

/** Characters of values: a request is sent as a form where its address would be too long. */
const longest = 100_000;
const single = { values: 1, characters: longest };

/**
 * A use of another query's rows whose values are not bound, in a list of values or where text in braces is refused;
 * elsewhere it can be a template.
 */
export function unboundReferenceProblem(
  { block, scope }: QueryView,
  model: WikiModel,
  isRefused: (place: Span) => boolean,
): Problem | undefined {
  const use = model.query.parameters
    .flatMap(node =>
      usesIn(block.text, node.span.start, node.span.end)
        .filter(({ name }) => isReference(name) && scope.boundValue(name) === undefined)
        .filter(({ span }) => model.binding(node)?.parameter.multi === true || isRefused(span)),
    )
    .at(0);
  return use && { code: 'chain-open', severity: 'error', span: use.span, arguments: { name: use.name } };
}

/** How many values a request takes where a name is used: those of a list, within its limit; else one. */
export function batchLimits(
  { block }: QueryView,
  model: WikiModel,
  name: string,
  hasHighLimits: boolean,
): BatchLimits {
  const matches: (readonly string[] | undefined)[] = [];
  const limits = nodesWith(block.text, model, name).map(node => {
    const parameter = node && model.binding(node)?.parameter;
    if (parameter) matches.push(matchesOf(parameter));
    if (parameter?.multi !== true) return 1;
    const others = (node?.value?.text.split('|').length ?? 1) - 1;
    return Math.max(1, mostValues(parameter, hasHighLimits) - others);
  });
  const [matchingColumns] = matches;
  return {
    ...(limits.length === 0 ? single : { values: Math.min(...limits), characters: longest }),
    ...(matches.length === 1 && matchingColumns && { matches: matchingColumns }),
  };
}

/** The parameter of each use of a name; `undefined` = a use outside of parameters. */
const nodesWith = (text: string, model: WikiModel, name: string): readonly (ParameterNode | undefined)[] =>
  usesIn(text, 0, text.length)
    .filter(use => use.name === name)
    .map(({ span }) =>
      model.query.parameters.find(
        ({ value }) => value && value.span.start <= span.start && span.end <= value.span.end,
      ),
    );

/**
 * The property that answers for many pages what the list where a name is used answers for one, as it is written in a
 * query; `undefined` = none.
 */
export function propertyOfMany({ block }: QueryView, model: WikiModel, name: string): string | undefined {
  const [binding] = nodesWith(block.text, model, name).flatMap(node => (node && model.binding(node)) ?? []);
  if (binding === undefined) return undefined;
  const { active, parameter } = binding;
  const property = propertyOf(active.module.name, parameter.name);
  return property && `${active.role === 'generator' ? 'generator' : 'prop'}=${property}`;
}

/** Columns of answers that have the values of a parameter. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  titles: ['title'],
  pageids: ['pageid'],
  revids: ['revid', 'revisions.revid', 'lastrevid'],
};

function matchesOf({ name, type }: Pick<Parameter, 'name' | 'type'>): readonly string[] | undefined {
  if (Object.hasOwn(columnsOf, name)) return columnsOf[name];
  return type === 'user' || /users?$/.test(name) ? ['user', 'name'] : undefined;
}

/** The limits of one request, in the form that runners return. */
interface BatchLimits {
  readonly values: number;
  readonly characters: number;
  readonly matches?: readonly string[];
}
