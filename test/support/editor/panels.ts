/** The content of an editor's panels: results, issues, and errors. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { EditorWindow } from './window.ts';

/** Milliseconds that a frame may take to answer. */
const framePatience = 10_000;

/** The first panel that a question is answered for; one that is replaced meanwhile has no answer. */
async function panelWith<T>(
  editor: Pick<EditorWindow, 'page'>,
  what: string,
  ask: (frame: Frame) => Promise<T | undefined | false>,
): Promise<T> {
  return until(what, async () => {
    for (const frame of editor.page.frames()) {
      if (frame === editor.page.mainFrame()) continue;
      // A frame that is about to go may never answer.
      const late = wait(framePatience, undefined, { ref: false });
      const answer = await Promise.race([ask(frame).catch(() => undefined), late]);
      if (answer !== undefined && answer !== false) return answer;
    }
    return undefined;
  });
}

const textOf = async (frame: Frame, selector: string): Promise<string | undefined> =>
  (await frame.$(selector))?.innerText();

/** The results panel of a query by its title, once its run has ended and its rows are here. */
export const resultOf = (editor: Pick<EditorWindow, 'page'>, title: string): Promise<Frame> =>
  panelWith(editor, `the result of ${title}`, async frame => {
    const hasEnded = (await frame.$('.status .badge')) && (await textOf(frame, 'h1')) === title;
    return hasEnded && (await frame.$('.workspace [aria-busy="true"]')) === null ? frame : undefined;
  });

/** The words of a panel's notice, once there is one that fits. */
export const noticeOf = (editor: Pick<EditorWindow, 'page'>, pattern: RegExp): Promise<string> =>
  panelWith(editor, `the notice ${String(pattern)}`, async frame => {
    const notices = await frame.locator('.notice').allInnerTexts();
    return notices.find(notice => pattern.test(notice));
  });

/** The button of a panel's notice by its whole name, once there is one that fits. */
export const noticeButton = (
  editor: Pick<EditorWindow, 'page'>,
  pattern: RegExp,
  label: string,
): Promise<Locator> =>
  panelWith(editor, `the button ${label}`, async frame => {
    const button = frame
      .locator('.notice', { hasText: pattern })
      .getByRole('button', { name: label, exact: true });
    return (await button.count()) > 0 && button.first();
  });

/** The issue panel, once it shows an issue. */
export const issueOf = (editor: Pick<EditorWindow, 'page'>, key: string): Promise<Frame> =>
  panelWith(editor, `the issue ${key}`, async frame =>
    (await textOf(frame, '.issue-head .path > .key')) === key ? frame : undefined,
  );

/** The words of an empty panel, once they fit. */
export const blankOf = (editor: Pick<EditorWindow, 'page'>, pattern: RegExp): Promise<Frame> =>
  panelWith(editor, `the panel that says ${String(pattern)}`, async frame =>
    pattern.test((await textOf(frame, '.blank')) ?? '') ? frame : undefined,
  );

/** The panel whose SQL view is open. */
export const sqlViewOf = (editor: Pick<EditorWindow, 'page'>): Promise<Frame> =>
  panelWith(editor, 'the SQL view', async frame => (await frame.$('.cm-content')) !== null && frame);

/** The preview of a page about a problem. */
export const pageAbout = (editor: Pick<EditorWindow, 'page'>, code: string): Promise<Frame> =>
  panelWith(editor, `the page about ${code}`, async frame => (await textOf(frame, 'h1')) === code && frame);
