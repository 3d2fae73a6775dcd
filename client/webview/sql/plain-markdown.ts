/**
 * Renders the few forms of Markdown that the server writes about a word: paragraphs, bold text and code. HTML is
 * never parsed.
 */
import { element } from '../dom.ts';

const inlinePattern =
  /\*\*(?<bold>(?:\\.|[^*\\])+)\*\*|``(?<double>(?:[^`]|`(?!`))+)``|`(?<single>[^`]+)`|\\(?<escaped>.)|(?<plain>[^*`\\]+|.)/gs;

export const markdownNodes = (markdown: string): readonly Node[] =>
  markdown.split(/\n{2,}/).map(paragraph => {
    const block = /^```\w*\n(?<code>[\s\S]*?)\n```\n?(?<rest>[\s\S]*)$/.exec(paragraph)?.groups;
    if (!block) return element('p', { children: inlineNodes(paragraph) });
    const { code = '', rest = '' } = block;
    return element('div', {
      children: [element('code', { text: code }), element('p', { children: inlineNodes(rest) })],
    });
  });

function inlineNodes(text: string): readonly (Node | string)[] {
  return Array.from(text.matchAll(inlinePattern), ({ groups = {} }) => {
    const { bold, double, single, escaped, plain } = groups;
    if (bold !== undefined) return element('strong', { text: bold.replaceAll(/\\(.)/g, '$1') });
    const code = double?.trim() ?? single;
    if (code !== undefined) return element('code', { text: code });
    return escaped ?? plain ?? '';
  });
}
