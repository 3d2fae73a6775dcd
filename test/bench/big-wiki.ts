/** Its own process: a wiki that answers 200 times with 500 rows of 13 columns. Prints its address. */
import { createServer } from 'node:http';

const answers = 200;
const size = 500;

const bodies = Array.from({ length: answers }, (_, answer) =>
  JSON.stringify({
    ...(answer < answers - 1 ? { continue: { rccontinue: String(answer + 1), continue: '-||' } } : {}),
    query: {
      recentchanges: Array.from({ length: size }, (_row, index) => {
        const number = answer * size + index;
        return {
          type: 'edit',
          ns: number % 15,
          title: `Page ${(number * 7919) % 100_003} of the town`,
          pageid: number,
          revid: 1_000_000 + number,
          old_revid: 900_000 + number,
          rcid: number,
          user: `User ${number % 997}`,
          oldlen: number % 4000,
          newlen: (number * 31) % 5000,
          timestamp: new Date(1_700_000_000_000 + number * 1000).toISOString().replace('.000', ''),
          comment: `a change of section ${number % 50} with some words`,
          tags: number % 3 === 0 ? [] : [`tag ${number % 40}`, `tag ${number % 7}`, 'mobile edit'],
        };
      }),
    },
  }),
);
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  const answer = Number(url.searchParams.get('rccontinue') ?? 0);
  response.setHeader('content-type', 'application/json').end(bodies[answer]);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}/api.php`);
});
