import messages from './messages.json' with { type: 'json' };

export type MessageId = Exclude<keyof typeof messages, 'prefix' | 'position'>;

/** A problem of a query, not yet worded. */
export interface JqlProblem {
  readonly id: MessageId;
  readonly args: readonly string[];
}

/** A query that cannot be read. */
export class JqlSyntaxError extends Error {
  readonly problem: JqlProblem;
  /** Where in the query; `undefined` = at its end. */
  readonly at: number | undefined;
  constructor(id: MessageId, args: readonly string[], at?: number) {
    super(id);
    this.problem = { id, args };
    this.at = at;
  }
}

/** The tracker's words for a problem of meaning, which has no position. */
export const worded = ({ id, args }: JqlProblem): string =>
  messages[id].replaceAll(/\{(\d)\}/gu, (_, number: string) => args[Number(number)] ?? '');

/** The tracker's words for a query that cannot be read, with line and character, both from 1. */
export function wordedSyntax(error: JqlSyntaxError, jql: string): string {
  const text = messages.prefix + worded(error.problem);
  if (error.at === undefined) return text;
  const before = jql.slice(0, error.at).split(/\r\n|\r|\n/u);
  return (
    text +
    messages.position
      .replace('{line}', String(before.length))
      .replace('{character}', String((before.at(-1)?.length ?? 0) + 1))
  );
}
