import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import verbs from '../../server/catalogue/cli/verbs.json' with { type: 'json' };
import { startLanguageClient } from '../support/language-client.ts';
import { folderWith } from './program.ts';

const names = Object.keys(verbs);

describe('help', () => {
  it('names every verb, and every option of each', async () => {
    using folder = folderWith({});
    const { exit, out } = await folder.wikijql('--help');
    assert.equal(exit, 0);
    for (const [verb, { options }] of Object.entries(verbs)) {
      assert.match(out, new RegExp(`^  ${verb} `, 'm'));
      const { out: help } = await folder.wikijql(verb, '--help');
      for (const option of Object.keys(options)) assert(help.includes(`--${option}`), `${verb} --${option}`);
    }
  });

  it('comes without arguments too, as a failure', async () => {
    using folder = folderWith({});
    assert.equal((await folder.wikijql()).exit, 2);
  });
});

describe('completion', () => {
  it('for bash offers verbs, options and choices', async t => {
    if (spawnSync('bash', ['--version']).error) {
      t.skip('needs bash');
      return;
    }
    using folder = folderWith({});
    const { out: script } = await folder.wikijql('completion', 'bash');
    const offered = (...words: string[]): string[] => {
      const list = words.map(word => `'${word}'`).join(' ');
      const asked = `${script}\nCOMP_WORDS=(wikijql ${list}) COMP_CWORD=${words.length}; _wikijql; echo "\${COMPREPLY[*]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', asked], { encoding: 'utf8' });
      assert.equal(stderr, '');
      return stdout.trim().split(' ');
    };
    assert.deepEqual(offered(''), [...names, '--help', '--version']);
    assert.deepEqual(offered('check', '--st'), ['--strict', '--stdin-name']);
    assert.deepEqual(offered('check', '--output', 's'), ['sarif']);
  });

  for (const shell of ['zsh', 'fish'])
    it(`for ${shell} names every verb`, async () => {
      using folder = folderWith({});
      const { out } = await folder.wikijql('completion', shell);
      for (const verb of names) assert(out.includes(verb));
    });
});

describe('lsp', () => {
  for (const words of [['lsp'], ['lsp', '--stdio']])
    it(`${words.join(' ')} serves an editor over standard input and output`, async () => {
      await using client = await startLanguageClient({ command: ['cli.js', ...words] });
      assert.equal(client.initialized.serverInfo?.name, 'wikijql');
      const uri = await client.open('status = = 1', 'jql');
      assert.equal((await client.published(uri)).length, 1);
    });
});
