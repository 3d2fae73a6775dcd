/**
 * The process of several test files: runs them one after the other, each as a suite with its path for a name, in which its
 * hooks hold. `node test/runner/run-together.ts FILE …`
 */
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2))
  await suite(file, async () => {
    await import(pathToFileURL(file).href);
  });
