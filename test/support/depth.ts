/** Set by `npm run test:deep`. */
export const depthVariable = 'TEST_DEPTH';

/** The number of random cases of a test: some in `npm test`, all in `npm run test:deep`. */
export const cases = (usual: number, deep: number): number =>
  process.env[depthVariable] === 'deep' ? deep : usual;
