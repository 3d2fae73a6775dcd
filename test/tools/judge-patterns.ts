/**
 * Judges every regular expression of the product and writes the digests of those that are linear, so that the usual run has
 * only new ones to judge: `node test/setup.mjs test/tools/judge-patterns.ts`, which takes some minutes.
 */
import { writeFile } from 'node:fs/promises';
import { digestOf, judgedPattern } from '../support/check-pattern.ts';
import { inRoot } from '../support/paths.ts';
import { productPatterns } from '../support/product-patterns.ts';

const digests = new Set<string>();
for (const pattern of await productPatterns()) {
  const { verdict } = await judgedPattern(pattern);
  if (verdict === 'linear') digests.add(digestOf(pattern));
  else console.log(`${pattern.place} ${verdict}`);
}
await writeFile(
  inRoot('test/support/linear-patterns.json'),
  `${JSON.stringify([...digests].toSorted(), undefined, 2)}\n`,
);
console.log(`${digests.size} linear patterns`);
