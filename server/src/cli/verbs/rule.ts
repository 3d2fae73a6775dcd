import { nearest } from '#shared/base/text/nearest.ts';
import {
  groupTitle,
  pagesAbout,
  type ProblemPage,
  problemPages,
  problemText,
} from '../../query-file/checking/problem-pages.ts';
import { type Arguments, refuseExtra } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import type { Program } from '../program.ts';
import { inColumns } from './help.ts';

/** Writes the page about a code, or lists all codes. */
export async function rule({ terminal }: Program, args: Arguments<'rule'>): Promise<Exit> {
  const [code, ...others] = args.paths;
  refuseExtra(others);
  const pages = code === undefined ? problemPages : pagesAbout(code);
  if (code !== undefined && pages.length === 0) throw unknownCode(code);
  if (args.value('output') === 'json')
    await terminal.out(`${JSON.stringify({ problems: pages }, undefined, 2)}\n`);
  else await terminal.writeMessage(code === undefined ? listed(pages) : (problemText(code) ?? ''));
  return exits.fine;
}

function unknownCode(code: string): Failure {
  const similar = nearest(
    code,
    problemPages.map(page => page.code),
  );
  return similar === undefined
    ? new Failure('rule.unknown', { code })
    : new Failure('rule.unknown.nearest', { code, nearest: similar });
}

/** The codes of each group with their meaning, a line each. */
const listed = (pages: readonly ProblemPage[]): string =>
  Array.from(
    Map.groupBy(pages, ({ group }) => group),
    ([group, ofGroup]) => {
      const lines = inColumns(ofGroup.map(({ code, meaning }) => [code, meaning]));
      return `${groupTitle(group)}\n${lines.join('\n')}\n`;
    },
  ).join('\n');
