/** Writes a wiki query as a command of curl. */
import texts from '../../catalogue/messages/query-code.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { codeOf, type Part } from './code-lines.ts';
import { isShellSafe, sendable, shellText } from './literals.ts';
import { secretVariable, type WikiSample } from './wiki-sample.ts';

const say = wordingOf(texts);

/** An option of curl that sends a parameter; encoded, if a terminal might act on it. */
export const curlParameter = ([name, value]: readonly [name: string, value: string]): string =>
  /^[\w.-]+$/.test(name) && isShellSafe(value)
    ? `--data-urlencode ${shellText(`${name}=${value}`)}`
    : `--data ${shellText(new URLSearchParams([[sendable(name), sendable(value)]]).toString())}`;

/** A command in lines, each but the last one with a backslash. */
export const command = (parts: readonly string[]): Part =>
  parts.map((part, index) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`);

/** One request by curl. */
export function wikiCurl(sample: WikiSample): string {
  const { secrets } = sample;
  return codeOf(
    !sample.hasContact && `# ${say('contact')}`,
    `# ${say('first-response')}`,
    secrets.length > 0 && `# ${say('secret', { names: secrets.map(secretVariable).join(', ') })}`,
    command([
      `curl ${sample.post ? '' : '--get '}${shellText(sample.api)}`,
      '--compressed',
      `--user-agent ${shellText(sample.userAgent)}`,
      ...sample.parameters.map(curlParameter),
      ...secrets.map(name => `--data-urlencode "${name}=$${secretVariable(name)}"`),
    ]),
  );
}
