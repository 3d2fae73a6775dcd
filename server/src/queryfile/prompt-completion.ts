import type { ResultColumn } from '../language/result-columns.ts';
import type { SiteName } from '../language/service.ts';
import { quotedName } from '../common/tables/view-text.ts';
import type { GroupCompletion } from './group-completion.ts';
import { promptKinds } from './prompt-option.ts';

/** What can be at an offset of the value of `@prompt`, after its name: a kind of value, or a field. `undefined` = it is before that. */
export function completePrompt(
  value: string,
  offset: number,
  kind: SiteName['kind'],
  columns: readonly ResultColumn[],
): readonly GroupCompletion[] | undefined {
  const typed = /^[A-Za-z_][\w-]*\s*:\s*("[^"]*|[^\s"=]*)$/.exec(value.slice(0, offset));
  if (typed === null) return /^[A-Za-z_][\w-]*\s*:/.test(value.slice(0, offset)) ? [] : undefined;
  const start = offset - typed[1]!.length;
  const rest = /^[^\s"=]*"?/.exec(value.slice(offset))?.[0] ?? '';
  const span = { start, end: offset + rest.length };
  const fields = kind === 'tracker' ? columns.map(({ name }) => quotedName(name)) : [];
  return [
    ...fields.map(label => ({ label, kind: 'field' as const, span })),
    ...Object.entries(promptKinds(kind)).map(([label, detail]) => ({
      label,
      detail,
      kind: 'value' as const,
      span,
    })),
  ];
}
