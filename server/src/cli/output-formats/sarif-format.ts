/** Findings as SARIF 2.1.0. */
import type { Severity } from '#shared/base/text/problem.ts';
import { pagesAbout, problemText } from '../../query-file/checking/problem-pages.ts';
import type { Place } from '../../query-file/checking/worded-problem.ts';
import type { Finding } from '../finding.ts';
import type { OutputFormat } from './output-format.ts';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

const uriOf = (file: string): string =>
  file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');

const regionOf = ({ line, column, endLine, endColumn }: Place) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

function resultOf(finding: Finding) {
  const artifactLocation = { uri: uriOf(finding.file) };
  return {
    ruleId: finding.code,
    level: levels[finding.severity],
    message: { text: finding.message },
    ...(finding.fingerprint !== undefined && { partialFingerprints: { 'wikijql/v1': finding.fingerprint } }),
    ...(finding.isKnown !== undefined && { baselineState: finding.isKnown ? 'unchanged' : 'new' }),
    locations: [
      {
        physicalLocation: { artifactLocation, region: regionOf(finding) },
        ...(finding.query !== '' && { logicalLocations: [{ name: finding.query }] }),
      },
    ],
    ...(finding.fixes.length > 0 && {
      fixes: finding.fixes.map(({ title, edits }) => ({
        description: { text: title },
        artifactChanges: [
          {
            artifactLocation,
            replacements: edits.map(({ text, ...place }) => ({
              deletedRegion: regionOf(place),
              insertedContent: { text },
            })),
          },
        ],
      })),
    }),
  };
}

/** A rule with the page about it; a site’s own code has none. */
function ruleOf(id: string) {
  const pages = pagesAbout(id);
  const [first] = pages;
  if (first === undefined) return { id };
  return {
    id,
    shortDescription: { text: first.meaning },
    fullDescription: { text: pages.map(({ meaning, why }) => `${meaning} ${why}`).join(' ') },
    help: { text: problemText(id), markdown: problemText(id, '# ') },
    defaultConfiguration: { level: levels[first.severity] },
  };
}

/** SARIF 2.1.0, written as it goes: the results come first, the rules that they name after them. */
export function sarifFormat(version: string): OutputFormat {
  const rules = new Set<string>();
  const unread: string[] = [];
  let isFirst = true;
  const findingText = (finding: Finding): string => {
    const separator = isFirst ? '\n' : ',\n';
    isFirst = false;
    rules.add(finding.code);
    return separator + JSON.stringify(resultOf(finding));
  };
  return {
    head: () =>
      '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[',
    file: ({ findings }) => findings.map(findingText).join(''),
    unread: ({ failure }) => {
      if (unread.length < maxNotifications) unread.push(failure);
      return '';
    },
    foot: () => {
      const driver = { name: 'wikijql', version, rules: Array.from(rules, ruleOf) };
      const invocations = [
        {
          executionSuccessful: unread.length === 0,
          toolExecutionNotifications: unread.map(text => ({ level: 'error', message: { text } })),
        },
      ];
      return `\n],"invocations":${JSON.stringify(invocations)},"tool":${JSON.stringify({ driver })}}]}\n`;
    },
    hasFixes: true,
    hasKnown: true,
  };
}

/** Files that could not be read are named up to here. */
const maxNotifications = 1000;
