import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import verbs from '../../server/catalogue/cli/verbs.json' with { type: 'json' };
import { startLanguageClient } from '../support/language-client.ts';
import { cleanEnvironment, folderWith, program } from './program.ts';

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

/** Output of a shell script to a socket. */
const scripted = (script: string): string => {
  using folder = folderWith({});
  const command = `wikijql() { "${process.execPath}" "${program}" "$@"; }; ${script}`;
  const options = { cwd: folder.path, env: cleanEnvironment(folder.path), encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], options);
  return stdout + stderr;
};

describe('the process', () => {
  it('leaves its output open for others that share it', () =>
    assert.match(scripted('wikijql --version; echo after'), /^\d+\.\d+\.\d+\nafter\n$/));

  it('says why its output cannot be written', () =>
    assert.equal(
      scripted('(ulimit -f 0; wikijql --version > out; echo $?)'),
      '2\nStandard output cannot be written (EFBIG).\n',
    ));

  for (const verb of ['check', 'format'])
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      it(`${verb} - ends by ${signal} while it reads standard input`, async () => {
        using folder = folderWith({});
        const child = spawn(process.execPath, [program, verb, '-'], {
          cwd: folder.path,
          env: cleanEnvironment(folder.path),
        });
        // It reads once it has taken more than a pipe holds.
        await new Promise(resolve => {
          child.stdin.write(' '.repeat(1_000_000), resolve);
        });
        child.kill(signal);
        assert.deepEqual(await once(child, 'exit'), [null, signal]);
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
