import { styleText } from 'node:util';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Severity } from '#shared/base/text/problem.ts';
import type { Finding } from '../finding.ts';
import type { OutputFormat } from './output-format.ts';

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<Severity, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'gray',
};

/** A line for each finding, the line that it is about, and a mark below it. */
export function textFormat(hasColor: boolean): OutputFormat {
  const painted = (style: Style, text: string): string =>
    hasColor ? styleText(style, text, { validateStream: false }) : text;
  const findingText = ({
    file,
    line,
    column,
    endLine,
    endColumn,
    severity,
    code,
    message,
    source,
  }: Finding): string => {
    const place = painted('bold', `${visibleLine(file)}:${line}:${column}:`);
    const head = `${place} ${painted(styles[severity], severity)}: ${visibleLine(message)} ${painted('gray', `(${code})`)}\n`;
    const length = (endLine === line ? endColumn : source.length + 1) - column;
    const indent = source.slice(0, column - 1).replaceAll(/\S/gu, ' ');
    const underline = painted(
      styles[severity],
      '~'.repeat(Math.max(1, Math.min(length, source.length + 1 - column))),
    );
    return column > source.length + 1 ? head : `${head}    ${source}\n    ${indent}${underline}\n`;
  };
  return {
    head: () => '',
    file: ({ findings }) => findings.map(findingText).join(''),
    unread: () => '',
    foot: () => '',
    hasFixes: false,
  };
}
