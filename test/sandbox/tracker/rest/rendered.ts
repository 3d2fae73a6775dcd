import { type Json, type JsonObject, isObject } from '../../json.ts';
import { valuesOf } from '../jql/values.ts';
import { markupHtml } from '../markup/html.ts';
import type { Visitor } from '../visitor.ts';
import type { Issue } from '../world/types.ts';
import { commentBean, worklogBean } from './parts.ts';
import { shownDate, shownDuration, shownStamp } from './stamps.ts';
import { fieldValues } from './values.ts';

/** The value of a field in `renderedFields`: HTML of texts, readable dates, and null for the rest. */
export function renderedValue(field: string, issue: Issue, visitor: Visitor): Json {
  const html = (text: string | undefined): Json =>
    text === undefined ? null : markupHtml(text, issue.hostile);
  const [value] = valuesOf(field, issue, visitor.world);
  switch (field) {
    case 'description':
    case 'environment':
      return html(issue[field]);
    case 'customfield_10110':
      return html(issue.residents);
    case 'created':
    case 'updated':
    case 'resolutiondate':
    case 'customfield_10108':
      return typeof value === 'number' ? shownStamp(value) : null;
    case 'duedate':
    case 'customfield_10107':
      return typeof value === 'number' ? shownDate(value) : null;
    case 'timeoriginalestimate':
    case 'timeestimate':
    case 'timespent':
      return typeof value === 'number' ? shownDuration(value) : null;
    case 'comment':
      return {
        ...objectOf(fieldValues['comment']?.(issue, visitor)),
        comments: issue.comments.map(comment => ({
          ...commentBean(visitor, issue, comment, html(comment.body)),
          created: shownStamp(comment.at),
          updated: shownStamp(comment.at),
        })),
      };
    case 'worklog':
      return {
        ...objectOf(fieldValues['worklog']?.(issue, visitor)),
        worklogs: issue.worklogs.map(worklog => ({
          ...worklogBean(visitor, issue, worklog),
          comment: html(worklog.comment),
          started: shownStamp(worklog.at),
        })),
      };
    case 'attachment':
      return issue.attachments.map(({ id, name, at, size }) => ({
        id: String(id),
        filename: name,
        created: shownStamp(at),
        size: `${Math.ceil(size / 1024)} kB`,
      }));
    default:
      return null;
  }
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
