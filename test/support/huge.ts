/** Texts and lists of sizes that no real response has. */
import type { Notice } from '#shared/protocol/notice.ts';
import { cases } from './depth.ts';

/** The length of a huge text: many times what the panels show of one. */
export const hugeLength = cases(150_000, 500_000);

/** Repeats a piece to a huge text. */
export const filling = (piece: string, length = hugeLength): string =>
  piece.repeat(Math.ceil(length / piece.length));

/** HTML whose elements are nested, or would be if the parser did not close them. */
export const nestedHtml = [
  '<b>',
  '<table>',
  '<li>',
  '<ul><li>',
  '<table><tr><td>',
  '<p><b>',
  '<b></i>',
  '<a href=x>',
];
/** HTML of many elements, and text that takes long to lay out. */
export const flatHtml = [
  '<br>',
  '<p>x</p>',
  '<img src=x>',
  '<i>x</i>',
  'x\u202Eع',
  '\u202E',
  '&#x202E;&amp;',
];
/** HTML without visible content. */
export const unshownHtml = ['<svg>', '<script>', '<x a=1 b=2>', '<!--', '</b>'];

export const manyNotices: readonly Notice[] = Array.from({ length: 200_000 }, (_, index) => ({
  severity: 'warning',
  code: `code${index}`,
  message: 'Unrecognized parameter.',
}));
