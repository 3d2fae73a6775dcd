/** Whether a name can follow `# @site`. */
export const isSiteName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);
