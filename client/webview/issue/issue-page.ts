/** The page of the issue panel: its toolbar, notices, and the issue. */
import { projectOf } from '#shared/base/issue-key.ts';
import { progressBar } from '../progress-bar.ts';
import { button, element } from '../dom.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import type { SendIssue, FromResultsPanel, ToIssuePanel, Trail } from '#shared/protocol/panel-messages.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { noticeList } from '../notice-list.ts';
import { text } from '../panel-texts.ts';
import { visible } from '../cells/hidden-characters.ts';
import { mentionFinder } from '../cells/mentions.ts';
import { toolbar } from './issue-toolbar.ts';
import { body } from './issue-body.ts';
import { fields } from './issue-fields.ts';
import { head } from './issue-head.ts';
import type { Folds } from './components.ts';

type Message = Exclude<ToIssuePanel, { readonly type: 'keep' }>;

/** The projects of an issue and of those that it names. */
const projectsOf = ({ key, parent, links, subtasks, fields: others }: Issue): readonly string[] => [
  ...new Set(
    [
      key,
      ...[...(parent ? [parent] : []), ...links, ...subtasks].map(other => other.key),
      ...others.flatMap(({ isIssue, text: value }) => (isIssue ? [value] : [])),
    ].map(projectOf),
  ),
];

export class IssuePage {
  readonly #send: SendIssue;
  readonly #top = element('div', { class: 'top' });
  readonly #activity = progressBar(text('issue.activity'));
  readonly #stage = element('main', { class: 'stage' });
  readonly #live = element('p', { class: 'spoken', attributes: { role: 'status', 'aria-live': 'polite' } });
  readonly #folds: Folds = new Map();
  #issue: Issue | undefined;

  constructor(host: HTMLElement, send: SendIssue) {
    this.#send = send;
    const header = element('header', { children: [this.#top, this.#activity.element] });
    host.append(header, this.#stage, this.#live);
  }

  receive(message: Message): void {
    const isLoading = message.type === 'loading';
    this.#activity.show(isLoading);
    this.#stage.setAttribute('aria-busy', String(isLoading));
    switch (message.type) {
      case 'loading':
        this.#renderTop(message.trail, []);
        this.#say(text('issue.loading', { reference: visible(message.reference) }));
        if (!this.#issue) this.#blank('issue.loading', message.reference);
        return;
      case 'failed':
        this.#issue = undefined;
        this.#renderTop(message.trail, message.notices);
        this.#blank('issue.failed', message.reference);
        return;
      case 'idle':
        this.#issue = undefined;
        this.#renderTop({ back: false, forward: false }, []);
        this.#blank('issue.idle', message.reference, true);
        return;
      case 'issue':
        this.#show(message);
    }
  }

  /** Moves the focus to the title. */
  focus(): void {
    this.#stage.querySelector('h1')?.focus({ preventScroll: true });
  }

  /**
   * Shows another issue from its top, and the same one at its scroll position. The focus moves to its title, unless it
   * is in the toolbar or in a file in which the user is writing.
   */
  #show({ issue, notices, trail, pictures, wikis = [] }: Extract<Message, { readonly type: 'issue' }>): void {
    const mentions = mentionFinder({ projects: projectsOf(issue), wikis });
    const same = this.#issue?.key === issue.key && this.#issue.site === issue.site;
    const { scrollTop } = this.#stage;
    const focused = document.hasFocus() && !this.#top.contains(document.activeElement);
    this.#issue = issue;
    this.#renderTop(trail, notices);
    this.#stage.replaceChildren(
      element('div', {
        class: 'page',
        children: [
          head(issue, this.#send),
          body(issue, pictures, mentions, this.#folds, this.#send),
          fields(issue, mentions, this.#folds, this.#send),
        ],
      }),
    );
    this.#stage.scrollTop = same ? scrollTop : 0;
    if (focused) this.focus();
    this.#say(visible(`${issue.key} ${issue.summary}`));
  }

  #renderTop(trail: Trail, notices: readonly Notice[]): void {
    const acting =
      document.hasFocus() && this.#top.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-tool')
        : undefined;
    const list = notices.length > 0 ? [noticeList('', notices, message => this.#help(message))] : [];
    this.#top.replaceChildren(toolbar(this.#issue, trail, this.#send), ...list);
    if (acting == null) return;
    this.#top.querySelector<HTMLElement>(`[data-tool="${acting}"]`)?.focus();
    // A button without effect has no focus.
    if (document.activeElement === document.body)
      this.#top.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  #help(message: FromResultsPanel): void {
    if (message.type === 'action') this.#send({ type: 'action', action: message.action });
    if (message.type === 'open') this.#send({ type: 'link', url: message.value });
  }

  #blank(id: 'issue.loading' | 'issue.failed' | 'issue.idle', reference: string, again = false): void {
    const fetch = (): void => this.#send({ type: 'refresh' });
    this.#stage.replaceChildren(
      element('div', {
        class: 'blank',
        children: [
          element('h1', {
            text: text(id, { reference: visible(reference) }),
            attributes: { tabindex: '-1' },
          }),
          ...(again ? [button(text('issue.fetch'), fetch, { class: 'primary' })] : []),
        ],
      }),
    );
    if (id !== 'issue.loading') this.#say(text(id, { reference: visible(reference) }));
  }

  #say(words: string): void {
    this.#live.textContent = words;
  }
}
