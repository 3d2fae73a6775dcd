import { TextDocument } from 'vscode-languageserver-textdocument';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { interleaved, milliseconds, timed } from './figures.ts';
import type { Report } from './report.ts';
import { middleParameter, queryFile } from './texts.ts';

/** The cost of an edit of 10 MB and one position lookup, in our document and in the usual one of the LSP libraries. */
export async function measureDocuments(report: Report): Promise<void> {
  const text = queryFile({ length: 10_000_000 });
  const at = { line: middleParameter(text), character: 0 };
  const insertion = { range: { start: at, end: at }, text: 'x' };
  const removal = { range: { start: at, end: { ...at, character: 1 } }, text: '' };
  const ours = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
  let usual = TextDocument.create('file:///a.wikiquery', 'wikiquery', 1, text);
  const figures = await interleaved(
    {
      'our document': () =>
        timed(() => {
          ours.update([insertion], 2);
          ours.update([removal], 3);
          ours.offsetIn(ours.blockAt(at.line), at);
        }),
      'vscode-languageserver-textdocument': () =>
        timed(() => {
          usual = TextDocument.update(usual, [insertion], 2);
          usual = TextDocument.update(usual, [removal], 3);
          usual.offsetAt(at);
        }),
    },
    60,
  );
  report.heading('Two edits of a 10 MB text and a look at it, in process, median of 60');
  for (const [name, figure] of Object.entries(figures)) report.figure(name, milliseconds(figure));
}

/** How fast queries are read and checked. */
export async function measureChecking(report: Report): Promise<void> {
  const language = createLanguages().get('wikiquery')!;
  const text = queryFile({ length: 2_000_000 });
  const context = { now: Date.now(), sites: [], defaultSite: '' };
  const pass = () => {
    const document = new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text, language.syntax);
    const { header } = document;
    return document.blocks.reduce(
      (sum, block) =>
        sum + language.service.problems({ block, scope: new Scope(block, header) }, context).length,
      0,
    );
  };
  const figures = await interleaved({ pass: () => timed(pass) }, 5);
  report.heading('Reading and checking queries, in process, median of 5');
  report.figure('2 MB of typical queries', `${(text.length / 1000 / figures['pass']!).toFixed(2)} MB/s`);
}
