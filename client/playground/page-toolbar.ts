/** The controls above the editor. */
import { button, element } from '../webview/dom.ts';
import type { QueryLanguage } from './page-link.ts';
import { type PlaygroundText, text } from './playground-texts.ts';
import samples from './samples.json' with { type: 'json' };

export interface ToolbarActions {
  readonly changeLanguage: (language: QueryLanguage) => void;
  readonly openSample: (language: QueryLanguage, query: string) => void;
  readonly changeSite: (address: string) => void;
  readonly run: () => void;
  readonly format: () => void;
  readonly copyAs: () => void;
  readonly copyLink: () => void;
}

export interface PageToolbar {
  readonly bar: HTMLElement;
  /** Lets the user write another address. */
  focusSite(): void;
  /** Shows the language of the text, and the address of its site. */
  show(language: QueryLanguage, site: string): void;
}

const languages: readonly QueryLanguage[] = ['wikiquery', 'jql', 'markdown'];

/** Creates the toolbar of the page; the user’s choices go to `actions`. */
export function pageToolbar(actions: ToolbarActions): PageToolbar {
  const language = element('select', {
    children: languages.map(id =>
      element('option', { text: text(`language.${id}`), attributes: { value: id } }),
    ),
  });
  const site = element('input', { attributes: { type: 'url', spellcheck: 'false', autocomplete: 'off' } });
  const siteName = element('span');
  const sample = element('select', {
    children: [
      element('option', { text: text('sample.choose'), attributes: { value: '' } }),
      ...samples.map(({ title }) => element('option', { text: title, attributes: { value: title } })),
    ],
  });
  const format = secondaryButton('format', actions.format);
  language.addEventListener('change', () => {
    const chosen = languages.find(id => id === language.value);
    if (chosen !== undefined) actions.changeLanguage(chosen);
  });
  site.addEventListener('change', () => actions.changeSite(site.value));
  sample.addEventListener('change', () => {
    const chosen = samples.find(({ title }) => title === sample.value);
    const id = languages.find(candidate => candidate === chosen?.language);
    if (chosen !== undefined && id !== undefined) actions.openSample(id, chosen.text);
    sample.value = '';
  });
  return {
    bar: element('div', {
      class: 'toolbar',
      children: [
        labelled(text('language'), language),
        labelled(text('sample'), sample),
        element('label', { class: 'site', children: [siteName, site] }),
        button(text('run'), actions.run, { class: 'primary', title: text('run.keys') }),
        format,
        secondaryButton('copyAs', actions.copyAs),
        secondaryButton('link', actions.copyLink),
      ],
    }),
    focusSite: () => site.focus(),
    show: (shownLanguage, address) => {
      language.value = shownLanguage;
      // Text around queries has no format.
      format.hidden = shownLanguage === 'markdown';
      siteName.textContent = text(`site.${shownLanguage}`);
      site.value = address;
    },
  };
}

const labelled = (name: string, control: HTMLElement): HTMLElement =>
  element('label', { children: [element('span', { text: name }), control] });

const secondaryButton = (name: PlaygroundText, action: () => void): HTMLElement =>
  button(text(name), action, { class: 'secondary' });
