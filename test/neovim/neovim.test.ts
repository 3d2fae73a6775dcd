import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startNeovim } from '../support/neovim.ts';

interface Item {
  readonly word: string;
  readonly kind: string;
}

test('problems appear while one types and go when they are mended', async () => {
  await using neovim = await startNeovim('### Pages\nlist=allpages\n');
  await neovim.type('Goaplimit=many<Esc>');
  const [problem] = await neovim.untilLua<[{ code: string; lnum: number; col: number; end_col: number }]>(
    'a diagnostic',
    '#vim.diagnostic.get(0) > 0 and vim.diagnostic.get(0)',
  );
  assert.deepEqual([problem.code, problem.lnum, problem.col, problem.end_col], ['badinteger', 2, 8, 12]);
  await neovim.type('ciw5<Esc>');
  await neovim.untilLua('no diagnostic', '#vim.diagnostic.get(0) == 0');
});

test('names are completed, without placeholders', async () => {
  await using neovim = await startNeovim('list=allp\n');
  await neovim.type('A<C-x><C-o>');
  const items = await neovim.untilLua<Item[]>(
    'completions',
    "vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'items' }).items",
  );
  assert.deepEqual(
    items.map(({ word, kind }) => [word, kind]),
    [['allpages', 'Module']],
  );
  await neovim.type('<C-y><Esc>');
  assert.deepEqual(await neovim.lines(), ['list=allpages']);
  await neovim.type('o<C-x><C-o>');
  const names = await neovim.untilLua<Item[]>(
    'names',
    "vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'items' }).items",
  );
  assert(names.some(({ word }) => word === 'aplimit='));
  assert(names.every(({ word }) => !word.includes('$')));
});

test('a module is explained', async () => {
  await using neovim = await startNeovim('list=allpages\n');
  await neovim.type('$<Cmd>lua vim.lsp.buf.hover()<CR>');
  const lines = await neovim.untilLua<string[]>(
    'a hover',
    '#vim.api.nvim_list_wins() > 1 and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(vim.api.nvim_list_wins()[2]), 0, -1, false)',
  );
  assert.match(lines.join('\n'), /allpages.*list module/);
});

test('a fix is applied', async () => {
  await using neovim = await startNeovim('### Pages\nlist=allpagez\n');
  await neovim.untilLua('a diagnostic', '#vim.diagnostic.get(0) > 0');
  await neovim.type('G$<Cmd>lua vim.lsp.buf.code_action()<CR>');
  await neovim.untilLua('the fix', "vim.fn.getline(2) == 'list=allpages'");
});

test('a variable is renamed', async () => {
  await using neovim = await startNeovim('@of = A\n### One\napfrom={{of}}\n### Two\napfrom={{of}}\n');
  await neovim.type("3G$hh<Cmd>lua vim.lsp.buf.rename('start')<CR>");
  await neovim.untilLua('the new name', "vim.fn.getline(5) == 'apfrom={{start}}'");
  assert.deepEqual(await neovim.lines(), [
    '@start = A',
    '### One',
    'apfrom={{start}}',
    '### Two',
    'apfrom={{start}}',
  ]);
});

test('a definition is found', async () => {
  await using neovim = await startNeovim('@of = A\n### One\napfrom={{of}}\n');
  await neovim.type('3G$hh<Cmd>lua vim.lsp.buf.definition()<CR>');
  await neovim.untilLua('the definition', "vim.fn.line('.') == 1");
});

test('a file is formatted', async () => {
  await using neovim = await startNeovim('###   One\n  list =  allpages\n&aplimit = 5\n');
  await neovim.type('<Cmd>lua vim.lsp.buf.formatting_sync()<CR>');
  await neovim.untilLua('the form', "vim.fn.getline(1) == '### One'");
  assert.deepEqual(await neovim.lines(), ['### One', 'list=allpages', 'aplimit=5']);
});

test('Neovim asks for the outline and gets it', async () => {
  await using neovim = await startNeovim('### One\nlist=allpages\n### Two\nlist=logevents\n');
  await neovim.type('<Cmd>lua vim.lsp.buf.document_symbol()<CR>');
  const entries = await neovim.untilLua<{ text: string }[]>(
    'the outline',
    '#vim.fn.getqflist() > 0 and vim.fn.getqflist() or #vim.fn.getloclist(0) > 0 and vim.fn.getloclist(0)',
  );
  assert.match(entries.map(({ text }) => text).join('\n'), /One[^]*Two/);
});
