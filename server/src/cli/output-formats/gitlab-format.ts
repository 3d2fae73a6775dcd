import type { Severity } from '#shared/base/text/problem.ts';
import { visibleLines } from '#shared/base/visible-text.ts';
import type { Finding, UnreadFile } from '../finding.ts';
import { portable } from '../fingerprints.ts';
import type { OutputFormat } from './output-format.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

const issueOf = ({ file, line, endLine, severity, code, message, fingerprint }: Finding) => ({
  description: visibleLines(message),
  check_name: code,
  fingerprint,
  severity: severities[severity],
  location: { path: portable(file), lines: { begin: line, end: endLine } },
});

const issueOfUnread = ({ file, failure }: UnreadFile) => ({
  description: visibleLines(failure),
  check_name: 'unread',
  fingerprint: `unread ${portable(file)}`,
  severity: 'critical',
  location: { path: portable(file), lines: { begin: 1 } },
});

/** The report of code quality that GitLab shows beside a merge request: one array. */
export function gitlabFormat(): OutputFormat {
  let isFirst = true;
  const issueText = (issue: object): string => {
    const separator = isFirst ? '\n  ' : ',\n  ';
    isFirst = false;
    return separator + JSON.stringify(issue);
  };
  return {
    head: () => '[',
    file: ({ findings }) => findings.map(finding => issueText(issueOf(finding))).join(''),
    unread: unread => issueText(issueOfUnread(unread)),
    foot: () => (isFirst ? ']\n' : '\n]\n'),
    hasFixes: false,
  };
}
