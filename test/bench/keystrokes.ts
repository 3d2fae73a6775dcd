import type { Position } from 'vscode-languageserver-types';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { interleaved, type Measures, milliseconds, timed } from './figures.ts';
import type { Report } from './report.ts';
import { firstParameter, type Language, middleParameter, queryFile, type TextOptions } from './texts.ts';

const small = '10 KB';
const wrong: Readonly<Record<Language, string>> = { wikiquery: 'bogus=1', jql: 'bogus' };
const filesOf = (language: Language): Readonly<Record<string, TextOptions>> => ({
  [small]: { length: 10_000 },
  '1 MB': { length: 1_000_000 },
  '1 MB, an error in each query': { length: 1_000_000, extra: wrong[language] },
  '10 MB': { length: 10_000_000 },
  '10 MB, an error in each query': { length: 10_000_000, extra: wrong[language] },
  '10 MB, CRLF': { length: 10_000_000, lineEnd: '\r\n' },
});
/** Files whose keystrokes must cost no more than those of the small one, but for this many milliseconds or twice the time. */
const bounded: ReadonlySet<string> = new Set(['1 MB', '10 MB', '10 MB, CRLF']);
const margin = 3;

const rounds = 60;

interface Typing {
  readonly client: LanguageClient;
  readonly uri: string;
  readonly at: Position;
  /** Waits for the diagnostics of what was typed last. */
  readonly diagnosed: () => Promise<unknown>;
}

/** Measures taken on each file: the name, and one keystroke with its effect, which is then undone. */
const kinds: Readonly<Record<string, (typing: Typing) => Promise<number>>> = {
  'a character → diagnostics': typing => keystroke(typing, 'x', typing.diagnosed),
  'a new line → diagnostics': typing => keystroke(typing, '\n', typing.diagnosed),
  'a new query → diagnostics': typing => keystroke(typing, '\n### New\n', typing.diagnosed),
  'a character → completion': typing =>
    keystroke(typing, 'x', () => typing.client.complete(typing.uri, { ...typing.at, character: 1 })),
  'a character → hover': typing =>
    keystroke(typing, 'x', () =>
      typing.client.ask('textDocument/hover', typing.uri, { position: typing.at }),
    ),
};

async function keystroke(
  { client, uri, at, diagnosed }: Typing,
  text: string,
  answered: () => Promise<unknown>,
): Promise<number> {
  const figure = await timed(async () => {
    await client.change(uri, at, at, text);
    await answered();
  });
  const lines = text.split('\n');
  const end =
    lines.length === 1
      ? { ...at, character: at.character + text.length }
      : { line: at.line + lines.length - 1, character: lines.at(-1)!.length };
  await client.change(uri, at, end, '');
  await diagnosed();
  return figure;
}

/** Times from a keystroke to what the editor shows, in files of several sizes beside each other. */
export async function measureKeystrokes(report: Report, language: Language): Promise<void> {
  for (const pull of [false, true]) {
    await using client = await startLanguageClient({ pull });
    const typings = new Map<string, Typing>();
    for (const [name, options] of Object.entries(filesOf(language))) {
      const text = queryFile({ ...options, language });
      const uri = await client.open(text, language);
      const diagnosed = () => (pull ? client.pulled(uri) : client.published(uri));
      await diagnosed();
      const near = name.startsWith('10 KB') ? firstParameter : middleParameter(text);
      typings.set(name, { client, uri, at: { line: near, character: 0 }, diagnosed });
    }
    for (const [kind, measure] of Object.entries(kinds)) {
      const measures: Measures = Object.fromEntries(
        [...typings].map(([name, typing]) => [name, () => measure(typing)]),
      );
      const figures = await interleaved(measures, rounds);
      report.heading(`.${language}: ${kind} (${pull ? 'asked for' : 'sent'}), median of ${rounds}`);
      const least = figures[small]!;
      for (const [name, figure] of Object.entries(figures)) {
        if (bounded.has(name)) report.bound(name, figure, Math.max(2 * least, least + margin), milliseconds);
        else report.figure(name, milliseconds(figure));
      }
    }
  }
}
