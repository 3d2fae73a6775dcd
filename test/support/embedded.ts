import assert from 'node:assert/strict';
import type { CheckedLanguage } from '../../server/src/query-file/checking/check-document.ts';
import { EmbeddedDocument } from '../../server/src/embedded/embedded-document.ts';
import { checkHostText } from '../../server/src/embedded/host-text.ts';
import type { EmbeddedQuery } from '../../server/src/embedded/embedded-query.ts';
import type { HostLanguage } from '../../server/src/embedded/hosts/host-language.ts';
import { type HostId, hostIds, loadHost } from '../../server/src/embedded/hosts/hosts.ts';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { QueryContext } from '../../server/src/query-file/language/language-service.ts';

const languages = createLanguages();

/** A context without a site, at a fixed time. */
export const embeddedContext: QueryContext = { now: Date.UTC(2026, 0, 15), sites: [], defaultSite: '' };

export const languageFor = ({ language }: EmbeddedQuery): CheckedLanguage => languages.get(language)!;

const hosts = new Map<HostId, HostLanguage>();

/** A text of a host language with its queries. */
export async function embeddedDocument(host: HostId, source: string): Promise<EmbeddedDocument> {
  const language = hosts.get(host) ?? (await loadHost(host));
  assert(language);
  hosts.set(host, language);
  return new EmbeddedDocument(source, language);
}

/** The texts of the queries in a source. */
export async function queriesIn(host: HostId, source: string): Promise<string[]> {
  const { queries } = await embeddedDocument(host, source);
  return queries.map(({ text }) => text.text);
}

/** The problems of a source: their codes, and the texts that they are about. */
export async function problemsIn(host: HostId, source: string): Promise<string[]> {
  const document = await embeddedDocument(host, source);
  return document.queries.flatMap((query, index) =>
    document
      .problems(index, languageFor(query), embeddedContext)
      .map(({ problem, span }) => `${problem.code} ${source.slice(span.start, span.end)}`),
  );
}

/** A source after every fix of its problems, each alone, by title. */
export async function fixesIn(host: HostId, source: string): Promise<ReadonlyMap<string, string>> {
  const document = await embeddedDocument(host, source);
  const fixed = new Map<string, string>();
  for (const [index, query] of document.queries.entries()) {
    const language = languageFor(query);
    for (const problem of document.problems(index, language, embeddedContext)) {
      for (const fix of document.fixes(problem, language, embeddedContext))
        fixed.set(language.wording(fix.title, fix.arguments), applyEdits(source, fix.edits));
    }
  }
  return fixed;
}

export const load = async (id: string): Promise<CheckedLanguage> => languages.get(id)!;

/** A source with the preferred fixes of its queries, once. */
export async function fixedOnce(host: HostId, source: string): Promise<string> {
  const { preferredFixes } = await checkHostText(load, host, source, embeddedContext);
  return applyEdits(source, preferredFixes().edits);
}

/** A table by host language, as pairs. */
export const byHost = <Cases>(table: Partial<Record<HostId, Cases>>): readonly (readonly [HostId, Cases])[] =>
  hostIds.flatMap(host => {
    const cases = table[host];
    return cases === undefined ? [] : [[host, cases] as const];
  });

function notebookOf(...lines: readonly string[]): string {
  const cells = [{ cell_type: 'code', source: lines }];
  return JSON.stringify({ cells, metadata: { kernelspec: { language: 'python' } } }, null, 1);
}

/** A text with `QUERY` in each quoting of each host, some with other queries around it. */
export const jqlQuotings: readonly (readonly [host: HostId, source: string])[] = [
  ['python', `a(jql='key = A-1')\njql = 'QUERY'\nb(jql='key = B-1')`],
  ['python', `jql = "QUERY"\n`],
  ['python', `jql = """QUERY"""\n`],
  ['python', `jql = f'QUERY'\n`],
  ['python', `jql = r'QUERY'\n`],
  ['javascript', `f({ jql: 'QUERY' }); g({ jql: 'key = B-1' });`],
  ['javascript', `const jql = "QUERY";`],
  ['typescript', 'const jql: string = `QUERY`;'],
  ['php', `<?php $jql = 'QUERY'; $x = [ 'jql' => "key = B-1" ];`],
  ['php', `<?php $jql = "QUERY";`],
  ['php', `<?php $jql = <<<X\nQUERY\nX;`],
  ['php', `<?php $jql = <<<'X'\nQUERY\nX;`],
  ['yaml', `a:\n  jql: QUERY\nb:\n  jql: key = B-1\n`],
  ['yaml', `jql: 'QUERY'\n`],
  ['yaml', `jql: "QUERY"\n`],
  ['yaml', `jql: >\n  QUERY\nnext: 1\n`],
  ['yaml', `jql: |-\n  QUERY\n`],
  ['json', `{"jql": "QUERY", "b": {"jql": "key = B-1"}}`],
  ['shellscript', `x --jql 'QUERY'; y --jql 'key = B-1'`],
  ['shellscript', `x --jql "QUERY"`],
  ['java', `f.setJql("QUERY"); g.setJql("key = B-1");`],
  ['java', `String jql = """\n  QUERY\n  """;`],
  ['kotlin', `val jql = "QUERY"`],
  ['kotlin', `val jql = """ QUERY """`],
  ['csharp', `var jql = @"QUERY"; var b = new { Jql = "key = B-1" };`],
  ['csharp', `var jql = $"QUERY";`],
  ['csharp', `var jql = $@"QUERY";`],
  ['csharp', `var jql = """ QUERY """;`],
  ['go', 'jql := `QUERY`'],
  ['go', `jql := "QUERY"`],
  ['ruby', `jql = 'QUERY'; jql = "key = B-1"`],
  ['ruby', `jql = "QUERY"`],
  ['ruby', `f jql: <<~X, b: 1\n  QUERY\nX\n`],
  ['rust', `let jql = "QUERY";`],
  ['rust', `let jql = r#"QUERY"#;`],
  ['swift', `let jql = "QUERY"`],
  ['groovy', `def jql = 'QUERY'`],
  ['groovy', `def jql = "QUERY"`],
  ['powershell', `$jql = "QUERY"; $jql = 'key = B-1'`],
  ['powershell', `$jql = 'QUERY'`],
  ['powershell', `$jql = @"\nQUERY\n"@`],
  ['perl', `$jql = "QUERY"; $jql = 'key = B-1';`],
  ['perl', `$jql = 'QUERY';`],
  ['perl', `$jql = q{QUERY};`],
  ['dotenv', `A=1\nJQL=QUERY\nB=2\n`],
  ['dotenv', `JQL="QUERY"\n`],
  ['markdown', '# A\n\n```jql\nQUERY\n```\n'],
  ['markdown', '> ```py\n> f(jql="QUERY")\n> ```\n'],
  ['javascriptreact', `const a = <A rows={f({ jql: 'QUERY' })} />;`],
  ['html', `<script>\nf({ jql: 'QUERY' });\n</script>\n`],
  ['vue', `<template></template>\n<script setup>\nconst jql = "QUERY";\n</script>\n`],
  ['jupyter', notebookOf(`jql = 'QUERY'\n`)],
  ['jupyter', notebookOf(`x = 1\n`, `f(jql="QUERY",\n`, `  g(jql='key = B-1'))\n`)],
];

/** The address of a wiki request with `QUERY` in texts of each host. */
export const wikiQuotings: readonly (readonly [host: HostId, source: string])[] = [
  ['python', 'requests.get("https://w.example/w/api.php?QUERY")'],
  ['javascript', 'fetch("https://w.example/w/api.php?QUERY");'],
  ['typescript', 'const url: string = `https://w.example/w/api.php?QUERY`;'],
  ['php', '<?php $url = "https://w.example/w/api.php?QUERY";'],
  ['json', '{"url": "https://w.example/w/api.php?QUERY"}'],
  ['yaml', 'url: "https://w.example/w/api.php?QUERY"'],
  ['shellscript', 'curl "https://w.example/w/api.php?QUERY"'],
  ['java', 'get("https://w.example/w/api.php?QUERY");'],
  ['go', 'url := "https://w.example/w/api.php?QUERY"'],
  ['ruby', "get 'https://w.example/w/api.php?QUERY'"],
  ['rust', 'get("https://w.example/w/api.php?QUERY")'],
  ['markdown', '```wikiquery\n?QUERY\n```\n'],
  ['markdown', '| a | b |\n| - | - |\n| `?QUERY` | `key = A\\|B` |\n'],
  ['jupyter', notebookOf('requests.get("https://w.example/w/api.php?QUERY")\n')],
  ['html', '<script>fetch("https://w.example/w/api.php?QUERY");</script>'],
];

type Pairs = readonly (readonly [name: string, value: string])[];

const quoted = (text: string): string => JSON.stringify(text);
const inSingleQuotes = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
const entries = (pairs: Pairs, write: (name: string, value: string) => string, separator = ', '): string =>
  [['action', 'query'] as const, ...pairs].map(pair => write(...pair)).join(separator);

/** A wiki request with its parameters as names and values of each host. */
export const wikiEntries: readonly (readonly [host: HostId, source: (pairs: Pairs) => string])[] = [
  [
    'python',
    pairs => `s.get(url, params={${entries(pairs, (name, value) => `${quoted(name)}: ${quoted(value)}`)}})`,
  ],
  [
    'python',
    pairs => `p = dict(\n    ${entries(pairs, (name, value) => `${name}=${quoted(value)}`, ',\n    ')},\n)`,
  ],
  [
    'python',
    pairs => `p = {}\n${entries(pairs, (name, value) => `p[${quoted(name)}] = ${quoted(value)}`, '\n')}\n`,
  ],
  [
    'javascript',
    pairs => `api.get({\n\t${entries(pairs, (name, value) => `${name}: ${quoted(value)}`, ',\n\t')}\n});`,
  ],
  [
    'typescript',
    pairs =>
      `const p = new URLSearchParams({ ${entries(pairs, (name, value) => `${name}: ${inSingleQuotes(value)}`)} });`,
  ],
  [
    'php',
    pairs =>
      `<?php $p = [ ${entries(pairs, (name, value) => `${inSingleQuotes(name)} => ${inSingleQuotes(value)}`)} ];`,
  ],
  ['json', pairs => `{"a": {${entries(pairs, (name, value) => `${quoted(name)}: ${quoted(value)}`)}}}`],
  ['yaml', pairs => `a:\n  ${entries(pairs, (name, value) => `${name}: ${quoted(value)}`, '\n  ')}\n`],
  [
    'jupyter',
    pairs =>
      notebookOf(`p = {${entries(pairs, (name, value) => `${quoted(name)}: ${inSingleQuotes(value)}`)}}\n`),
  ],
];
