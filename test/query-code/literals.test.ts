/** Literals of hostile texts, read by the real programs: each carries exactly its text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  phpText,
  pythonText,
  scriptText,
  shellText,
  isShellSafe,
  UnusableText,
} from '../../server/src/query-code/literals.ts';
import { curlParameter } from '../../server/src/query-code/shell-code.ts';
import { programs, runCode } from '../support/query-code.ts';

const marks = [
  ...Array.from(
    '\'"\\`$%{}()<>|&;!#@*?~=+ \n\r\t\u0001\u001b\u007f\u0085\u200b\u202e\u2028\u2029\ufeffé漢\u{1F600}\u{E0041}xnu0',
  ),
  '\ud800',
  '${x}',
  '$(id)',
  '{$x}',
  "'\\''",
  '"""',
  "'''",
  '?>',
  '<?php',
  '\\u0041',
  '\\N{DASH}',
  '%s',
  '%20',
  '</script>',
  'EOF\n',
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' })), {
  maxLength: 12,
});
const texts = fc
  .sample(hostile, { numRuns: 600, seed: 20 })
  .map(parts => parts.join('').replaceAll('\0', ''))
  .concat(marks, '', "it's");
const sent = texts.map(text => text.toWellFormed());

const asJson: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  requests: all => `import json\nprint(json.dumps([${all.map(pythonText).join(',\n')}]))\n`,
  fetch: all => `console.log(JSON.stringify([${all.map(scriptText).join(',\n')}]));\n`,
  php: all => `<?php\necho json_encode([${all.map(phpText).join(',\n')}]);\n`,
};

describe('a literal', () => {
  for (const [form, write] of Object.entries(asJson)) {
    const [program, file] = programs[form]!;
    it(`of ${form} carries its text`, async () => {
      assert.deepEqual(JSON.parse(await runCode(program, file, write(texts))), sent);
    });
  }
  it('of a shell carries its text', async () => {
    const safe = sent.filter(isShellSafe);
    assert(safe.length > 100, String(safe.length));
    const code = safe.map(text => `printf '%s\\0' ${shellText(text)}\n`).join('');
    assert.deepEqual((await runCode('sh', 'texts.sh', code)).split('\0').slice(0, -1), safe);
  });
  it('shows no character that hides or reorders others', () => {
    for (const text of texts)
      for (const code of [pythonText(text), scriptText(text), phpText(text), curlParameter(['a', text])])
        assert.doesNotMatch(code.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
  it('is not made of a text with NUL', () => {
    for (const write of [pythonText, scriptText, phpText, shellText])
      assert.throws(() => write('a\0b'), UnusableText);
  });
});
