/** Checks and fixes the queries in files of other languages. */
import type { CheckedLanguage } from '../checking/checked-language.ts';
import { EmbeddedDocument, type EmbeddedProblem } from '../embedded/embedded-document.ts';
import { preferredHostFixes } from '../embedded/embedded-fixes.ts';
import { hasMarker } from '../common/embedded-hosts.ts';
import { loadHost } from '../embedded/hosts.ts';
import { applyEdits } from '../language/apply-edits.ts';
import type { QueryContext } from '../language/service.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { reportWordBy } from '../runbooks/report-words.ts';
import { type CheckedFile, type Finding, lineOf, placeOf } from './finding.ts';

/** Rounds of fixes in one file. */
const mostRounds = 10;

type LoadChecked = (id: string) => Promise<CheckedLanguage>;

/** The dependencies for checking files of other languages. */
export interface EmbeddedOptions {
  readonly context: QueryContext;
  readonly offersFixes: boolean;
}

/** The queries in a text of a host language; `undefined` = it is not checked. */
async function embeddedIn(hostId: string, text: string): Promise<EmbeddedDocument | undefined> {
  const host = hasMarker(text) ? await loadHost(hostId) : undefined;
  const document = host && new EmbeddedDocument(text, host);
  return document?.isEmpty === false ? document : undefined;
}

/** Checks the queries in a file of another language. */
export async function checkEmbedded(
  file: string,
  hostId: string,
  text: string,
  load: LoadChecked,
  { context, offersFixes }: EmbeddedOptions,
): Promise<CheckedFile> {
  const document = await embeddedIn(hostId, text);
  if (document === undefined) return { file, queries: [], findings: [], fixed: 0 };
  const lines = new QueryDocument(file, hostId, 1, text, { separators: () => [] });
  const placed = lines.placed(0);
  const findings: Finding[] = document.fileProblems.map(({ code, severity, span, arguments: args }) => {
    const place = placeOf(lines, placed, span);
    const message = reportWordBy(code, args);
    return {
      file,
      query: '',
      ...place,
      severity,
      code,
      message,
      source: lineOf(placed, place.line),
      fixes: [],
    };
  });
  for (const [index, query] of document.queries.entries()) {
    const language = await load(query.language);
    const { wording } = language;
    for (const embeddedProblem of document.problems(index, language, context)) {
      const { problem } = embeddedProblem;
      const place = placeOf(lines, placed, embeddedProblem.span);
      const fixes = offersFixes ? document.fixes(embeddedProblem, language, context) : [];
      findings.push({
        file,
        query: String(index + 1),
        ...place,
        severity: problem.severity,
        code: problem.code,
        message: wording(problem.message ?? problem.code, problem.arguments),
        source: lineOf(placed, place.line),
        fixes: fixes.map(fix => ({
          title: wording(fix.title, fix.arguments),
          preferred: fix.preferred === true,
          edits: fix.edits.map(({ span, newText }) => ({ ...placeOf(lines, placed, span), text: newText })),
        })),
      });
    }
  }
  return { file, queries: document.queries.map((_, index) => String(index + 1)), findings, fixed: 0 };
}

/** A text of a host language with the preferred fixes of its queries made until there are no more, and how many were made. */
export async function fixEmbedded(
  hostId: string,
  text: string,
  load: LoadChecked,
  context: QueryContext,
): Promise<{ readonly text: string; readonly fixed: number }> {
  let current = text;
  let fixed = 0;
  for (let round = 0; round < mostRounds; round++) {
    const document = await embeddedIn(hostId, current);
    if (document === undefined) break;
    const made = [];
    for (const [index, query] of document.queries.entries()) {
      const language = await load(query.language);
      const problems: readonly EmbeddedProblem[] = document.problems(index, language, context);
      made.push(preferredHostFixes(document, index, problems, language, context));
    }
    const next = applyEdits(
      current,
      made.flatMap(({ edits }) => edits),
    );
    if (next === current) break;
    fixed += made.reduce((sum, { count }) => sum + count, 0);
    current = next;
  }
  return { text: current, fixed };
}
