/** Whether the server still answers. */
import * as v from 'valibot';
import { object, request } from './schema.ts';

/** Answered at once, whatever else the server does; a server that hangs does not. */
export const pingRequest = request('wikijql/ping', object({}), v.null());
