/** Runs in each frame of a window: tells every text and attribute that comes to stand in it, once. */
(() => {
  const known = new Set();
  let waiting = [];
  const note = text => {
    if (text === null || text.length < 4 || known.has(text)) return;
    known.add(text);
    waiting.push(text);
  };
  const read = node => {
    note(node.nodeValue);
    if (node instanceof Element) {
      for (const { value } of node.attributes) note(value);
      if (node.shadowRoot) read(node.shadowRoot);
    }
    for (const child of node.childNodes) read(child);
  };
  const observer = new MutationObserver(changes => {
    for (const { target, type, attributeName, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(read);
      else if (type === 'characterData') note(target.nodeValue);
      else note(target.getAttribute(attributeName));
    }
    const texts = waiting;
    waiting = [];
    if (texts.length > 0) wasShown(texts);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})();
