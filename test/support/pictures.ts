import type { Page } from 'playwright-core';
import { inCache } from './paths.ts';

/** Set by `npm test -- --pictures`. */
export const picturesVariable = 'TEST_PICTURES';

export const arePicturesWanted = (): boolean => process.env[picturesVariable] === 'yes';

/** Writes a picture of a page to `.cache/screenshots/NAME.png`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: inCache('screenshots', `${name}.png`) });
};

/** As `takePicture`, only where pictures of passing tests are wanted: drawing them takes time in each run. */
export const takeWantedPicture = async (page: Page, name: string): Promise<void> => {
  if (arePicturesWanted()) await takePicture(page, name);
};
