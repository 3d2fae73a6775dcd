/** The colors and fonts of charts in the editor's theme. */
import type { ChartLook } from '../../../server/src/results/charts/chart-options.ts';

const chartColors = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];
/** The share of the background in the second half of the colors. */
const paler = 0.45;

/** The current look for the chart in an element. */
export function chartLook(host: Element): ChartLook {
  const style = getComputedStyle(host);
  const color = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const foreground = color('--vscode-foreground', style.color);
  const background = color('--vscode-editor-background', 'transparent');
  const contrast = color('--vscode-contrastBorder', '');
  const quiet = contrast ? foreground : color('--vscode-descriptionForeground', foreground);
  const palette = chartColors.map(name => color(name, foreground));
  return {
    foreground,
    quiet,
    line: contrast || color('--vscode-panel-border', quiet),
    background,
    palette: [...palette, ...palette.map(hue => mixed(hue, background))],
    font: style.fontFamily,
    hasPatterns: contrast !== '',
    isAnimated: !matchMedia('(prefers-reduced-motion: reduce)').matches && !isCalm(),
  };
}

/** Whether the editor's setting asks to reduce motion. */
const isCalm = (): boolean => document.body.classList.contains('vscode-reduce-motion');

/** Calls back when the theme changes. Returns a function that ends this. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Mixes a color into another; a color in a notation without numbers is unchanged. */
function mixed(color: string, other: string): string {
  const [one, two] = [numbersOf(color), numbersOf(other)];
  if (!one || !two) return color;
  const parts = one.map((part, index) => Math.round(part * (1 - paler) + (two[index] ?? part) * paler));
  return `rgb(${parts.join(', ')})`;
}

/** The red, green and blue of a color; `undefined` = the notation has no numbers. */
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
