/** The tool that answers questions in SQL about results of its session. */
import * as v from 'valibot';
import type { SqlOutcome, SqlTable } from '../../results/sql-question.ts';
import { columnNames } from '../../results/sql/nameable-tables.ts';
import type { AgentDependencies, AgentSession } from '../dependencies.ts';
import { text, wholeNumber } from '../given-arguments.ts';
import { counted, Refusal, say } from '../refusal.ts';
import { agentTool, type Outcome } from '../tool.ts';

const bounds = {
  time: 5_000,
  rows: 1_000,
  counted: 1_000_000,
  characters: 20_000,
  value: 10_000,
  memory: 256 * 1024 * 1024,
};

const schema = v.strictObject({
  sql: text,
  offset: v.exactOptional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
  ),
  limit: v.exactOptional(wholeNumber(bounds.rows)),
});

/** Answers a question in SQL about the results of this session. */
export const queryResults = (dependencies: AgentDependencies, session: AgentSession) =>
  agentTool(schema, async ({ sql, offset = 0, limit = bounds.rows }, signal): Promise<Outcome> => {
    const { file, tables } = await sourceOf(dependencies, session);
    const question = { file, tables, sql, offset, bounds: { ...bounds, rows: limit } };
    const outcome: SqlOutcome = await session.statements.run(async () => {
      signal.throwIfAborted();
      return dependencies.sql(question, signal);
    });
    if ('refusal' in outcome) {
      const detail = outcome.detail === '' ? {} : { detail: outcome.detail };
      throw new Refusal(`sql.${outcome.refusal}`, {}, { ...detail, tables: namesOf(tables) });
    }
    const { columns, rows, total, cuts } = outcome;
    const next = offset + rows.length;
    const isAtEnd = total !== undefined && next >= total;
    const isWhole = isAtEnd && offset === 0 && cuts === 0;
    return {
      summary: [
        isWhole
          ? say('sql.all', { rows: counted('row', rows.length) })
          : say(total === undefined ? 'sql.part.many' : 'sql.part', {
              rows: counted('row', rows.length),
              offset,
              total: total ?? bounds.counted,
            }),
        ...(isAtEnd ? [] : [say('sql.next', { next })]),
        ...(isFromRestricted(sql, session) ? [say('run.restricted')] : []),
        ...(cuts > 0 ? [say('sql.cut', { count: cuts, longest: bounds.value })] : []),
      ].join(' '),
      facts: {
        returned: rows.length,
        offset,
        total: total ?? null,
        complete: isWhole,
        ...(!isAtEnd && { nextOffset: next }),
        shortenedValues: cuts,
      },
      data: { columns, rows },
    };
  });

/** Whether a statement may read from a result with issues that only some users can see. */
const isFromRestricted = (sql: string, { results }: AgentSession): boolean =>
  results.all.some(
    ({ isRestricted, tables }) =>
      isRestricted && tables.some(table => sql.toLowerCase().includes(table.name.toLowerCase())),
  );

/** @throws Refusal where nothing can be asked */
async function sourceOf({ backend }: AgentDependencies, { results }: AgentSession) {
  if (results.all.length === 0) throw new Refusal('sql.no-results');
  const source = await (await backend()).sqlSource(results.all.map(({ run }) => run));
  if (source === undefined) throw new Refusal('sql.in-memory');
  const tables = results.all.flatMap(({ run, tables: resultTables }) =>
    resultTables.flatMap(({ name, header }): SqlTable[] => {
      const stored = source.tables.find(candidate => candidate.run === run && candidate.id === header.id);
      return stored === undefined ? [] : [{ name, source: stored.source, columns: unlike(stored.columns) }];
    }),
  );
  return { file: source.file, tables };
}

/** Columns by names that SQL can tell apart. */
function unlike(columns: SqlTable['columns']): SqlTable['columns'] {
  const names = columnNames(columns.map(({ name }) => name));
  return columns.map(({ source }, index) => ({ name: names[index]!, source }));
}

const namesOf = (tables: readonly SqlTable[]) =>
  tables.map(({ name, columns }) => ({
    table: name,
    columns: columns.map(column => column.name).slice(0, 200),
  }));
