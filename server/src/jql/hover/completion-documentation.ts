import { codeBlock } from '#shared/base/text/markdown.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { documentPreamble } from '../../query-file/preamble-hover.ts';
import { wholeQuery } from '../completion/complete-jql.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import { describeField, describeFunction, describeOperator, describeWord } from './entry-hover.ts';

/** Returns the documentation of a completion by its `subject`, in Markdown; `undefined` = it has none. */
export function documentJql(
  subject: Readonly<Record<string, string>>,
  knowledge: JqlKnowledge,
): string | undefined {
  const { kind = '', name = '' } = subject;
  switch (kind) {
    case 'field': {
      const field = knowledge.catalogue.field(name);
      return field && describeField(knowledge, field, field.name);
    }
    case 'function': {
      const jqlFunction = knowledge.catalogue.function(name);
      return jqlFunction && describeFunction(knowledge, jqlFunction);
    }
    case 'operator':
      return describeOperator(knowledge, name);
    case 'keyword':
    case 'predicate':
      return (
        describeWord(knowledge, name) ?? describeOperator(knowledge, name.replace(/ (?:NOT )?EMPTY$/, ''))
      );
    case 'snippet': {
      const lines = wholeQuery(subject['title'] ?? '');
      return lines && codeBlock(withoutPlaceholders(lines), 'jql');
    }
    default:
      return documentPreamble(subject);
  }
}
