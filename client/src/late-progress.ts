/** Shows the progress of what takes long, and of nothing else. */
import * as vscode from 'vscode';

/** Milliseconds after which a progress is shown, and for which the editor shows it at least. */
const [shownAfter, shownLength] = [500, 850];

const elapsed = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.max(0, milliseconds)));

type Progress = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;

/**
 * Waits for an outcome. A message says so if it takes long, offers to cancel it, and is gone when this resolves.
 *
 * @param onShow takes the progress of the message
 */
export async function withLateProgress<Outcome>(
  title: string,
  outcome: Promise<Outcome>,
  cancel: vscode.CancellationTokenSource,
  onShow: (progress: Progress) => void = () => {},
): Promise<Outcome> {
  const settled = outcome.then(
    () => true,
    () => true,
  );
  try {
    const isShort = await Promise.race([settled, elapsed(shownAfter).then(() => false)]);
    if (isShort) return await outcome;
    const shownAt = performance.now();
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      onShow(progress);
      token.onCancellationRequested(() => cancel.cancel());
      await settled;
    });
    await elapsed(shownLength - (performance.now() - shownAt));
    return await outcome;
  } finally {
    cancel.dispose();
  }
}
