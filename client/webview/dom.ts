/** Makes elements from text alone: markup is never parsed. */
interface Parts {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: Iterable<Node | string>;
}

/** Creates an element with its parts. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: Parts = {},
): HTMLElementTagNameMap[K] {
  const newElement = document.createElement(tag);
  if (parts.class !== undefined) newElement.className = parts.class;
  if (parts.text !== undefined) newElement.textContent = parts.text;
  if (parts.title !== undefined && parts.title !== '') newElement.title = parts.title;
  for (const [name, value] of Object.entries(parts.attributes ?? {})) newElement.setAttribute(name, value);
  // Children are appended one by one: a call with as many arguments as a hostile text has parts overflows the stack.
  for (const child of parts.children ?? []) newElement.append(child);
  return newElement;
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
  const buttonElement = element('button', {
    text: label,
    ...parts,
    attributes: { type: 'button', ...parts.attributes },
  });
  buttonElement.addEventListener('click', onClick);
  return buttonElement;
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
  const svgNode = document.createElementNS(svg, 'svg');
  svgNode.setAttribute('viewBox', '0 0 16 16');
  svgNode.setAttribute('class', 'drawing');
  svgNode.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', path);
  svgNode.append(line);
  return svgNode;
}
