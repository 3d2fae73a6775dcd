/** A wiki with more pages than a browser shows: each answer has 10,000 of them, and continues. */
import { type Behaviour, json } from './bad-server.ts';

export function manyPages(): Behaviour {
  let answered = 0;
  return (socket, request) => {
    const first = answered;
    answered += 10_000;
    const allpages = Array.from({ length: 10_000 }, (_, index) => ({
      pageid: first + index,
      ns: 0,
      title: `Page ${first + index}`,
    }));
    const next = { apcontinue: `P${answered}`, continue: '-||' };
    json({ continue: next, query: { allpages } }, { 'access-control-allow-origin': '*' })(socket, request);
  };
}
