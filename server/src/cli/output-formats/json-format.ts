import type { Finding } from '../finding.ts';
import type { OutputFormat } from './output-format.ts';

const entryOf = ({ fixes, source: _source, text: _text, isKnown: _isKnown, ...finding }: Finding) => ({
  ...finding,
  fixes: fixes.map(({ title, preferred }) => ({ title, preferred })),
});

/** One object, with a finding in each line. */
export function jsonFormat(): OutputFormat {
  let isFirst = true;
  const findingText = (finding: Finding): string => {
    const separator = isFirst ? '\n  ' : ',\n  ';
    isFirst = false;
    return separator + JSON.stringify(entryOf(finding));
  };
  return {
    head: () => '{"findings":[',
    file: ({ findings }) => findings.map(findingText).join(''),
    unread: () => '',
    foot: ({ files, queries, known: leftOut }) => {
      const ofBaseline = leftOut === undefined ? '' : `,"known":${leftOut}`;
      return `${isFirst ? '' : '\n'}],"files":${files},"queries":${queries}${ofBaseline}}\n`;
    },
    hasFixes: true,
  };
}
