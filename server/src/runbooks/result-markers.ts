/** The comments around a result in a report, which no renderer of Markdown shows. */
export const [startMarker, endMarker] = ['<!-- wikijql:result -->', '<!-- /wikijql:result -->'];

/** What a block of HTML is where a result begins and ends. */
export const resultStart = /^<!--\s*wikijql:result\b[^>]*-->\s*$/;
export const resultEnd = /^<!--\s*\/wikijql:result\s*-->\s*$/;
