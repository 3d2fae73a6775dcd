import type { Page } from 'playwright-core';
import { inCache } from './paths.ts';

/** Set by `npm test -- --pictures`. */
export const picturesVariable = 'TEST_PICTURES';

/** Set by the test run, which shows no windows, except when a file is retried. */
export const blankVariable = 'TEST_BLANK';

/** Whether windows are painted, so that pictures can be taken. */
export const areWindowsPainted = (): boolean => process.env[blankVariable] !== 'yes';

/** Writes a picture of a page to `.cache/screenshots/NAME.png`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: inCache('screenshots', `${name}.png`) });
};

/** Like `takePicture`, but only if pictures of passing tests are requested: they take time in each run. */
export const takeWantedPicture = async (page: Page, name: string): Promise<void> => {
  if (process.env[picturesVariable] === 'yes') await takePicture(page, name);
};
