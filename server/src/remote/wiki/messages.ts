import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import type { ApiMessage } from '../remote.ts';

/** The errors and warnings of an answer, whatever `errorformat` and `formatversion` it came in. */
export function messagesOf(answer: JsonObject): { errors: ApiMessage[]; warnings: ApiMessage[] } {
  const old = answer['error'];
  return {
    errors: [...(arrayOf(answer['errors']) ?? []), ...(old === undefined ? [] : [old])].flatMap(modern),
    warnings: arrayOf(answer['warnings'])?.flatMap(modern) ?? oldWarnings(answer['warnings']),
  };
}

/** Adds what is not there yet: over continuation a wiki repeats its warnings. */
export function addNew(known: ApiMessage[], more: readonly ApiMessage[]): void {
  for (const message of more) {
    if (
      !known.some(
        ({ code, text, module }) =>
          code === message.code && text === message.text && module === message.module,
      )
    ) {
      known.push(message);
    }
  }
}

function modern(message: Json): ApiMessage[] {
  if (!isObject(message)) return [];
  const text =
    textOf(message['text']) || textOf(message['html']) || textOf(message['*']) || textOf(message['info']);
  return [
    {
      code: textOf(message['code']),
      text: text || textOf(message['key']) || textOf(message['code']),
      module: textOf(message['module']),
      ...(message['data'] === undefined ? {} : { data: message['data'] }),
    },
  ];
}

/** `errorformat=bc`: texts by module, one a line, without codes. */
function oldWarnings(warnings: Json | undefined): ApiMessage[] {
  if (!isObject(warnings)) return [];
  return Object.entries(warnings).flatMap(([module, value]) => {
    const text = isObject(value) ? textOf(value['warnings']) || textOf(value['*']) : textOf(value);
    return text
      .split('\n')
      .filter(Boolean)
      .map(line => ({ code: '', text: line, module }));
  });
}
