/** Reads the colors of the editor's own themes into test/support/themes.json: `node test/tools/read-themes.ts`. */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEditor } from '../support/editor.ts';
import { inRoot } from '../support/paths.ts';

/** The settings and the files of the themes, by the names that the tests use. */
const themes = {
  dark: ['Dark Modern', 'dark_modern'],
  light: ['Light Modern', 'light_modern'],
  contrast: ['Default High Contrast', 'hc_black'],
  contrastLight: ['Default High Contrast Light', 'hc_light'],
} as const;

/** The tests' own fonts: which ones there are differs between machines. */
const fonts = {
  'font-family': "system-ui, 'DejaVu Sans', sans-serif",
  'font-size': '13px',
  'editor-font-family': "'DejaVu Sans Mono', monospace",
  'editor-font-size': '13px',
};

const styles = globSync('client/webview/**/*.css', { cwd: inRoot() });
const used = new Set(
  styles.flatMap(file =>
    Array.from(readFileSync(inRoot(file), 'utf8').matchAll(/--vscode-([\w-]+)/g), ([, name = '']) => name),
  ),
);

async function colorsOf(
  theme: string,
  file: string,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const editor = await openEditor({ folder, settings: { 'workbench.colorTheme': theme } });
  try {
    // Another theme is shown until the editor has read this one.
    await editor.page.locator(`.monaco-workbench[class*="themes-${file}-json"]`).waitFor();
    const read = `(() => {
      const style = getComputedStyle(document.querySelector('.monaco-workbench'));
      const names = ${JSON.stringify([...used].toSorted())};
      return Object.fromEntries(names.map(name => [name, style.getPropertyValue('--vscode-' + name).trim()]));
    })()`;
    const found = await editor.page.evaluate<Readonly<Record<string, string>>>(read);
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''));
  } finally {
    await editor.close();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'themes-'));
try {
  const found: Record<string, Readonly<Record<string, string>>> = {};
  for (const [name, [theme, file]] of Object.entries(themes))
    found[name] = { ...(await colorsOf(theme, file, folder)), ...fonts };
  await writeFile(inRoot('test/support/themes.json'), `${JSON.stringify(found, undefined, 2)}\n`);
} finally {
  await rm(folder, { recursive: true });
}
