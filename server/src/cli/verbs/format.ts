import type { Arguments } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { say } from '../cli-texts.ts';
import type { Program } from '../program.ts';
import { contextOf, findSettings } from '../inputs/settings-file.ts';
import { languageIdOf, readable } from '../inputs/query-paths.ts';
import { readInput, readQueryFile, readsInput } from '../inputs/read-query-file.ts';
import { writeQueryFile } from '../inputs/write-files.ts';

/** Formats files, or says which are not. */
export async function format(program: Program, args: Arguments<'format'>): Promise<Exit> {
  const { terminal, checker, now } = program;
  if (args.paths.length === 0) throw new Failure('arguments.no-paths');
  const { settings } = await findSettings(args, terminal);
  const context = contextOf(settings, now());
  const formatted = (name: string, text: string): Promise<string> =>
    checker.format(languageIdOf(name)!, text, context);
  const isCheckOnly = args.has('check');

  if (readsInput(args)) {
    const { name, text } = await readInput(args, terminal);
    const formattedText = await formatted(name, text);
    if (!isCheckOnly) await terminal.out(formattedText);
    return isCheckOnly && formattedText !== text ? exits.findings : exits.fine;
  }

  let files = 0;
  let changed = 0;
  let failed = 0;
  const fail = async ({ message }: { readonly message: string }): Promise<void> => {
    failed++;
    terminal.error(`${message}\n`);
  };
  for await (const file of readable(args.paths, terminal.folder, fail)) {
    if (terminal.signal.aborted) return exits.interrupted;
    files++;
    try {
      const text = await readQueryFile(file, terminal.folder);
      const formattedText = await formatted(file, text);
      if (formattedText === text) continue;
      changed++;
      if (!isCheckOnly) {
        const release = terminal.deferSignals();
        await writeQueryFile(file, terminal.folder, text, formattedText).finally(release);
      }
      if (!args.has('quiet'))
        await terminal.writeMessage(
          `${say(isCheckOnly ? 'format.would-change' : 'format.changed', { file })}\n`,
        );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await fail(error);
    }
  }
  if (failed > 0) return exits.failure;
  if (files === 0) {
    terminal.error(`${say('files.none')}\n`);
    return args.has('allow-no-files') ? exits.fine : exits.failure;
  }
  return isCheckOnly && changed > 0 ? exits.findings : exits.fine;
}
