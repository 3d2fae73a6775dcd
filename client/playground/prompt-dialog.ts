/** The dialog that asks for the values of a query’s prompts before it runs. */
import type { PromptAnswers, PromptQuestion } from '#shared/protocol/documents/prompts.ts';
import { button, element } from '../webview/dom.ts';
import { text } from './playground-texts.ts';

/** Asks for all values at once; `null` = the user closed the dialog. */
export function askForValues(questions: readonly PromptQuestion[]): Promise<PromptAnswers | null> {
  const fields = questions.map(question => ({ question, field: fieldFor(question) }));
  const answer = Promise.withResolvers<PromptAnswers | null>();
  const form = element('form', {
    children: [
      element('h2', { text: text('prompts.title'), attributes: { id: 'prompts-heading' } }),
      ...fields.map(({ question, field }) =>
        element('label', { children: [element('span', { text: labelOf(question) }), field] }),
      ),
      element('p', {
        children: [
          element('button', { class: 'primary', text: text('run'), attributes: { type: 'submit' } }),
          ' ',
          button(text('prompts.cancel'), () => dialog.close(), { class: 'secondary' }),
        ],
      }),
    ],
  });
  const dialog = element('dialog', {
    class: 'prompts',
    attributes: { 'aria-labelledby': 'prompts-heading' },
    children: [form],
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    answer.resolve(
      Object.fromEntries(
        fields.map(({ question, field }) => [question.name, itemsIn(question, field.value)]),
      ),
    );
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    answer.resolve(null);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return answer.promise;
}

const labelOf = ({ label, kind, isList }: PromptQuestion): string =>
  text(isList ? 'prompts.list' : 'prompts.one', { label, kind });

function fieldFor({ isList, isNumber, isSecret, ...question }: PromptQuestion) {
  const field = isList
    ? element('textarea', { attributes: { rows: '4' } })
    : element('input', { attributes: { type: isSecret ? 'password' : 'text', autocomplete: 'off' } });
  if (isNumber) field.inputMode = 'numeric';
  field.value = (question.default ?? []).join('\n');
  return field;
}

/** The items of a list are lines; another value is one item as it is. */
function itemsIn({ isList }: PromptQuestion, value: string): readonly string[] {
  if (!isList) return [value];
  return value
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
