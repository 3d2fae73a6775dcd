/** Messages of a run, a fetched issue or a login to the user, and places in documents. */
import * as v from 'valibot';
import { accepts, count, object, optional } from './schema.ts';

/** A position as in LSP: lines and characters are counted from 0, characters in UTF-16 code units. */
export const positionSchema = object({ line: count, character: count });
export const rangeSchema = object({ start: positionSchema, end: positionSchema });
export type Position = v.InferOutput<typeof positionSchema>;
export const isPosition = accepts(positionSchema);

/** The actions of a notice that need no parameters. */
export const noticeActionSchema = v.picklist([
  'configureSite',
  'checkSite',
  'signIn',
  'switchAccount',
  'openSettings',
  'setContact',
  'retry',
]);

/** A problem or a remark for the user, without secrets and without the bodies of responses. */
export const noticeSchema = object({
  severity: v.picklist(['error', 'warning', 'information']),
  code: v.string(),
  /** The code is the site's, which its documentation explains; else it is for programs alone. */
  isSiteCode: optional(v.literal(true)),
  message: v.string(),
  /** The place in the document, if the notice is about one. */
  range: optional(rangeSchema),
  /** The action that can solve the problem. */
  action: optional(v.picklist([...noticeActionSchema.options, 'openLogin'])),
  /** The user can choose never to see notices with this code again. */
  dismissible: optional(v.literal(true)),
  /** The page of `openLogin`, where the user signs in, of the site's own origin. */
  loginUrl: optional(v.string()),
});
export type Notice = v.InferOutput<typeof noticeSchema>;

const signInActions: ReadonlySet<Notice['action']> = new Set(['signIn', 'switchAccount', 'openLogin']);

/** Whether the action of a notice lets the user sign in. */
export const offersSignIn = ({ action }: Notice): boolean => signInActions.has(action);
