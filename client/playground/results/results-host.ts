/** In the frame with the results: the page around it in the place of the editor, to which the results page talks. */
import '../theme.css';
import './results-host.css';

// A page that has a reference to this window, such as one that opened the playground, shows no rows of its own here.
addEventListener(
  'message',
  event => {
    if (event.source !== parent || event.origin !== location.origin) event.stopImmediatePropagation();
  },
  true,
);

/** The state that the results page keeps; there is no next document of it. */
let state: unknown;

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, location.origin),
    getState: () => state,
    setState: (next: unknown) => {
      state = next;
    },
  }),
});
