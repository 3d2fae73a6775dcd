/** Explains the parts of a wiki query, and documents its completions. */
import { codeBlock } from '#shared/base/text/markdown.ts';
import type { Explanation, QueryView, QueryContext } from '../../query-file/language/language-service.ts';
import { touches } from '#shared/base/text/span.ts';
import { documentPreamble, explainPreamble } from '../../query-file/preamble-hover.ts';
import { snippetLines } from '../completion/snippets.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import type { Binding, Role, WikiModel } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';
import { mostWithoutContinuation } from '../cost/never-continue.ts';
import { say } from './hover-lines.ts';
import { describeModule } from './module-hover.ts';
import { describeParameter } from './parameter-hover.ts';
import { describeNamespace, describeValue } from './value-hover.ts';

/**
 * Explains the smallest part of a wiki query at an offset: a variable, a directive, a value, or a parameter; a value
 * without an explanation of its own is explained by its parameter. `undefined` = the catalogue knows nothing there.
 */
export function explainWiki(
  view: QueryView,
  model: WikiModel,
  offset: number,
  knowledge: WikiKnowledge,
  context: QueryContext,
): Explanation | undefined {
  const preambleText = explainPreamble(view, offset, context, () => onComplete(model));
  if (preambleText !== undefined) return preambleText;
  const node = model.query.parameters.find(({ span }) => touches(span, offset));
  const binding = node && bindingOf(model, node);
  if (node === undefined || binding === undefined) return undefined;
  if (touches(node.name.span, offset))
    return { markdown: describeParameter(knowledge, binding), span: node.name.span };
  const value = valuesOf(node, binding).find(({ span }) => touches(span, offset));
  if (value === undefined) return undefined;
  const description = describeValue(knowledge, binding, value.text, context.now);
  return { markdown: description ?? describeParameter(knowledge, binding), span: value.span };
}

/** The modules of a query that never continue, so that their limit decides whether a run is complete. */
const onComplete = ({ active }: WikiModel): readonly string[] =>
  active.flatMap(({ module: { name } }) => {
    const most = mostWithoutContinuation(name);
    return most === undefined ? [] : [say('complete.once', { module: name, most })];
  });

/** The parameter of a name, also of a module that the query does not use yet. */
function bindingOf(model: WikiModel, node: ParameterNode): Binding | undefined {
  const bound = model.binding(node);
  if (bound) return bound;
  const [declaration] = model.catalogue.declarations(node.name.text);
  return (
    declaration && {
      active: { module: declaration.module, role: declaration.module.group ?? 'action' },
      parameter: declaration.parameter,
    }
  );
}

function valuesOf({ value }: ParameterNode, { parameter }: Binding) {
  if (value === undefined) return [];
  return parameter.multi ? multipleValues(value) : [singleValue(value)];
}

/** The documentation of a completion in Markdown, by its `subject`; undefined if there is nothing to add. */
export function documentWiki(
  subject: Readonly<Record<string, string>>,
  knowledge: WikiKnowledge,
): string | undefined {
  const { kind = '', module: path = '', parameter: name = '', value = '' } = subject;
  const module = knowledge.catalogue.module(path);
  const parameter =
    module &&
    [...module.parameters, ...module.templatedParameters].find(candidate => candidate.name === name);
  switch (kind) {
    case 'module':
      return module && describeModule(knowledge, module, roleOf(subject));
    case 'parameter':
      return (
        module &&
        parameter &&
        describeParameter(knowledge, { active: { module, role: roleOf(subject) ?? 'action' }, parameter })
      );
    case 'value':
      return (
        module &&
        parameter &&
        describeValue(knowledge, { active: { module, role: 'action' }, parameter }, value, 0)
      );
    case 'namespace':
      return describeNamespace(knowledge, subject['id'] ?? '');
    case 'snippet': {
      const lines = snippetLines(subject['title'] ?? '');
      return lines && codeBlock(lines, 'wikiquery');
    }
    default:
      return documentPreamble(subject);
  }
}

const roles: readonly Role[] = ['main', 'action', 'format', 'list', 'prop', 'meta', 'generator'];
const roleOf = ({ role }: Readonly<Record<string, string>>): Role | undefined =>
  roles.find(candidate => candidate === role);
