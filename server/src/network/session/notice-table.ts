/** Makes notices from tables of texts: the one place that decides how values of a site or the user appear in a message. */
import { shorten } from '#shared/base/shorten.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import type { Notice } from '#shared/protocol/notice.ts';

/** A text of a table. An unknown severity counts as an error, an unknown action as no action. */
export interface NoticeText {
  readonly severity: string;
  readonly message: string;
  readonly action?: string;
}

export type NoticeValues = Readonly<Record<string, string | number>>;

/** Makes the notice with a code, with values for the placeholders of its message. */
export type NoticeMaker<Code extends string> = (code: Code, values: NoticeValues) => Notice;

const severities = ['error', 'warning', 'information'] as const;
const actions = [
  'configureSite',
  'checkSite',
  'signIn',
  'switchAccount',
  'openSettings',
  'retry',
  'openLogin',
] as const;

/** Maximum UTF-16 units of a value in a message. */
const maxValueLength = 1_000;

/** Returns the maker of the notices of a table. */
export function noticesOf<Code extends string>(table: Readonly<Record<Code, NoticeText>>): NoticeMaker<Code> {
  const entries = new Map<string, NoticeText>(Object.entries(table));
  const say = wordingOf(Object.fromEntries([...entries].map(([code, { message }]) => [code, message])));
  return (code, values) => {
    const entry = entries.get(code);
    const action = actions.find(candidate => candidate === entry?.action);
    return {
      severity: severities.find(severity => severity === entry?.severity) ?? 'error',
      code,
      message: say(
        code,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, visible(value)])),
      ),
      ...(action ? { action } : {}),
    };
  };
}

/** A value without control and bidirectional characters, and not too long: the user or a site can put anything into it. */
function visible(value: string | number): string | number {
  return typeof value === 'number' ? value : visibleLine(shorten(value, maxValueLength));
}
