import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../programs.ts';

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The machine's Chromium; `undefined` = none. */
export const findChromium = (): string | undefined => findProgram(...names);

/** It draws by itself, and asks nothing of the network by itself. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a Chromium without a window and without a profile, that asks nothing of the network by itself. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`No Chromium on the path (${names.join(', ')})`);
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags],
  });
};
