/** Whether a column's values are aligned at the end, so that digits line up. */
export const alignsEnd = (type: string): boolean => type === 'number' || type === 'size' || type === 'id';
