import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import { apiMessage, MessageList } from '../message-list.ts';
import type { ApiMessage } from '../remote.ts';

/** The errors and warnings of a response, in any `errorformat` and `formatversion`. */
export function messagesOf(answer: JsonObject): { errors: MessageList; warnings: MessageList } {
  const errors = new MessageList();
  errors.add(modern(arrayOf(answer['errors']) ?? []));
  errors.add(modern([answer['error'] ?? null]));
  const warnings = new MessageList();
  const list = arrayOf(answer['warnings']);
  warnings.add(list ? modern(list) : oldWarnings(answer['warnings']));
  return { errors, warnings };
}

function* modern(messages: readonly Json[]): Generator<ApiMessage> {
  for (const message of messages) {
    if (!isObject(message)) continue;
    const text =
      textOf(message['text']) || textOf(message['html']) || textOf(message['*']) || textOf(message['info']);
    const code = textOf(message['code']);
    yield apiMessage(
      code,
      text || textOf(message['key']) || code,
      textOf(message['module']),
      message['data'],
    );
  }
}

/** `errorformat=bc`: texts by module, one per line, without codes. */
function* oldWarnings(warnings: Json | undefined): Generator<ApiMessage> {
  if (!isObject(warnings)) return;
  for (const [module, value] of Object.entries(warnings)) {
    const text = isObject(value) ? textOf(value['warnings']) || textOf(value['*']) : textOf(value);
    for (const line of text.split('\n')) if (line !== '') yield apiMessage('', line, module);
  }
}
