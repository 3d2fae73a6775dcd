/** Makes elements from text alone: markup is never parsed. */
interface Parts {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: Iterable<Node | string>;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: Parts = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (parts.class !== undefined) made.className = parts.class;
  if (parts.text !== undefined) made.textContent = parts.text;
  if (parts.title !== undefined && parts.title !== '') made.title = parts.title;
  for (const [name, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(name, value);
  // Children are appended one by one: a call with as many arguments as a hostile text has parts overflows the stack.
  for (const child of parts.children ?? []) made.append(child);
  return made;
}

/** A hundred characters of a word that continues. */
const wordStart = /\S{100}(?=\S)/gu;

/**
 * A text whose long words may break anywhere, because the time to lay out a word grows with the square of its length.
 */
export function breakable(text: string): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordStart)) {
    parts.push(text.slice(end, index + word.length), element('wbr'));
    end = index + word.length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

export function button(
  label: string,
  onClick: (event: MouseEvent) => void,
  parts: Parts = {},
): HTMLButtonElement {
  const made = element('button', {
    text: label,
    ...parts,
    attributes: { type: 'button', ...parts.attributes },
  });
  made.addEventListener('click', onClick);
  return made;
}

/** Makes an element work as a link by click and Enter, without an `href` that anything else could follow. */
export function asLink<Link extends HTMLElement>(
  link: Link,
  title: string,
  act: (event: MouseEvent | KeyboardEvent) => void,
): Link {
  link.className = 'link';
  link.title = title;
  link.setAttribute('role', 'link');
  link.tabIndex = 0;
  const follow = (event: MouseEvent | KeyboardEvent): void => {
    event.preventDefault();
    act(event);
  };
  link.addEventListener('click', follow);
  link.addEventListener('keydown', event => {
    if (event.key === 'Enter') follow(event);
  });
  return link;
}

const svg = 'http://www.w3.org/2000/svg';

/** An icon on a grid of 16 by 16, in the color of the text around it. */
export function drawing(path: string): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 16 16');
  made.setAttribute('class', 'drawing');
  made.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', path);
  made.append(line);
  return made;
}
