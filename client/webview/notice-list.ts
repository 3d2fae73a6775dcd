/** The list of notices, each with the actions that can help; after a login in the browser, signing in again. */
import { visible } from './cells/hidden-characters.ts';
import { button, element } from './dom.ts';
import type { FromResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { text } from './panel-texts.ts';

/** Limits of the number and length of notices, which a site decides. */
const maxNotices = 50;
const maxMessageLength = 2000;

/** The order of notices: first why there are no rows, then remarks. */
const severities: readonly Notice['severity'][] = ['error', 'warning', 'information'];

const grouped = new Intl.NumberFormat();

export function noticeList(
  run: string,
  notices: readonly Notice[],
  send: (message: FromResultsPanel) => void,
): HTMLElement {
  const ordered = severities.flatMap(each => notices.filter(({ severity }) => severity === each));
  const items = ordered.slice(0, maxNotices).map(notice => {
    const { range } = notice;
    const buttons = [
      ...(range
        ? [button(text('action.reveal'), () => send({ type: 'reveal', range }), { class: 'link' })]
        : []),
      ...actionsOf(notice).flatMap(action => {
        const help = messageOf(action, run, notice.loginUrl);
        return help ? [button(text(`action.${action}`), () => send(help), { class: 'link' })] : [];
      }),
      ...(notice.dismissible
        ? [
            button(text('action.dismiss'), () => send({ type: 'dismiss', code: notice.code }), {
              class: 'link',
            }),
          ]
        : []),
    ];
    return element('li', {
      class: `notice ${notice.severity}`,
      children: [
        element('strong', { text: text(`notice.${notice.severity}`) }),
        element('span', { class: 'message', text: visible(notice.message, maxMessageLength) }),
        ...(notice.isSiteCode ? [element('code', { text: visible(notice.code) })] : []),
        ...buttons,
      ],
    });
  });
  const others = notices.length - items.length;
  if (others > 0)
    items.push(
      element('li', { class: 'quiet', text: text('notice.others', { count: grouped.format(others) }) }),
    );
  const list = element('ul', { class: 'notices', children: items });
  return element('div', { attributes: { role: 'alert' }, children: [list] });
}

function actionsOf({ action }: Notice): readonly NonNullable<Notice['action']>[] {
  if (action === undefined) return [];
  return action === 'openLogin' ? [action, 'signIn'] : [action];
}

/** The message to the extension for an action; `undefined` = the action is not possible. */
function messageOf(
  action: NonNullable<Notice['action']>,
  run: string,
  loginUrl: string | undefined,
): FromResultsPanel | undefined {
  if (action !== 'openLogin') return { type: 'action', run, action };
  return loginUrl === undefined ? undefined : { type: 'open', run, as: 'link', value: loginUrl };
}
