/** The questions of the SQL view, and their answers. */
import type { PanelAnswer } from '#shared/protocol/panel-messages.ts';
import type { SqlTable } from '../../../server/src/results/sql/nameable-tables.ts';
import type { Questions } from '../rows/questions.ts';

type Completion = Extract<PanelAnswer, { readonly type: 'sqlCompletion' }>['completion'];
export type SqlProposal = Completion['proposals'][number];
type Hover = NonNullable<Extract<PanelAnswer, { readonly type: 'sqlHover' }>['hover']>;
type Problems = Extract<PanelAnswer, { readonly type: 'sqlProblems' }>['problems'];
export type SqlProblem = Problems[number];

export interface SqlAnswers {
  tables(): Promise<readonly SqlTable[]>;
  complete(sql: string, offset: number): Promise<Completion>;
  /** `undefined` = no help for the word. */
  hover(sql: string, offset: number): Promise<Hover | undefined>;
  problems(sql: string): Promise<Problems>;
}

/** Makes answers by asking the extension. */
export const sqlAnswers = (questions: Questions): SqlAnswers => ({
  tables: async () => {
    const answer = await questions.ask(question => ({ type: 'sqlTables', question }));
    return answer.type === 'sqlTables' ? answer.tables : [];
  },
  complete: async (sql, offset) => {
    const answer = await questions.ask(question => ({ type: 'sqlCompletion', question, sql, offset }));
    return answer.type === 'sqlCompletion'
      ? answer.completion
      : { start: offset, end: offset, proposals: [] };
  },
  hover: async (sql, offset) => {
    const answer = await questions.ask(question => ({ type: 'sqlHover', question, sql, offset }));
    return answer.type === 'sqlHover' ? answer.hover : undefined;
  },
  problems: async sql => {
    const answer = await questions.ask(question => ({ type: 'sqlProblems', question, sql }));
    return answer.type === 'sqlProblems' ? answer.problems : [];
  },
});
