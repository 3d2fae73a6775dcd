/** The licences of what a bundle holds, read from the packages themselves. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The packages whose files went into a bundle.
 *
 * @param inputs the inputs of esbuild's metafile
 * @returns their folders below the project, sorted
 */
export function bundledPackages(inputs) {
  const folders = Object.keys(inputs).flatMap(input => {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    return match ? [match[1]] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** One package's name, version and licence, with the text that it ships. */
export async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = await readdir(folder);
  const file = files.find(entry => /^licen[cs]e/i.test(entry));
  const text = file ? (await readFile(path.join(folder, file), 'utf8')).trim() : '';
  return { name, version, license, text };
}

/** The whole file of notices. */
export async function thirdPartyNotices(inputs) {
  const notices = await Promise.all(bundledPackages(inputs).map(noticeOf));
  const parts = notices.map(({ name, version, license, text }) =>
    [`${name} ${version} (${license})`, '-'.repeat(72), text].join('\n\n'),
  );
  return ['wikijql is built with the packages below. Each is under its own licence.', ...parts, ''].join(
    '\n\n',
  );
}
