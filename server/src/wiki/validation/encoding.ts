import { type Written, valueSpan } from './check.ts';

const outsideAscii = /[\u0080-\uFFFF]/;
/** Control characters except tab and line ends, lone surrogates, and noncharacters. */
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Reports characters that the wiki replaces or normalizes before it reads the value. */
export function checkEncoding({ check, node, name, text, parameter }: Written): void {
  const parts = text.startsWith('\u001F') ? text.slice(1).split('\u001F') : [text];
  if (parts.length === 1 && !outsideAscii.test(text) && !illegal.test(text)) return;
  if (parts.some(part => illegal.test(part))) {
    const message = parameter.multi && text.includes('\u001F') ? 'badutf8.separator' : 'badutf8.control';
    check.warning('badutf8', valueSpan(node), { name }, { message });
  } else if (parts.some(part => part !== part.normalize('NFC'))) {
    check.warning('badutf8', valueSpan(node), { name }, { message: 'badutf8' });
  }
}
