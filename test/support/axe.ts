/** Accessibility rules of axe-core, run in a page. */
import type { AxeResults, NodeResult } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The minified source, half as long as the package's `source`. */
const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Loads axe into a page; needed once for each document. */
export const prepareAxe = async (page: Page): Promise<void> => page.evaluate(await source);

/** The findings of axe, one line for each rule and element. `undecided` = contrasts that it could not compute. */
export interface AxeFindings {
  readonly violations: readonly string[];
  readonly undecided: readonly string[];
  /** Whether there was text whose contrast was computed. */
  readonly hasContrasts: boolean;
}

/** The rules that depend on colors. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const;

/** Runs rules of axe on a page; by default all of them. */
export async function runAxe(page: Page, rules?: readonly string[]): Promise<AxeFindings> {
  const options = {
    // No rule needs the style sheets to be loaded again.
    preload: false,
    // Rules that pass are not described.
    resultTypes: ['violations', 'incomplete'],
    selectors: false,
    ...(rules && { runOnly: rules }),
  };
  const results = await page.evaluate<Pick<AxeResults, 'violations' | 'incomplete' | 'passes'>>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return {
    violations: linesOf(results.violations),
    undecided: linesOf(
      results.incomplete
        .filter(({ id }) => id === 'color-contrast')
        .map(result => ({ ...result, nodes: result.nodes.filter(node => !isUndecidable(node)) })),
    ),
    hasContrasts: results.passes.some(({ id, nodes }) => id === 'color-contrast' && nodes.length > 0),
  };
}

/**
 * Reasons why axe cannot compute a contrast that is checked elsewhere: single characters, which may be drawings, and
 * covered text.
 */
const undecidable: readonly string[] = [
  'shortTextContent',
  'nonBmp',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
];

/** Whether an element is the text of a drawing, whose contrast the tests of charts compute. */
const isDrawnText = ({ html }: NodeResult): boolean => html.startsWith('<text ');

const isUndecidable = (node: NodeResult): boolean =>
  isDrawnText(node) ||
  node.any.some(({ data }) => {
    const contrast: unknown = data;
    return (
      typeof contrast === 'object' &&
      contrast !== null &&
      'messageKey' in contrast &&
      undecidable.some(key => key === contrast.messageKey)
    );
  });

const linesOf = (results: AxeResults['violations']): readonly string[] =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message);
      return `${id}: ${html.slice(0, 160)}: ${reasons.join(' ')}`;
    }),
  );
