/** The message of the page, which stays until the user dismisses it or another one replaces it. */
import { button, element } from '../webview/dom.ts';
import { text } from './playground-texts.ts';

export interface PageMessage {
  readonly bar: HTMLElement;
  /** @param sentence empty = no message */
  show(sentence: string): void;
}

/** @param dismissed called after the user has dismissed a message */
export function pageMessage(dismissed: () => void): PageMessage {
  const sentence = element('p', { attributes: { role: 'status' } });
  const show = (shown: string): void => {
    sentence.textContent = shown;
    dismiss.hidden = shown === '';
  };
  const dismissByUser = (): void => {
    show('');
    dismissed();
  };
  const dismiss = button(text('message.dismiss'), dismissByUser, { class: 'secondary' });
  dismiss.hidden = true;
  return {
    bar: element('section', {
      class: 'message',
      children: [sentence, dismiss],
      attributes: { 'aria-label': text('message') },
    }),
    show,
  };
}
