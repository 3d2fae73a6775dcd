/** Runs the verb that the command line names. */
import {
  isVerb,
  readArguments,
  refuseExtra,
  type Arguments,
  type OptionOf,
  type Verb,
  verbNames,
} from '../inputs/arguments.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import { Failure, faultOf, type Exit, exits } from '../failure.ts';
import { say } from '../cli-texts.ts';
import { programHelp, verbHelp } from './help.ts';
import type { Program } from '../program.ts';
import { ClosedPipe, Terminated } from '../terminal.ts';

type HandledVerb = Exclude<Verb, 'lsp'>;
type Handler<V extends Verb> = (program: Program, args: Arguments<V>) => Promise<Exit>;

/** Each verb is read when it is wanted. */
const handlers: { readonly [V in HandledVerb]: () => Promise<Handler<V>> } = {
  check: async () => (await import('./check.ts')).check,
  format: async () => (await import('./format.ts')).format,
  run: async () => (await import('./run.ts')).run,
  explain: async () => (await import('./explain.ts')).explain,
  rule: async () => (await import('./rule.ts')).rule,
  code: async () => (await import('./code.ts')).code,
  lock: async () => (await import('./lock.ts')).lock,
  diagnose: async () => (await import('./diagnose.ts')).diagnose,
  mcp: async () => (await import('./mcp.ts')).mcp,
  completion: async () => (await import('./shell-completion.ts')).completion,
};

/** Runs the verb of the command line; `undefined` = the process keeps running, as a language server. */
export async function runProgram(program: Program, words: readonly string[]): Promise<Exit | undefined> {
  const { terminal } = program;
  const { signal } = terminal;
  try {
    const exit = await dispatch(program, words);
    if (exit === exits.interrupted) signal.throwIfAborted();
    return exit;
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (cause instanceof ClosedPipe) return exits.closedPipe;
    if (cause instanceof Terminated) return exits.terminated;
    if (signal.aborted && !(cause instanceof Failure)) return exits.interrupted;
    const message = cause instanceof Failure ? cause.message : say('fault', { reason: faultOf(cause) });
    terminal.error(`${message}\n`);
    return exits.failure;
  }
}

async function dispatch(program: Program, words: readonly string[]): Promise<Exit | undefined> {
  const { terminal, version } = program;
  const [verb = '--help', ...rest] = words;
  if (verb === '--version' || verb === '-V') {
    refuseExtra(rest);
    await terminal.out(`${version}\n`);
    return exits.fine;
  }
  if (isHelp(verb) || verb === 'help') {
    const [about, ...more] = rest.filter(word => !isHelp(word));
    refuseExtra(more);
    await terminal.out(about === undefined ? programHelp() : verbHelp(knownVerb(about)));
    return words.length === 0 ? exits.failure : exits.fine;
  }
  const requestedVerb = knownVerb(verb);
  if (rest.some(isHelp)) {
    await terminal.out(verbHelp(requestedVerb));
    return exits.fine;
  }
  if (requestedVerb !== 'lsp') return handled(requestedVerb, readArguments(requestedVerb, rest), program);
  const args = readArguments(requestedVerb, rest);
  refuseExtra(args.paths);
  await program.serve(connections.some(option => args.has(option)));
  return undefined;
}

async function handled<V extends HandledVerb>(verb: V, args: Arguments<V>, program: Program): Promise<Exit> {
  const handle = await handlers[verb]();
  return handle(program, args);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Options of the language server that say how it is connected. */
const connections: readonly OptionOf<'lsp'>[] = ['stdio', 'node-ipc', 'pipe', 'socket'];

function knownVerb(verb: string): Verb {
  if (isVerb(verb)) return verb;
  const similar = nearest(verb, verbNames);
  throw similar === undefined
    ? new Failure('arguments.unknown-verb', { verb, verbs: verbNames.join(', ') })
    : new Failure('arguments.unknown-verb.nearest', { verb, nearest: similar });
}
