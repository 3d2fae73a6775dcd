/** Set by `npm run test:deep`. */
export const depthVariable = 'TEST_DEPTH';

/** How many random cases a test tries: enough to notice a mistake in `npm test`, all in `npm run test:deep`. */
export const cases = (usual: number, deep: number): number =>
  process.env[depthVariable] === 'deep' ? deep : usual;
