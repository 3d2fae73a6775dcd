import type { Fix } from './problem.ts';

/** A fix that is offered, but made only where the user chooses it. */
export const notPreferred = ({ kind, title, arguments: args, edits }: Fix): Fix => ({
  kind,
  title,
  arguments: args,
  edits,
});
