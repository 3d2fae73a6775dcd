/** Reads `.wikijql/rules.json`: the severities of problems, by their codes. */
import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Span } from '#shared/base/text/span.ts';
import type { RuleSeverities, RuleSeverity } from '../../query-file/language/language-service.ts';

/** The name of the file in the folder of locks. */
export const ruleFileName = 'rules.json';

/** An entry of the file, with the place of its code. */
interface RuleEntry {
  readonly code: string;
  readonly span: Span;
  /** `undefined` = what is written is no severity. */
  readonly severity: RuleSeverity | undefined;
}

/** The file as it is read. */
export interface RuleFile {
  readonly severities: RuleSeverities;
  readonly entries: readonly RuleEntry[];
  /** Where it is no object of JSON, and what is wrong there. */
  readonly fault?: { readonly offset: number; readonly reason: string };
}

/** Entries that are read. */
const maxEntries = 2000;

const faulty = (offset: number, reason: string): RuleFile => ({
  severities: new Map(),
  entries: [],
  fault: { offset, reason },
});

/** Reads the text of the file; what cannot be read sets nothing. */
export function readRules(text: string): RuleFile {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined) return faulty(error.offset, printParseErrorCode(error.error));
    if (tree?.type !== 'object') return faulty(tree?.offset ?? 0, 'ObjectExpected');
    const entries = (tree.children ?? []).slice(0, maxEntries).flatMap(({ children = [] }): RuleEntry[] => {
      const [key, value] = children;
      if (key === undefined || value === undefined || key.value === '$schema') return [];
      const span = { start: key.offset, end: key.offset + key.length };
      return [{ code: String(key.value), span, severity: severityOf(value.value) }];
    });
    const severities = entries.flatMap(({ code, severity }) =>
      severity === undefined ? [] : [[code, severity] as const],
    );
    return { severities: new Map(severities), entries };
  } catch (error) {
    if (error instanceof RangeError) return faulty(0, 'TooDeep');
    throw error;
  }
}

const severityOf = (value: unknown): RuleSeverity | undefined =>
  ruleSeverities.find(severity => severity === value);

/** The severities that can be set. */
export const ruleSeverities: readonly RuleSeverity[] = ['error', 'warning', 'information', 'hint', 'off'];
