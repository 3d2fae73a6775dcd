/** The files by which the command line runs elsewhere: the hooks of pre-commit, the action for GitHub, and the examples of the docs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { describe, it, test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { inRoot, root } from '../support/paths.ts';
import { cleanEnvironment, type Folder, folderWith, program } from './program.ts';

// GitHub's parser imports JSON without the attribute that Node requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.min.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

const yamlOf = (file: string): string => readFileSync(inRoot(file), 'utf8');
const valid = (schema: object, data: unknown): void => {
  const validate = new Ajv({ strict: false }).compile(schema);
  assert(validate(data), JSON.stringify(validate.errors));
};

const late = 'project = ABC ORDER BY created XYZ\n';
const text = { type: 'string', minLength: 1 };

/** Runs a script of bash in a folder, where `wikijql` is the built program. */
async function run(folder: Folder, script: string, environment: Readonly<Record<string, string>> = {}) {
  folder.write({ 'bin/wikijql': `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` });
  chmodSync(path.join(folder.path, 'bin/wikijql'), 0o755);
  const clean = cleanEnvironment(folder.path);
  const PATH = [path.join(folder.path, 'bin'), path.dirname(process.execPath), clean['PATH']].join(
    path.delimiter,
  );
  const env = { ...clean, PATH, ...environment };
  return new Promise<{ readonly exit: number; readonly out: string; readonly error: string }>(resolve => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
      { cwd: folder.path, env },
      (failure, out, error) => resolve({ exit: failure === null ? 0 : Number(failure.code), out, error }),
    );
  });
}

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files: string;
}

describe('the hooks of pre-commit', { skip: process.platform === 'win32' }, () => {
  const hooks: readonly Hook[] = parse(yamlOf('.pre-commit-hooks.yaml'));
  const hook = (id: string): Hook => hooks.find(each => each.id === id)!;

  it('are as pre-commit reads them', () =>
    valid(
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'entry', 'language', 'files'],
          properties: {
            id: text,
            name: text,
            description: text,
            entry: text,
            language: { const: 'node' },
            files: text,
          },
          additionalProperties: false,
        },
      },
      hooks,
    ));

  it('are installed by the name of the packed file, the only text that npm writes', async () => {
    using folder = folderWith({
      '.npmrc': yamlOf('.npmrc'),
      'package.json': '{ "name": "hook", "version": "1.0.0", "scripts": { "prepack": "echo built" } }',
    });
    const { out } = await run(folder, 'npm pack --no-update-notifier 2>/dev/null');
    assert.equal(out, 'hook-1.0.0.tgz\n');
  });

  it('run with the names of files after their entry', async () => {
    using folder = folderWith({
      'a b.jql': late,
      'c.wikiquery': 'list=allpages\naplimt=5\n',
      'x.py': 'x = 1\n',
    });
    const names = ['a b.jql', 'c.wikiquery', 'x.py'];
    const matching = (id: string): string =>
      names
        .filter(name => new RegExp(hook(id).files).test(name))
        .map(name => `'${name}'`)
        .join(' ');
    assert.equal(matching('wikijql'), "'a b.jql' 'c.wikiquery'");
    const check = await run(folder, `${hook('wikijql').entry} ${matching('wikijql')}`);
    assert.equal(check.exit, 1);
    assert.match(check.out, /^a b\.jql:1:32: error:[^]*^2 queries in 2 files: 1 error, 1 warning\.$/m);
    await run(folder, `wikijql check --write-baseline known.json ${matching('wikijql')}`);
    assert.equal((await run(folder, `${hook('wikijql').entry} --baseline known.json 'a b.jql'`)).exit, 0);
    assert.equal((await run(folder, `${hook('wikijql').entry} x.py`)).exit, 0);
    await run(folder, `${hook('wikijql-fix').entry} ${matching('wikijql-fix')}`);
    assert.equal(folder.read('c.wikiquery'), 'list=allpages\naplimit=5\n');
    folder.write({ 'a b.jql': 'key=A-1\n' });
    assert.equal(
      (await run(folder, `${hook('wikijql-format').entry} ${matching('wikijql-format')}`)).exit,
      0,
    );
    assert.equal(folder.read('a b.jql'), 'key = A-1\n');
  });
});

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(yamlOf('action.yml'));

/** The errors that GitHub's own parser finds in a workflow or an action. */
const errorsOf = (parser: typeof parseWorkflow, name: string, content: string): readonly string[] =>
  parser({ name, content }, new NoOperationTraceWriter()).context.errors.getErrors().map(String);

test('the action is as GitHub reads it', () => {
  assert.deepEqual(errorsOf(parseAction, 'action.yml', yamlOf('action.yml')), []);
  assert.notDeepEqual(
    errorsOf(parseAction, 'action.yml', yamlOf('action.yml').replace('shell:', 'shel:')),
    [],
  );
  // The text of a user reaches a script only as a variable.
  for (const { run: script = '' } of action.runs.steps) assert.doesNotMatch(script, /\$\{\{/);
});

/** Runs the steps of the action that are scripts, but for the one that builds the program. */
async function runAction(folder: Folder, inputs: Readonly<Record<string, string>>) {
  const values = new Map([['github.action_path', root]]);
  for (const [name, { default: value }] of Object.entries(action.inputs)) values.set(`inputs.${name}`, value);
  for (const [name, value] of Object.entries(inputs)) values.set(`inputs.${name}`, value);
  const files = {
    GITHUB_OUTPUT: path.join(folder.path, 'output.txt'),
    GITHUB_STEP_SUMMARY: path.join(folder.path, 'summary.md'),
    RUNNER_TEMP: folder.path,
  };
  let last = { exit: 0, out: '', error: '' };
  let out = '';
  for (const { id = '', run: script, env = {} } of action.runs.steps) {
    if (script === undefined || script.includes('npm ci')) continue;
    const environment = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, key: string) => values.get(key)!),
      ]),
    );
    folder.write({ 'output.txt': '' });
    last = await run(folder, script, { ...files, ...environment });
    out += last.out;
    for (const [, name, value] of folder.read('output.txt').matchAll(/^([\w-]+)=(.*)$/gm))
      values.set(`steps.${id}.outputs.${name}`, value!);
  }
  return { exit: last.exit, out, values };
}

test('the action annotates, sums up and writes SARIF', { skip: process.platform === 'win32' }, async () => {
  using folder = folderWith({
    'q 1/a.jql': late,
    'b.jql': late,
    'c.wikiquery': 'action=query\nmeta=siteinfo\norigin=*\n',
  });
  const failing = await runAction(folder, { paths: 'q 1\nc.wikiquery\n' });
  assert.equal(failing.exit, 1);
  assert.equal(failing.values.get('steps.check.outputs.exit-code'), '1');
  assert.match(failing.values.get('steps.key.outputs.value')!, /^[0-9a-f]{64}$/);
  assert.match(failing.out, /^::error file=q 1\/a\.jql,line=1,endLine=1,col=32/m);
  assert.match(
    folder.read('summary.md'),
    /^### wikijql\n\n~~~~text\n2 queries in 2 files: 1 error, 1 \w+\.\n~~~~\n$/,
  );
  const sarif: { runs: { results: unknown[] }[] } = JSON.parse(folder.read('wikijql.sarif'));
  assert.equal(sarif.runs[0]!.results.length, 2);

  folder.write({ 'summary.md': '' });
  await folder.wikijql('check', '--write-baseline', 'known.json');
  const known = await runAction(folder, {
    baseline: 'known.json',
    arguments: '--strict\n',
    'sarif-file': 'out.sarif',
  });
  assert.equal(known.exit, 0);
  assert.doesNotMatch(known.out, /^::/m);
  assert.match(folder.read('summary.md'), /nothing found\. 3 problems of the baseline left out\./);
  assert.match(folder.read('out.sarif'), /"baselineState":"unchanged"/);

  const hostile = await runAction(folder, { paths: '$(touch hacked)', arguments: '"; touch hacked; "' });
  assert.equal(hostile.exit, 2);
  assert.throws(() => folder.read('hacked'));
});

describe('the examples of the docs', () => {
  const docs = readFileSync(inRoot('docs/pipelines.md'), 'utf8');
  const sources = Array.from(docs.matchAll(/^```yaml\n([^]*?)^```$/gm), match => match[1]!);
  const examples = sources.map(source => parse(source));

  it('are workflows as GitHub reads them', () => {
    const workflow = sources.find(source => source.includes('\njobs:\n'))!;
    const lines = sources.find(source => source.startsWith('- run:'))!;
    const job = `on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n${lines.replaceAll(/^/gm, '      ').trimEnd()}\n`;
    assert.deepEqual(errorsOf(parseWorkflow, 'example.yml', workflow), []);
    assert.deepEqual(errorsOf(parseWorkflow, 'example.yml', job), []);
    assert.notDeepEqual(errorsOf(parseWorkflow, 'example.yml', job.replace('runs-on', 'runs-at')), []);
  });

  it('name hooks and inputs that exist', () => {
    const hooks: { repos: { hooks: { id: string }[] }[] } = examples[0];
    const workflow: { jobs: { check: { steps: { with?: Record<string, unknown> }[] } } } = examples[1];
    const manifest: readonly Hook[] = parse(yamlOf('.pre-commit-hooks.yaml'));
    const ids = new Set(manifest.map(({ id }) => id));
    assert(hooks.repos[0]!.hooks.every(({ id }) => ids.has(id)));
    const used = Object.keys(workflow.jobs.check.steps.at(-1)!.with!);
    assert(used.length > 0 && used.every(name => Object.hasOwn(action.inputs, name)), used.join());
  });

  it('write a report for GitLab', { skip: process.platform === 'win32' }, async () => {
    const job: { script: string[]; artifacts: { reports: { codequality: string } } } =
      examples.at(-1).queries;
    using folder = folderWith({ 'a.jql': late });
    const script = job.script
      .filter(line => line !== 'npm ci')
      .join('\n')
      .replaceAll('npx --no ', '');
    assert.equal((await run(folder, script)).exit, 1);
    const issues: { location: { path: string } }[] = JSON.parse(
      folder.read(job.artifacts.reports.codequality),
    );
    assert.deepEqual(
      issues.map(({ location }) => location.path),
      ['a.jql'],
    );
  });
});
