/** The output of the runner: plain lines that read well in a log, and a progress line on a terminal. */
import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });
const isWatched = process.stdout.isTTY && process.env['CI'] !== 'true';

const clear = (): void => {
  if (isWatched) process.stdout.write('\r\u001b[K');
};

const line = (text: string): void => {
  clear();
  process.stdout.write(`${text}\n`);
};

/** Colours that a program wrote stay only where a terminal shows them. */
const indent = (text: string): string => {
  const shown = process.stdout.isTTY ? text : stripVTControlCharacters(text);
  return shown.trimEnd().replaceAll(/^/gm, '    ');
};

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** A line that the next one overwrites; nothing in a log. */
export const progress = (text: string): void => {
  if (!isWatched) return;
  clear();
  const width = process.stdout.columns || 80;
  process.stdout.write(styled('dim', `  ${text.replaceAll(/\s+/g, ' ')}`.slice(0, width - 1)));
};

export const heading = (text: string): void => line(styled('bold', text));
export const good = (text: string): void => line(`${styled('green', '✔')} ${text}`);
export const note = (text: string): void => line(styled('dim', `  ${text}`));
export const skipped = (text: string): void => line(`${styled('yellow', '○')} ${text}`);
export const plain = line;

/** A failure with its details, indented below it. */
export const bad = (text: string, details = ''): void => {
  line(`${styled('red', '✖')} ${styled('bold', text)}`);
  if (details.trim() !== '') line(indent(details));
};
