const marker = /(?:`{3}|~{3})[ \t]*(?:wikiquery|jql|sql)/i;

/** Whether a Markdown text may have a fence of queries: a cheap test before it is parsed. */
export const hasQueryFence = (text: string): boolean => marker.test(text);
