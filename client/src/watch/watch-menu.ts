/** The lists in which the user manages watched queries. */
import * as vscode from 'vscode';
import { text } from '../texts.ts';
import type { Watch } from './watch-schedule.ts';
import { freshText, intervalText, nameOf, stateText } from './watch-status.ts';

export type WatchAction = 'show' | 'check' | 'pause' | 'resume' | 'open' | 'stop';
export type AllAction = 'pauseAll' | 'resumeAll' | 'stopAll';

/** Asks for a watch, or an action on all of them; `undefined` = cancelled. */
export async function pickWatch(
  watches: readonly Watch[],
  isBlocked: boolean,
): Promise<Watch | AllAction | undefined> {
  const hasPaused = watches.some(({ status }) => status === 'paused');
  const hasActive = watches.some(({ status }) => status !== 'paused');
  const all: readonly AllAction[] = [
    ...(hasActive ? (['pauseAll'] as const) : []),
    ...(hasPaused ? (['resumeAll'] as const) : []),
    'stopAll',
  ];
  const items: readonly (vscode.QuickPickItem & { readonly chosen?: Watch | AllAction })[] = [
    ...watches.map(watch => ({
      label: nameOf(watch),
      description: [vscode.workspace.asRelativePath(vscode.Uri.parse(watch.query.uri, true)), watch.site]
        .filter(part => part !== '')
        .join(' · '),
      detail: detailOf(watch, isBlocked),
      chosen: watch,
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...all.map(action => ({ label: text(`watch.${action}`), chosen: action })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: text('watch.statusName'),
    placeHolder: text('watch.placeholder'),
  });
  return picked?.chosen;
}

const detailOf = (watch: Watch, isBlocked: boolean): string =>
  [freshText(watch), intervalText(watch.interval), stateText(watch, isBlocked)]
    .filter(part => part !== '')
    .join(' · ');

/** Lets the user pick what to do with a watch; `undefined` = cancelled. */
export async function chooseAction(watch: Watch, isBlocked: boolean): Promise<WatchAction | undefined> {
  const isPaused = watch.status === 'paused';
  const actions: readonly WatchAction[] = [
    'show',
    ...(isPaused ? (['resume'] as const) : (['check', 'pause'] as const)),
    'open',
    'stop',
  ];
  const picked = await vscode.window.showQuickPick(
    actions.map(action => ({ label: text(`watch.action.${action}`), action })),
    { title: nameOf(watch), placeHolder: detailOf(watch, isBlocked) },
  );
  return picked?.action;
}
