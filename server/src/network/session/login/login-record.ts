/** Reads stored login records. */
import {
  boolean,
  exactOptional,
  finite,
  literal,
  maxLength,
  number,
  object,
  optional,
  parseJson,
  picklist,
  pipe,
  record,
  safeParse,
  string,
  variant,
  type GenericSchema,
} from 'valibot';
import { refusals, type Doubt, type LoginRecord, type Refusal } from './login-rule.ts';

/** Maximum characters of a record: some thousand refused versions. */
const maxRecordLength = 1024 * 1024;

const attempt = { version: string(), login: string(), automatic: exactOptional(pipe(number(), finite())) };
const none = object({ status: literal('none') });
const accepted = object({
  status: literal('accepted'),
  ...attempt,
  used: optional(boolean(), false),
  unsaved: exactOptional(literal(true)),
});
const pending = object({
  status: literal('pending'),
  ...attempt,
  owner: string(),
  since: pipe(number(), finite()),
  before: variant('status', [none, accepted]),
});
const refusal: GenericSchema<unknown, Refusal> = object({
  reason: picklist(refusals),
  loginUrl: exactOptional(string()),
});
const doubt: GenericSchema<unknown, Doubt> = object({
  login: string(),
  owner: exactOptional(string()),
  earlier: exactOptional(string()),
});
const loginRecord: GenericSchema<string, LoginRecord> = pipe(
  string(),
  maxLength(maxRecordLength),
  parseJson(),
  object({
    state: variant('status', [none, accepted, pending]),
    refused: record(string(), refusal),
    doubtful: record(string(), doubt),
  }),
);

/** Reads a record that was written with `JSON.stringify`; `undefined` = invalid. */
export function readRecord(text: string): LoginRecord | undefined {
  const { success, output } = safeParse(loginRecord, text);
  return success ? output : undefined;
}
