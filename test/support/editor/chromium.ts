import { type Browser, chromium } from 'playwright-core';
import { areWindowsPainted } from '../pictures.ts';
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

/** It asks nothing of the network by itself. */
const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** It draws by itself. */
const paintingFlags: readonly string[] = ['--disable-gpu'];

/**
 * Windows are laid out and composed, but none of their pixels are painted, which takes a quarter of the time where there is
 * no graphics card; what a window draws on a canvas of its own is. Nothing moves in them, as each step would be composed.
 */
const blankFlags: readonly string[] = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gl-drawing-for-tests',
  '--disable-accelerated-2d-canvas',
  '--force-prefers-reduced-motion',
];

/** How a browser for windows of the editor is started. */
export const windowFlags = (): readonly string[] => [
  ...quietFlags,
  ...(areWindowsPainted() ? paintingFlags : blankFlags),
];

/**
 * Starts a Chromium without a window and without a profile, that asks nothing of the network by itself.
 *
 * @param flags default: it draws by itself
 */
export const launchChromium = (
  flags: readonly string[] = [...quietFlags, ...paintingFlags],
): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`No Chromium on the path (${names.join(', ')})`);
  return chromium.launch({
    executablePath,
    args: [...flags],
  });
};
