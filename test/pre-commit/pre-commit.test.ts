/** The hooks in pre-commit itself, which installs them from a repository with the packed program. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { installPacked } from '../support/installed.ts';
import { inRoot } from '../support/paths.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-pre-commit-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (...names: readonly string[]): string => path.join(folder, ...names);
const project = inFolder('project');
const repository = inFolder('repository');

// The Node of the system has either name, and is not in the home folder.
mkdirSync(inFolder('bin'));
mkdirSync(inFolder('home'));
for (const name of ['node', 'nodejs']) symlinkSync(process.execPath, inFolder('bin', name));
const env = {
  PATH: [inFolder('bin'), process.env['PATH']].join(path.delimiter),
  HOME: inFolder('home'),
  PRE_COMMIT_HOME: inFolder('installed'),
  npm_config_offline: 'true',
};

const git = (at: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=User', '-c', 'user.email=user@example.org', ...words], {
    cwd: at,
    env,
    encoding: 'utf8',
  });
const commit = (at: string): void => {
  git(at, 'init', '--quiet');
  git(at, 'add', '--all', '--force');
  git(at, 'commit', '--quiet', '--message', 'All files');
};

/** Makes a repository as this one is after its build, with nothing to download. */
async function makeRepository(): Promise<void> {
  using installed = await installPacked();
  cpSync(path.join(installed.folder, 'node_modules/wikijql'), repository, { recursive: true });
  for (const file of ['.npmrc', '.pre-commit-hooks.yaml']) cpSync(inRoot(file), path.join(repository, file));
  const manifest: object = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const prebuilt = { ...manifest, scripts: {}, devDependencies: {}, optionalDependencies: {} };
  writeFileSync(path.join(repository, 'package.json'), JSON.stringify(prebuilt));
  commit(repository);
}

const write = (name: string, content: string): void => writeFileSync(path.join(project, name), content);
const runHook = (id: string) => {
  git(project, 'add', '--all');
  const { status, stdout, stderr } = spawnSync('pre-commit', ['run', id, '--all-files'], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  return { exit: status, out: stdout + stderr };
};

describe('pre-commit', async () => {
  await makeRepository();
  mkdirSync(project);
  git(project, 'init', '--quiet');
  const revision = git(repository, 'rev-parse', 'HEAD').trim();
  const hooks = ['wikijql', 'wikijql-fix', 'wikijql-format'].map(id => ({ id }));
  write('.pre-commit-config.yaml', JSON.stringify({ repos: [{ repo: repository, rev: revision, hooks }] }));

  beforeEach(() => {
    write('a b.jql', 'key = A-1\n');
    write('c.wikiquery', 'list=allpages\naplimit=5\n');
    write('x.py', 'x = 1\n');
  });

  it('installs the hooks, and passes where nothing is found', () => {
    const { exit, out } = runHook('wikijql');
    assert.equal(exit, 0, out);
    assert.match(out, /^wikijql check\.+Passed$/m);
  });

  it('fails for an error, and shows it', () => {
    write('a b.jql', 'project = ABC ORDER BY created XYZ\n');
    const { exit, out } = runHook('wikijql');
    assert.equal(exit, 1);
    assert.match(out, /^a b\.jql:1:32: error:/m);
  });

  it('fixes files, and fails because they changed', () => {
    write('c.wikiquery', 'list=allpages\naplimt=5\n');
    const { exit, out } = runHook('wikijql-fix');
    assert.equal(exit, 1);
    assert.match(out, /files were modified by this hook/);
    assert.equal(readFileSync(path.join(project, 'c.wikiquery'), 'utf8'), 'list=allpages\naplimit=5\n');
  });

  it('formats files', () => {
    write('a b.jql', 'key=A-1\n');
    assert.match(runHook('wikijql-format').out, /files were modified by this hook/);
    assert.equal(readFileSync(path.join(project, 'a b.jql'), 'utf8'), 'key = A-1\n');
    assert.equal(runHook('wikijql-format').exit, 0);
  });
});
