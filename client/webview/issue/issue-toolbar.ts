/** The toolbar of the issue panel: back and forward, other rows of its list, the site, and the actions on the issue. */
import { oneTabStop } from '../one-tab-stop.ts';
import { visible } from '../cells/hidden-characters.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { type TextId, text } from '../panel-texts.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import type { FromIssuePanel, SendIssue, Trail } from '#shared/protocol/panel-messages.ts';

type Plain = 'back' | 'forward' | 'refresh' | 'browse' | 'copyKey' | 'copyLink';
type Tool = Plain | 'previousRow' | 'nextRow';

/** The message of a tool. */
const messageOf = (tool: Tool): FromIssuePanel => {
  if (tool === 'previousRow') return { type: 'row', by: -1 };
  return tool === 'nextRow' ? { type: 'row', by: 1 } : { type: tool };
};

/** @param issue the issue on display; `undefined` = none yet */
export function toolbar(issue: Issue | undefined, trail: Trail, send: SendIssue): HTMLElement {
  const tool = (type: Tool, icon: keyof typeof icons, disabled: boolean, labelled: boolean): HTMLElement => {
    const label: TextId = `issue.${type}`;
    const toolButton = button('', () => send(messageOf(type)), {
      class: 'tool',
      title: text(`issue.${type}Hint`),
      attributes: { 'aria-label': text(label), 'data-tool': type },
      children: [drawing(icons[icon]), ...(labelled ? [element('span', { text: text(label) })] : [])],
    });
    toolButton.disabled = disabled;
    return toolButton;
  };
  const bar = element('div', {
    class: 'bar',
    attributes: { role: 'toolbar', 'aria-label': text('issue.bar') },
    children: [
      tool('back', 'back', !trail.back, false),
      tool('forward', 'forward', !trail.forward, false),
      ...(trail.rows
        ? [
            tool('previousRow', 'up', !trail.rows.before, false),
            tool('nextRow', 'menu', !trail.rows.after, false),
          ]
        : []),
      tool('refresh', 'refresh', false, false),
      ...(issue
        ? [element('span', { class: 'site', text: visible(issue.site), title: visible(issue.site) })]
        : []),
      element('span', { class: 'gap' }),
      tool('copyKey', 'copy', !issue, true),
      tool('copyLink', 'markdown', !issue, true),
      tool('browse', 'outside', !issue, true),
    ],
  });
  oneTabStop(bar);
  return bar;
}
