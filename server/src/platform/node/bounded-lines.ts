import { Transform, type TransformCallback } from 'node:stream';

const lineFeed = 0x0a;

/**
 * A stream that passes on whole lines, each as one chunk, and leaves out each one that is too long. Never more than `longest`
 * bytes of a line are kept.
 *
 * @param longest maximum bytes of a line
 * @param leftOut called once for each line that is left out, as soon as it is too long
 */
export function boundedLines(longest: number, leftOut: () => void): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    if (length <= longest && length + part.length > longest) {
      parts = [];
      leftOut();
    }
    length += part.length;
    if (length <= longest) parts.push(part);
  };
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
        take(chunk.subarray(start, end + 1));
        if (length <= longest) this.push(Buffer.concat(parts));
        parts = [];
        length = 0;
        start = end + 1;
      }
      take(chunk.subarray(start));
      done();
    },
  });
}
