import path from 'node:path';
import type { ResultPlace } from '../results/store/result-files.ts';
import type { BackendSettings } from './backend.ts';

/** Where results are stored; `undefined` = in memory. */
export const resultPlaceOf = ({ storage, session }: BackendSettings): ResultPlace | undefined =>
  storage === undefined || session === undefined
    ? undefined
    : { ...session, folder: path.join(storage, 'results') };

/** The folder of the snapshots; `undefined` = none. */
export const snapshotFolderOf = ({ storage }: BackendSettings): string | undefined =>
  storage === undefined ? undefined : path.join(storage, 'results');
