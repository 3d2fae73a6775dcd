import { isVerb, readArguments, type Arguments, type Verb, verbNames } from './arguments.ts';
import { Failure, faultOf } from './failure.ts';
import { say } from './wording.ts';
import { programHelp, verbHelp } from './help.ts';
import type { Program } from './program.ts';
import { ClosedPipe } from './terminal.ts';
import { type Exit, exits } from './exit-codes.ts';

type Handler = (program: Program, given: Arguments) => Promise<Exit>;

/** Each verb is read when it is wanted. */
const handlers: Readonly<Record<Exclude<Verb, 'lsp'>, () => Promise<Handler>>> = {
  check: async () => (await import('./check.ts')).check,
  format: async () => (await import('./format.ts')).format,
  run: async () => (await import('./run.ts')).run,
  explain: async () => (await import('./explain.ts')).explain,
  code: async () => (await import('./code.ts')).code,
  lock: async () => (await import('./lock.ts')).lock,
  diagnose: async () => (await import('./diagnose.ts')).diagnose,
  mcp: async () => (await import('./mcp.ts')).mcp,
  completion: async () => (await import('./shell-completion.ts')).completion,
};

/** Does what the command line asks; `undefined` = the process goes on, as a language server. */
export async function runProgram(program: Program, words: readonly string[]): Promise<Exit | undefined> {
  const { terminal } = program;
  const { signal } = terminal;
  try {
    const exit = await dispatched(program, words);
    if (exit === exits.interrupted) signal.throwIfAborted();
    return exit;
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (cause instanceof ClosedPipe) return exits.closedPipe;
    if (signal.aborted && !(cause instanceof Failure)) return exits.interrupted;
    const message = cause instanceof Failure ? cause.message : say('fault', { reason: faultOf(cause) });
    terminal.error(`${message}\n`);
    return exits.failure;
  }
}

async function dispatched(program: Program, words: readonly string[]): Promise<Exit | undefined> {
  const { terminal, version } = program;
  const [verb = '--help', ...rest] = words;
  if (verb === '--version' || verb === '-V') {
    await terminal.out(`${version}\n`);
    return exits.fine;
  }
  if (verb === '--help' || verb === '-h' || verb === 'help') {
    const [about] = rest;
    await terminal.out(about !== undefined && isVerb(about) ? verbHelp(about) : programHelp());
    return words.length === 0 ? exits.failure : exits.fine;
  }
  if (!isVerb(verb)) throw new Failure('arguments.unknown-verb', { verb, verbs: verbNames.join(', ') });
  if (rest.some(word => word === '--help' || word === '-h')) {
    await terminal.out(verbHelp(verb));
    return exits.fine;
  }
  if (verb === 'lsp') {
    await program.serve();
    return undefined;
  }
  const given = readArguments(verb, rest);
  const handle = await handlers[verb]();
  return handle(program, given);
}
