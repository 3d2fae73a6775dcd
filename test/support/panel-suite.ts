/** Panels for the tests of a suite, all in one browser. A test fails if something went wrong in one of its panels. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import type { FromIssuePanel, ToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { launchChromium } from './editor/chromium.ts';
import {
  type PanelOptions,
  type PanelPage,
  type ResultsPanelPage,
  type Theme,
  openIssuePanel,
  openPanel,
} from './panel-page.ts';
import { inRoot } from './paths.ts';

type Closable = Pick<PanelPage, 'troubles' | 'close'>;

export interface PanelSuite {
  /** Opens a results panel, which is closed after the test. */
  results(theme?: Theme, size?: PanelOptions['size']): Promise<ResultsPanelPage>;
  /** Opens an issue panel, which is closed after the test. */
  issue(options?: PanelOptions): Promise<PanelPage<ToIssuePanel, FromIssuePanel>>;
}

/** Sets up a suite; must be called before its tests. */
export function panelSuite(): PanelSuite {
  const open = new Set<Closable>();
  let browser: Browser;
  let context: BrowserContext;
  before(async () => {
    browser = await launchChromium();
    context = await browser.newContext();
  });
  after(() => browser.close());
  afterEach(async () => {
    for (const panel of open) {
      await panel.close();
      assert.deepEqual(panel.troubles, []);
    }
  });
  /** A test that closes a panel itself also checks it. */
  const closed = <Panel extends Closable>(panel: Panel): Panel => {
    const suitePanel = {
      ...panel,
      close: () => {
        open.delete(suitePanel);
        return panel.close();
      },
    };
    open.add(suitePanel);
    return suitePanel;
  };
  return {
    results: async (theme = 'dark', size) => closed(await openPanel(context, inRoot('dist'), theme, size)),
    issue: async options => closed(await openIssuePanel(context, inRoot('dist'), options)),
  };
}
