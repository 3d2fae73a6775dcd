/** The titles of a comparison's own columns, in tests of the store. */
export const comparisonTitles = {
  state: 'Change',
  changes: 'Changed columns',
  before: (title: string): string => `${title} (before)`,
};
