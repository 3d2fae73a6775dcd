import type { Page } from 'playwright-core';
import { inCache } from './paths.ts';

/** Set by `npm test -- --pictures`. */
export const picturesVariable = 'TEST_PICTURES';

/** Set by the test run, in which nobody looks at windows, except where a file is tried again. */
export const blankVariable = 'TEST_BLANK';

/** Whether windows are painted, so that there are pictures of them. */
export const areWindowsPainted = (): boolean => process.env[blankVariable] !== 'yes';

/** Writes a picture of a page to `.cache/screenshots/NAME.png`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: inCache('screenshots', `${name}.png`) });
};

/** As `takePicture`, only where pictures of passing tests are wanted: drawing them takes time in each run. */
export const takeWantedPicture = async (page: Page, name: string): Promise<void> => {
  if (process.env[picturesVariable] === 'yes') await takePicture(page, name);
};
