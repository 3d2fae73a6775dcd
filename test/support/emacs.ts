import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.ts';
import { run, start } from './processes.ts';
import { until } from './until.ts';

/** A real Emacs with the documented configuration and one open file; it ends when it is disposed of. */
export interface Emacs extends AsyncDisposable {
  /** Presses keys, in Emacs' notation. */
  press(keys: string): Promise<void>;
  /** Runs a command by its name. */
  command(command: string): Promise<void>;
  /** The value of a Lisp expression in the file's buffer, as JSON. */
  lisp<Result>(expression: string): Promise<Result>;
  /** Evaluates a Lisp expression until it is not nil, and returns its value. */
  untilLisp<Result>(what: string, expression: string): Promise<Result>;
  /** The text of the file as it is in the editor. */
  text(): Promise<string>;
}

/** The lines that the documentation recommends to users of Emacs. */
const configuration = async (): Promise<string> => {
  const page = await readFile(inRoot('docs/other-editors.md'), 'utf8');
  const [, lines] = /^```elisp\n([^]*?)^```$/m.exec(page) ?? [];
  if (lines === undefined) throw new Error('docs/other-editors.md has no lines for Emacs');
  return lines;
};

/** Settings for tests: the first choice is always taken, and nothing is written beside the file. */
const unattended = `
(setq make-backup-files nil auto-save-default nil create-lockfiles nil)
(setq completing-read-function (lambda (_ choices &rest _) (car (all-completions "" choices))))
`;

/** Emacs' notation of a string. */
const quoted = (text: string): string => JSON.stringify(text);

/** Opens a file of that name with that text; the server is attached when this resolves. */
export async function startEmacs(name: string, text: string): Promise<Emacs> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wikijql-emacs-'));
  const file = path.join(folder, name);
  const bin = path.join(folder, 'bin');
  const server = path.join(bin, 'wikijql-language-server');
  await mkdir(path.join(folder, '.emacs.d'));
  await mkdir(bin);
  await writeFile(path.join(folder, '.emacs.d/init.el'), (await configuration()) + unattended);
  await writeFile(file, text);
  await writeFile(server, `#!/bin/sh\nexec '${process.execPath}' '${inRoot('dist/server.js')}' "$@"\n`);
  await chmod(server, 0o755);
  const env = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PATH: [bin, process.env['PATH']].join(path.delimiter),
  };
  const emacs = start('emacs', ['--fg-daemon=test'], { cwd: folder, env });
  const evaluate = (expression: string): Promise<string> =>
    run('emacsclient', ['--socket-name=test', '--eval', expression], { cwd: folder, env });
  // The output of emacsclient is in Lisp's notation, so the answer is passed in a file.
  const answer = path.join(folder, 'answer.json');
  const lisp = async <Result>(expression: string): Promise<Result> => {
    await evaluate(`(with-current-buffer ${quoted(name)}
      (let ((value ${expression}))
        (with-temp-file ${quoted(answer)} (insert (json-encode (list (cons 'value value)))))))`);
    const { value }: { value: Result } = JSON.parse(await readFile(answer, 'utf8'));
    return value;
  };
  const untilLisp = <Result>(what: string, expression: string): Promise<Result> =>
    until(what, async () => {
      const value = await lisp<Result | null | false>(expression);
      return value === null || value === false ? undefined : { value };
    }).then(({ value }) => value);
  const press = async (keys: string): Promise<void> => {
    await lisp(`(progn (execute-kbd-macro (kbd ${quoted(keys)})) t)`);
  };
  const ended = async (): Promise<void> => {
    await emacs.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('Emacs', () => evaluate('t').catch(() => undefined));
    await evaluate(`(switch-to-buffer (find-file-noselect ${quoted(file)}))`);
    // The server starts after the first key.
    await press('C-l');
    await untilLisp('the server', '(and (eglot-current-server) t)');
  } catch (error) {
    await ended();
    throw new Error(`Emacs did not start:\n${emacs.log()}`, { cause: error });
  }
  return {
    press,
    command: async command => {
      await lisp(`(progn (call-interactively #'${command}) t)`);
    },
    lisp,
    untilLisp,
    text: () => lisp('(buffer-substring-no-properties (point-min) (point-max))'),
    [Symbol.asyncDispose]: ended,
  };
}
