/** The pages about problems: their addresses in an editor, and the request for their texts. */
import * as v from 'valibot';
import { object, request } from '../schema.ts';

/** The scheme of the addresses. */
export const problemScheme = 'wikijql-problem';

/** The address of the page about a code. */
export const problemAddress = (code: string): string => `${problemScheme}:/${encodeURIComponent(code)}.md`;

/** The page about a code, in Markdown; `null` = none. */
export const problemPageRequest = request(
  'wikijql/problemPage',
  object({ code: v.string() }),
  v.nullable(v.string()),
);
