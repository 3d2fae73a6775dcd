/** The pictures of the README are packed with it, or have an address that the gallery shows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from '../support/paths.ts';
import { readZip } from '../support/zip.ts';

const files = readZip(readFileSync(inRoot('dist/wikijql.vsix')));
const readme = files.get('extension/readme.md')?.toString('utf8') ?? '';

/** The addresses of pictures in Markdown, in HTML and in definitions that pictures refer to. */
function picturesOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  const inline = Array.from(text.matchAll(/!\[[^\]]*\]\(\s*<?([^\s)>]+)/g), match => match[1]!);
  const tags = Array.from(
    text.matchAll(/<(?:img|source)\b[^>]*?\bsrc(?:set)?\s*=\s*["']?([^\s"'>]+)/gi),
    match => match[1]!,
  );
  const named = Array.from(
    text.matchAll(/!\[([^\]]*)\](?:\[([^\]]*)\])?(?!\()/g),
    match => match[2] || match[1]!,
  );
  const definitions = new Map(
    Array.from(text.matchAll(/^\s*\[([^\]]+)\]:\s*<?(\S+?)>?(?:\s|$)/gm), match => [
      match[1]!.toLowerCase(),
      match[2]!,
    ]),
  );
  return [...inline, ...tags, ...named.flatMap(name => definitions.get(name.toLowerCase()) ?? [])];
}

test('pictures are found in every way of writing them', () => {
  const text =
    '![a](one.png)\n![b]( <two.png> "t")\n<img alt="c" src="three.svg">\n![d][four]\n![five]\n\n[four]: four.png\n[five]: <five.png>\n```\n![no](no.png)\n```\n';
  assert.deepEqual(picturesOf(text).toSorted(), ['five.png', 'four.png', 'one.png', 'three.svg', 'two.png']);
});

test('every picture of the README is packed, or has an address that the gallery shows', () => {
  const pictures = picturesOf(readme);
  assert(pictures.length > 0);
  for (const picture of pictures) {
    if (/^[a-z]+:/i.test(picture)) {
      assert.match(picture, /^https:/, `${picture} is not shown`);
      // The gallery takes no vector pictures but from a few hosts that draw badges.
      assert.doesNotMatch(picture, /\.svg(?:$|[?#])/, `${picture} is not shown`);
      continue;
    }
    const content = files.get(`extension/${decodeURIComponent(picture.replace(/^\.?\//, ''))}`);
    assert(content !== undefined && content.length > 0, `${picture} is not packed`);
    assert(isPicture(content), `${picture} is no PNG, JPEG or GIF`);
  }
});

/** By the first bytes; a vector picture is refused by the packer itself. */
const isPicture = (content: Buffer): boolean =>
  ['89504e470d0a1a0a', 'ffd8ff', '474946383'].some(magic => content.toString('hex', 0, 8).startsWith(magic));
