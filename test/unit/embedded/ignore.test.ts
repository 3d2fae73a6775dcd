/** `wikijql-ignore` in the comments of host files: what it leaves out, what is said of it, and where a fix writes it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { byHost, embeddedContext, embeddedDocument, languageFor } from '../../support/embedded.ts';

const mixed = 'status = Open OR key = A-1 AND votes > 3';
const why = 'wikijql-ignore mixed-and-or: it is meant';

/** The codes of the problems of a source: those of its queries, then those of its comments. */
async function codesIn(host: HostId, source: string): Promise<string> {
  const document = await embeddedDocument(host, source);
  const ofQueries = document.queries.flatMap((query, index) =>
    document.problems(index, languageFor(query), embeddedContext).map(({ problem }) => problem.code),
  );
  const ofComments = document.fileProblems(languageFor, embeddedContext).map(({ code }) => code);
  return [...ofQueries, ...ofComments].join(' ');
}

const fence = (language: string, ...lines: string[]): string =>
  ['```' + language, ...lines, '```', ''].join('\n');

// prettier-ignore
const left: Partial<Record<HostId, readonly (readonly [source: string, codes: string])[]>> = {
  python: [
    [`jql = "${mixed}"\n`, 'mixed-and-or'],
    [`# ${why}\njql = "${mixed}"\n`, ''],
    [`# ${why}\n\n# another comment\njql = "${mixed}"\n`, ''],
    [`jql = "${mixed}"  # ${why}\n`, ''],
    [`jql = """\n${mixed}\n"""  # ${why}\n`, ''],
    [`# ${why}\njql = """\n${mixed}\n"""\n`, ''],
    [`# ${why}\nx = 1\njql = "${mixed}"\n`, 'mixed-and-or unused-ignore'],
    [`# ${why}\njql = (\n    "status = Open "\n    "OR key = A-1 AND votes > 3"\n)\n`, ''],
    [`# ${why}\njira.search_issues(\n    "${mixed}"\n)\n`, ''],
    [`# ${why}\ndef f():\n    jira.search_issues("${mixed}")\n`, 'mixed-and-or unused-ignore'],
    [`x = 1  # ${why}\njql = "${mixed}"\n`, 'mixed-and-or unused-ignore'],
    [`jql = """project = A AND\n# ${why}\n${mixed}\n"""\n`, 'mixed-and-or'],
    [`# wikijql-ignore mixed-and-or\njql = "${mixed}"\n`, 'ignore-without-reason'],
    [`# wikijql-ignore\njql = "${mixed}"\n`, 'mixed-and-or ignore-without-code'],
    [`# wikijql-ignore phrase, mixed-and-or: old\njql = "${mixed}"\n`, 'unused-ignore'],
    [`# wikijql-ignore-next-line mixed-and-or: no\njql = "${mixed}"\n`, 'mixed-and-or'],
    [`# ${why}\nx = 1\n`, 'unused-ignore'],
    [`p = {\n  'action': 'query',\n  'list': 'search',\n  'srsearch': 'x',\n  # wikijql-ignore outofrange: patched\n  'srlimit': 5000,\n  'srlmit': 3,\n}\n`, 'unrecognizedparams'],
    [`# wikijql-ignore outofrange, unrecognizedparams: patched\np = {\n  'action': 'query',\n  'list': 'search',\n  'srsearch': 'x',\n  'srlimit': 5000,\n  'srlmit': 3,\n}\n`, ''],
  ],
  javascript: [
    [`// ${why}\nconst jql = \`${mixed}\`;\n`, ''],
    [`/* ${why} */\nconst jql = \`${mixed}\`;\n`, ''],
    [`const jql = '${mixed}'; // ${why}\n`, ''],
    [`const jql = '${mixed}'; /* ${why} */ f();\n`, ''],
    [`f(\n  // ${why}\n  { jql: '${mixed}' },\n);\n`, ''],
    [`const a = '// ${why}';\nconst jql = '${mixed}';\n`, 'mixed-and-or'],
  ],
  typescriptreact: [
    [`const a = <b>\n  {/* ${why} */}\n  <C jql="${mixed}" d={{ jql: '${mixed}' }} />\n</b>;\n`, ''],
  ],
  php: [
    [`<?php\n// ${why}\n$jql = '${mixed}';\n`, ''],
    [`<?php\n# ${why}\n$jql = '${mixed}';\n`, ''],
    [`<p># ${why}</p><?php\n$jql = '${mixed}';\n`, 'mixed-and-or'],
  ],
  yaml: [
    [`# ${why}\njql: ${mixed}\n`, ''],
    [`# ${why}\njql: |\n  ${mixed}\n`, ''],
    [`jql: ${mixed} # ${why}\n`, ''],
    [`jql: |\n  project = A AND\n  # ${why}\n  ${mixed}\n`, 'mixed-and-or'],
  ],
  jsonc: [
    [`{\n  // ${why}\n  "jql": "${mixed}"\n}\n`, ''],
    [`{\n  "jql": "${mixed}" /* ${why} */\n}\n`, ''],
  ],
  json: [[`{\n  // ${why}\n  "jql": "${mixed}"\n}\n`, '']],
  shellscript: [
    [`# ${why}\njira list --jql '${mixed}'\n`, ''],
    [`# ${why}\njira list \\\n  --jql '${mixed}'\n`, ''],
    [`jira list --jql '${mixed}' # ${why}\n`, ''],
    [`cat <<END\n# ${why}\nEND\njira list --jql '${mixed}'\n`, 'mixed-and-or'],
    [`echo a#${why}\njira list --jql '${mixed}'\n`, 'mixed-and-or'],
  ],
  markdown: [
    [fence('jql', '# @name a', mixed), 'mixed-and-or'],
    [`<!-- ${why} -->\n\n${fence('jql', '# @name a', mixed)}`, ''],
    [`<!-- ${why} -->\n${fence('python', `jql = "${mixed}"`)}`, ''],
    [fence('python', `# ${why}`, `jql = "${mixed}"`), ''],
    [fence('jql', '# @name a', '# @ignore mixed-and-or: meant', mixed), ''],
    [`> ${fence('python', `# ${why}`, `jql = "${mixed}"`).trim().replaceAll('\n', '\n> ')}\n`, ''],
    [`<!-- ${why} -->\n\ntext\n\n${fence('jql', '# @name a', mixed)}`, 'mixed-and-or unused-ignore'],
  ],
};

describe('a comment that ignores', () => {
  for (const [host, cases] of byHost(left))
    for (const [source, codes] of cases)
      it(`${host}: ${source}`, async () => assert.equal(await codesIn(host, source), codes));
});

/** The source after the fix of its first problem; `undefined` = none is offered. */
async function ignored(host: HostId, source: string): Promise<string | undefined> {
  const document = await embeddedDocument(host, source);
  const [query] = document.queries;
  assert(query);
  const [problem] = document.problems(0, languageFor(query), embeddedContext);
  assert(problem);
  const edits = document.ignored(problem, languageFor(query));
  return edits && applyEdits(source, edits);
}

const written = 'wikijql-ignore mixed-and-or: ';

// prettier-ignore
const fixes: Partial<Record<HostId, readonly (readonly [source: string, fixed: string | undefined])[]>> = {
  python: [
    [`jql = "${mixed}"\n`, `# ${written}\njql = "${mixed}"\n`],
    [`def f():\r\n\tjql = "${mixed}"\r\n`, `def f():\r\n\t# ${written}\r\n\tjql = "${mixed}"\r\n`],
    [`f(\n    jql="${mixed}",\n)\n`, `f(\n    # ${written}\n    jql="${mixed}",\n)\n`],
    [`def f():\n  jql = """project = A AND\n    ${mixed}\n  """\n`, `def f():\n  # ${written}\n  jql = """project = A AND\n    ${mixed}\n  """\n`],
    [`jql = \\\n  "${mixed}"\n`, `# ${written}\njql = \\\n  "${mixed}"\n`],
    [`p = {'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlmit': 5}\n`, `# wikijql-ignore unrecognizedparams: \np = {'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlmit': 5}\n`],
  ],
  javascript: [
    [`  const jql = \`\n${mixed}\`;\n`, `  // ${written}\n  const jql = \`\n${mixed}\`;\n`],
    [`f(\`\n  \${g({\n    jql: '${mixed}',\n  })}\`);\n`, `f(\`\n  \${g({\n    // ${written}\n    jql: '${mixed}',\n  })}\`);\n`],
  ],
  typescriptreact: [
    [`return (\n  <A>\n    <B c={{ jql: '${mixed}' }} />\n  </A>\n);\n`, `return (\n  // ${written}\n  <A>\n    <B c={{ jql: '${mixed}' }} />\n  </A>\n);\n`],
    [`const a = <A\n  b={{\n    jql: '${mixed}',\n  }} />;\n`, `const a = <A\n  b={{\n    // ${written}\n    jql: '${mixed}',\n  }} />;\n`],
  ],
  php: [
    [`<?php\n$jql = <<<E\n${mixed}\nE;\n`, `<?php\n// ${written}\n$jql = <<<E\n${mixed}\nE;\n`],
    [`<?php $jql = '${mixed}';\n`, undefined],
    [`<p>\n<?php $jql = '${mixed}' ?>\n</p>\n`, undefined],
  ],
  yaml: [
    [`a:\n  - jql: |\n      ${mixed}\n`, `a:\n  # ${written}\n  - jql: |\n      ${mixed}\n`],
    [`a: {\n  b: 1,\n  jql: '${mixed}' }\n`, `a: {\n  b: 1,\n  # ${written}\n  jql: '${mixed}' }\n`],
  ],
  json: [[`{\n  "jql": "${mixed}"\n}\n`, undefined]],
  jsonc: [[`{\n  "a": 1,\n  "jql": "${mixed}"\n}\n`, `{\n  "a": 1,\n  // ${written}\n  "jql": "${mixed}"\n}\n`]],
  shellscript: [
    [`if true; then\n  jira list \\\n    --jql '${mixed}'\nfi\n`, `if true; then\n  # ${written}\n  jira list \\\n    --jql '${mixed}'\nfi\n`],
    [`cat <<END\njira --jql '${mixed}'\nEND\n`, `# ${written}\ncat <<END\njira --jql '${mixed}'\nEND\n`],
    [`x="$(\n  jira list --jql '${mixed}'\n)"\n`, `# ${written}\nx="$(\n  jira list --jql '${mixed}'\n)"\n`],
  ],
  markdown: [
    [`\n${fence('jql', '# @name a', mixed)}`, `\n${fence('jql', '# @name a', '# @ignore mixed-and-or: ', mixed)}`],
    [fence('python', 'if a:', `  jql = "${mixed}"`), fence('python', 'if a:', `  # ${written}`, `  jql = "${mixed}"`)],
    [fence('json', `{"jql": "${mixed}"}`), `<!-- ${written} -->\n${fence('json', `{"jql": "${mixed}"}`)}`],
    [`> ${fence('python', `jql = "${mixed}"`).trim().replaceAll('\n', '\n> ')}\n`, undefined],
  ],
};

describe('the fix that ignores a problem', () => {
  for (const [host, cases] of byHost(fixes))
    for (const [source, fixed] of cases)
      it(`${host}: ${source}`, async () => {
        assert.equal(await ignored(host, source), fixed);
        if (fixed !== undefined) assert.match(await codesIn(host, fixed), /^ignore-without-reason/);
      });
});

// prettier-ignore
const removals: readonly (readonly [source: string, after: string])[] = [
  [`x = 1\n# ${why}\ny = 1\n`, 'x = 1\ny = 1\n'],
  [`# wikijql-ignore phrase, mixed-and-or: old\njql = "${mixed}"\n`, `# wikijql-ignore mixed-and-or: old\njql = "${mixed}"\n`],
  [`# wikijql-ignore mixed-and-or, phrase: old\njql = "${mixed}"\n`, `# wikijql-ignore mixed-and-or: old\njql = "${mixed}"\n`],
  [`jql = "project = A"  # ${why}\n`, 'jql = "project = A"\n'],
];

describe('the fix of a code that ignores nothing', () => {
  for (const [source, after] of removals)
    it(source, async () => {
      const document = await embeddedDocument('python', source);
      const [problem] = document.fileProblems(languageFor, embeddedContext);
      assert(problem);
      assert.equal(applyEdits(source, [document.withoutIgnore(problem)!]), after);
    });
});
