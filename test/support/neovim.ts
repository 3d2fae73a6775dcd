import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.ts';
import { run, start } from './processes.ts';
import { until } from './until.ts';

/** A real Neovim with one open file, driven by keys; it ends when it is disposed of. */
export interface Neovim extends AsyncDisposable {
  /** Types keys, in Neovim's notation. */
  type(keys: string): Promise<void>;
  /** The value of a Lua expression, as JSON. */
  lua<Result>(expression: string): Promise<Result>;
  /** Evaluates a Lua expression until it is neither nil nor false, and returns its value. */
  untilLua<Result>(what: string, expression: string): Promise<Result>;
  /** The lines of the file. */
  lines(): Promise<readonly string[]>;
}

/** Opens a file of wiki queries; the server is attached when the promise resolves. */
export async function startNeovim(text: string): Promise<Neovim> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wikijql-neovim-'));
  const file = path.join(folder, 'test.wikiquery');
  const socket = path.join(folder, 'socket');
  await writeFile(file, text);
  const args = ['--headless', '--clean', '-u', inRoot('test/neovim/init.lua'), '--listen', socket, file];
  const neovim = start('nvim', args, {
    cwd: folder,
    env: {
      ...process.env,
      XDG_STATE_HOME: folder,
      XDG_CACHE_HOME: folder,
      WIKIJQL_NODE: process.execPath,
      WIKIJQL_SERVER: inRoot('dist/server.js'),
    },
  });
  const remote = (...rest: readonly string[]) => run('nvim', ['--server', socket, ...rest]);
  // Neovim cuts its output to a terminal, so the answer is passed in a file.
  const answer = path.join(folder, 'answer.json');
  const lua = async <Result>(expression: string): Promise<Result> => {
    const json = `vim.json.encode({ value = ${expression} })`;
    const quoted = `vim.fn.writefile({ ${json} }, [[${answer}]])`.replaceAll("'", "''");
    await remote('--remote-expr', `luaeval('${quoted}')`);
    const { value }: { value: Result } = JSON.parse(await readFile(answer, 'utf8'));
    return value;
  };
  const untilLua = <Result>(what: string, expression: string): Promise<Result> =>
    until(what, async () => {
      const value = await lua<Result | false | undefined>(expression);
      return value === false || value === undefined ? undefined : { value };
    }).then(({ value }) => value);
  const ended = async () => {
    await neovim.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('Neovim', () => lua('true').catch(() => undefined));
    await untilLua('the server', '#vim.lsp.get_active_clients({ bufnr = 0 }) > 0');
  } catch (error) {
    await ended();
    throw new Error(`Neovim did not start:\n${neovim.log()}`, { cause: error });
  }
  return {
    type: async keys => void (await remote('--remote-send', keys)),
    lua,
    untilLua,
    lines: () => lua('vim.api.nvim_buf_get_lines(0, 0, -1, false)'),
    [Symbol.asyncDispose]: ended,
  };
}
