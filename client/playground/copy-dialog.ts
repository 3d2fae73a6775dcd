/** The dialog that offers a query in every form it can be copied as. */
import type { CopyAsResult } from '#shared/protocol/documents/query-conversion.ts';
import { button, element } from '../webview/dom.ts';
import { text } from './playground-texts.ts';

/**
 * Shows the forms until the user copies one or closes the dialog.
 *
 * @param say shows a sentence about what was done
 */
export function showForms({ forms }: CopyAsResult, say: (sentence: string) => void): void {
  const close = (): void => dialog.close();
  const dialog = element('dialog', {
    class: 'forms',
    attributes: { 'aria-labelledby': 'forms-heading' },
    children: [
      element('h2', { text: text('copyAs.title'), attributes: { id: 'forms-heading' } }),
      ...forms.map(({ label, detail, code }) =>
        element('section', {
          children: [
            element('p', {
              children: [
                button(
                  text('copyAs.copy', { form: label }),
                  () => {
                    close();
                    void copyText(code).then(isCopied =>
                      say(isCopied ? text('copyAs.copied', { form: label }) : text('copy.failed')),
                    );
                  },
                  { class: 'primary' },
                ),
                ' ',
                element('span', { class: 'quiet', text: detail }),
              ],
            }),
            element('pre', { text: code, attributes: { tabindex: '0', 'aria-label': label } }),
          ],
        }),
      ),
      button(text('close'), close, { class: 'secondary' }),
    ],
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Copies a text; false where the browser does not allow it. */
export async function copyText(copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    return false;
  }
}
