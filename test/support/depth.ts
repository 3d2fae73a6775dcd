/** Set by `npm run test:deep`. */
export const depthVariable = 'TEST_DEPTH';

/** The number of random cases of a test: some in `npm test`, all in `npm run test:deep`. */
export const cases = (usual: number, deep: number): number =>
  process.env[depthVariable] === 'deep' ? deep : usual;

/** Some of all cases, others in every run; all of them in `npm run test:deep`. */
export const someOf = <T>(all: readonly T[], usual: number): readonly T[] => {
  const count = cases(Math.min(usual, all.length), all.length);
  if (count === all.length) return all;
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
};
