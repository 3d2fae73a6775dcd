/** Accessibility rules of axe-core, run in a page. */
import type { AxeResults, NodeResult } from 'axe-core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Half as long as what the package calls its source. */
const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Makes axe available in a page; once for each document. */
export const prepareAxe = async (page: Page): Promise<void> => page.evaluate(await source);

/** What axe found, a line for each rule and element. `undecided` = contrast that it could not compute. */
export interface AxeFindings {
  readonly violations: readonly string[];
  readonly undecided: readonly string[];
  /** Whether there was text whose contrast was computed. */
  readonly hasContrasts: boolean;
}

/** The rules that depend on colors. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const;

/** Runs rules of axe on what the page shows: by default all of them. */
export async function runAxe(page: Page, rules?: readonly string[]): Promise<AxeFindings> {
  const options = {
    // Reads style sheets anew, which no rule needs here.
    preload: false,
    // What passes is not described, and nothing by a selector of its own.
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

/** Single characters, which may be drawings, and what another element covers: the like of it is judged elsewhere. */
const undecidable: readonly string[] = [
  'shortTextContent',
  'nonBmp',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
];

/** The text of a drawing, whose contrast the tests of charts compute. */
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
