import { visibleLines } from '#shared/base/visible-text.ts';
import type { Severity } from '#shared/base/text/problem.ts';
import type { OutputFormat } from './output-format.ts';

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

const escapes: Readonly<Record<string, string>> = {
  '%': '%25',
  '\r': '%0D',
  '\n': '%0A',
  ':': '%3A',
  ',': '%2C',
};
const data = (text: string): string =>
  visibleLines(text).replaceAll(/[%\r\n]/g, character => escapes[character]!);
const property = (text: string): string =>
  visibleLines(text).replaceAll(/[%\r\n:,]/g, character => escapes[character]!);

/** Annotations as the runner of GitHub Actions reads them: its "workflow commands". */
export const githubFormat = (): OutputFormat => ({
  head: () => '',
  file: ({ findings }) =>
    findings
      .map(({ file, line, endLine, column, endColumn, severity, code, message }) => {
        // The runner takes columns only for a place within one line.
        const columns = line === endLine ? `,col=${column},endColumn=${endColumn}` : '';
        const place = `file=${property(file.replaceAll('\\', '/'))},line=${line},endLine=${endLine}${columns}`;
        return `::${commands[severity]} ${place},title=${property(code)}::${data(message)}\n`;
      })
      .join(''),
  unread: ({ file, failure }) => `::error file=${property(file.replaceAll('\\', '/'))}::${data(failure)}\n`,
  foot: () => '',
  hasFixes: false,
});
