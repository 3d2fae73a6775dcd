/** The licences of what a bundle holds, read from the packages themselves. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The packages whose files went into a bundle.
 *
 * @param inputs the inputs of esbuild's metafile
 * @returns their folders below the project, sorted
 */
function bundledPackages(inputs) {
  const folders = Object.keys(inputs).flatMap(input => {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    return match ? [match[1]] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** One package's name, version and licence, with the texts that it ships: the licence, and the notice that some ask to keep. */
export async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = await readdir(folder);
  const wanted = [/^licen[cs]e/i, /^notice/i].flatMap(
    pattern => files.find(entry => pattern.test(entry)) ?? [],
  );
  const texts = await Promise.all(wanted.map(file => readFile(path.join(folder, file), 'utf8')));
  return { name, version, license, text: texts.map(text => text.trim()).join('\n\n') };
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
