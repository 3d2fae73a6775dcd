/** How charts look in the editor's theme. */
import type { ChartLook } from '../../../server/src/charts/chart-options.ts';

const chartColors = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];
/** How much of the background there is in the second half of the colors. */
const paler = 0.45;

/** What the theme says by now, for the chart in an element. */
export function chartLook(host: Element): ChartLook {
  const own = getComputedStyle(host);
  const color = (name: string, otherwise: string): string => own.getPropertyValue(name).trim() || otherwise;
  const foreground = color('--vscode-foreground', own.color);
  const background = color('--vscode-editor-background', 'transparent');
  const contrast = color('--vscode-contrastBorder', '');
  const quiet = contrast ? foreground : color('--vscode-descriptionForeground', foreground);
  const palette = chartColors.map(name => color(name, foreground));
  return {
    foreground,
    quiet,
    line: contrast || color('--vscode-panel-border', quiet),
    background,
    palette: [...palette, ...palette.map(each => mixed(each, background))],
    font: own.fontFamily,
    hasPatterns: contrast !== '',
    isAnimated: !matchMedia('(prefers-reduced-motion: reduce)').matches && !isCalm(),
  };
}

/** The editor's own setting asks to avoid motion. */
const isCalm = (): boolean => document.body.classList.contains('vscode-reduce-motion');

/** Calls back when the theme changes. Returns how to end that. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** A color with some of another in it; a color in a notation without numbers stays as it is. */
function mixed(color: string, other: string): string {
  const [one, two] = [numbersOf(color), numbersOf(other)];
  if (!one || !two) return color;
  const parts = one.map((part, index) => Math.round(part * (1 - paler) + (two[index] ?? part) * paler));
  return `rgb(${parts.join(', ')})`;
}

/** Red, green and blue. */
function numbersOf(color: string): readonly number[] | undefined {
  const [, hex] = /^#([\da-f]{6})/i.exec(color) ?? [];
  if (hex !== undefined) return [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  const [, list] = /^rgba?\(([^)]*)\)/.exec(color) ?? [];
  const numbers =
    list
      ?.split(/[\s,/]+/)
      .map(Number)
      .slice(0, 3) ?? [];
  return numbers.length === 3 && numbers.every(Number.isFinite) ? numbers : undefined;
}
