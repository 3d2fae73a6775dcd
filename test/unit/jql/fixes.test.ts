/** Fixes of problems: a query in one line, and what a fix of its first problem that has one makes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import common from '../../../server/catalogue/messages/query-file-fixes.json' with { type: 'json' };
import jqlTexts from '../../../server/catalogue/messages/jql-fixes.json' with { type: 'json' };
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import type { Fix } from '#shared/base/text/problem.ts';
import { edited, fixAll, fixes, problemsOf } from '../../support/jql-problems.ts';
import { knowledge } from '../../support/jql.ts';

const texts: Readonly<Record<string, string>> = { ...common, ...jqlTexts };
const allFixes = (text: string, siteKnowledge?: JqlKnowledge): readonly Fix[] =>
  problemsOf(text, siteKnowledge).flatMap(problem => fixes(text, problem, siteKnowledge));

/** The preferred fix, else the only one. */
const fixed: readonly (readonly [query: string, after: string])[] = [
  ['assignee <> anna', 'assignee != anna'],
  ['status = Open AND key = A-1 AND status in (Open, Done)', 'status = Open AND key = A-1'],
  ['status = Open OR status in (Open, Done)', 'status in (Open, Done)'],
  ['key = A-1 AND votes > 1 OR key = B-1', '(key = A-1 AND votes > 1) OR key = B-1'],
  ['status == Open', 'status = Open'],
  ['key = "ABC-1, ABC-2"', 'key in (ABC-1, ABC-2)'],
  ["parent != 'ABC-1 ABC-2' AND votes > 1", 'parent not in (ABC-1, ABC-2) AND votes > 1'],
  ['jql := project = A AND status = Open', 'project = A AND status = Open'],
  ['GET /rest/api/2/search?jql=project%20%3D%20A&maxResults=10', 'project = A'],
  ['GET https://x.example/rest/api/2/search?jql=project%3DA+AND+votes%3E1 HTTP/1.1', 'project=A AND votes>1'],
  ['jql: >\n  project = A\n  AND status = Open', 'project = A\n  AND status = Open'],
  ['- "jql": |-\n    status = Open', 'status = Open'],
  ['project = A AND status \\!= Done', 'project = A AND status != Done'],
  ['project = A AND \\\n status = Open \\', 'project = A AND \n status = Open '],
  ['jira issue list -q "project = A AND status = Open"', 'project = A AND status = Open'],
  ['jira issue list -q"project = A AND status = Open" --plain', 'project = A AND status = Open'],
  ['jira.search_issues(\'project = A AND due < "0"\', maxResults=9)', 'project = A AND due < "0"'],
  ["'filter' => 'project = A AND updated < -2y',", 'project = A AND updated < -2y'],
  ['[string]$x = "project = A ORDER BY key",', 'project = A ORDER BY key'],
  ['return "key = A-1 AND status = Open"', 'key = A-1 AND status = Open'],
  ['JQL: project = A AND status = Open', 'project = A AND status = Open'],
  [
    "Sure! Here is it, it's simple:\n\nproject = A AND status = Open\n\nTell me more.",
    'project = A AND status = Open',
  ],
  ['status = "In\u00a0Progress"', 'status = "In Progress"'],
  ['status = "Do\u200bne"', 'status = "Done"'],
  ['<p>project = A<br>AND status = "Open"</p>', 'project = A AND status = "Open"'],
  ['> project = A\n> AND status = Open', 'project = A\nAND status = Open'],
  ['<https://x.example/issues/?jql=key%20%3D%20A-1>', 'key = A-1'],
  ['[open|https://x.example/issues/?jql=key%20%3D%20A-1]', 'key = A-1'],
  ['[open](https://x.example/issues/?jql=key%20%3D%20A-1)', 'key = A-1'],
  ['Here is the query:\n\nproject = A AND status = Open', 'project = A AND status = Open'],
  ['**JQL query:** `status = "In Progress"`', 'status = "In Progress"'],
  ['Here it is:\n```\nproject = A\n```\nIt finds A.', 'project = A'],
  ['[10:23] Ann Lee: project = A AND status = Open', 'project = A AND status = Open'],
  ['@ann project = A AND status = Open', 'project = A AND status = Open'],
  ['="status = ""In Progress"" AND project = A"', 'status = "In Progress" AND project = A'],
  ['(key = A-1) (status = Open OR votes > 3)', '(key = A-1) AND (status = Open OR votes > 3)'],
  ['status in (Open, "Done)', 'status in (Open, "Done")'],
  ['(status in (Open, "Done))', '(status in (Open, "Done"))'],
  ['status = "Done)', 'status = "Done)"'],
  ['votes => 3', 'votes >= 3'],
  ['status==Open', 'status=Open'],
  ['status === Open', 'status = Open'],
  ['status !== Open', 'status != Open'],
  ['votes >== 3', 'votes >= 3'],
  ['votes >> 3', 'votes > 3'],
  ['votes >< 3', 'votes != 3'],
  ['summary ~~ x', 'summary ~ x'],
  ['summary ~= x', 'summary ~ x'],
  ['summary has x', 'summary ~ x'],
  ['summary does not contain x', 'summary !~ x'],
  ['status := Open', 'status = Open'],
  ['description was empty', 'description is empty'],
  ['text was x', 'text ~ x'],
  ['summary LIKE "x"', 'summary ~ "x"'],
  ['summary not like "x"', 'summary !~ "x"'],
  ['status is not in (Open)', 'status not in (Open)'],
  ['status not = Open', 'status != Open'],
  ['project = A ORDERBY created', 'project = A ORDER BY created'],
  ['project = A SORT BY created', 'project = A ORDER BY created'],
  ['project = A LIMIT 5', 'project = A'],
  ['select * from issues where project = A', 'project = A'],
  ['assignee isnull', 'assignee IS NULL'],
  ['status = Open AND', 'status = Open'],
  ['status = Open and ORDER BY key', 'status = Open ORDER BY key'],
  ['(status = Open OR) AND key = A-1', '(status = Open) AND key = A-1'],
  ['status = Open AND AND type = Bug', 'status = Open AND type = Bug'],
  ['AND status = Open', 'status = Open'],
  ['labels in (a, b,)', 'labels in (a, b)'],
  ['labels in (a b)', 'labels in (a, b)'],
  ['order by key, ', 'order by key '],
  ['order created', 'order BY created'],
  ['status = Open)', 'status = Open'],
  ['(status = Open ORDER BY key', '(status = Open) ORDER BY key'],
  ['key = A-1 AND (labels in (a, b)', 'key = A-1 AND (labels in (a, b))'],
  ['labels in (a, b', 'labels in (a, b)'],
  ['assignee in membersOf(a', 'assignee in membersOf(a)'],
  ['labels = "x', 'labels = "x"'],
  ["labels = 'x", "labels = 'x'"],
  ['summary ~ "a\\qb"', 'summary ~ "a\\\\qb"'],
  ['status = In Progress', 'status = "In Progress"'],
  ['status = To Do AND key = A-1', 'status = "To Do" AND key = A-1'],
  ['status = Ready for Test ORDER BY key', 'status = "Ready for Test" ORDER BY key'],
  ['status = Ready now AND key = A-1', 'status = "Ready now" AND key = A-1'],
  ['group = a', '"group" = a'],
  ['assignee = a@b.org', 'assignee = "a@b.org"'],
  ['created > 2024/01/15 AND key = A-1', 'created > "2024/01/15" AND key = A-1'],
  ['status = Open;', 'status = Open'],
  ['project = A status = Open', 'project = A AND status = Open'],
  ['status = (Open, Done)', 'status in (Open, Done)'],
  ['status != (Open, Done)', 'status not in (Open, Done)'],
  ['status in Open', 'status in (Open)'],
  ['status is Done', 'status = Done'],
  ['status is not Done', 'status != Done'],
  ['status is not (Done, Open)', 'status not in (Done, Open)'],
  ['status = Open by anna', 'status was Open by anna'],
  ['Sprnt = 5', 'sprint = 5'],
  ['"Epic Lnk" = A-1', '"Epic Link" = A-1'],
  ['issue in linkedIsues(A-1)', 'issue in linkedIssues(A-1)'],
  ['issue in linkedIssue(A-1)', 'issue in linkedIssues(A-1)'],
  ['status was in progress', 'status was "In Progress"'],
  ['status in progress', 'status = "In Progress"'],
  ['status not in review', 'status != "In Review"'],
  // a missing quote, beside others
  ['type = "Story and status = "Done" and votes > 1', 'type = "Story" and status = "Done" and votes > 1'],
  ["issuetype = 'Test and key in tests('A-1')", "issuetype = 'Test' and key in tests('A-1')"],
  ['assignee = currentUser) or votes > 1', 'assignee = currentUser() or votes > 1'],
  ['created > -7d created < -1d', 'created > -7d AND created < -1d'],
  ['status != Open and != Done', 'status != Open and status != Done'],
  // misspelled keywords
  ['status = Open adn votes > 1', 'status = Open and votes > 1'],
  ['status = Open oder by created', 'status = Open order by created'],
  ['status = Open order bye created', 'status = Open order by created'],
  ['noot status = Open', 'not status = Open'],
  ['status was Open befor -1d', 'status was Open before -1d'],
  ['status CHANGED FORM Open', 'status CHANGED FROM Open'],
  ['assignee is emtpy', 'assignee is empty'],
  ['summary is MEPTY', 'summary is EMPTY'],
  ['assignee is nto empty', 'assignee is not empty'],
  ['summary ~ "a" nad status = "b"', 'summary ~ "a" and status = "b"'],
  ['type = Online Form order by key', 'type = "Online Form" order by key'],
  ['assignee = Mary Ann Smith order by key', 'assignee = "Mary Ann Smith" order by key'],
  ['summary = login', 'summary ~ login'],
  ['summary != login', 'summary !~ login'],
  ['status ~ Open', 'status = Open'],
  ['labels was urgent', 'labels = urgent'],
  ['assignee = membersOf(a)', 'assignee in membersOf(a)'],
  ['assignee != membersOf(a)', 'assignee not in membersOf(a)'],
  ['assignee in currentUser()', 'assignee in (currentUser())'],
  ['created > now(1)', 'created > now()'],
  ['created > startOfDay("-1 day")', 'created > startOfDay(-1d)'],
  ['created > startOfDay("1D")', 'created > startOfDay(1d)'],
  ['created > now', 'created > now()'],
  ['assignee = currentUser', 'assignee = currentUser()'],
  ['created > yesterday', 'created > startOfDay(-1d)'],
  ['created > 15.1.2024', 'created > 2024-01-15'],
  ['created > "2024-01-15T10:00:00Z"', 'created > "2024-01-15 10:00"'],
  ['created > "2 weeks ago"', 'created > -2w'],
  ['created > -1W', 'created > -1w'],
  ['created > -1y', 'created > -365d'],
  ['status changed during (2024-02-01, 2024-01-01)', 'status changed during (2024-01-01, 2024-02-01)'],
  ['order by text', ''],
  ['key = A-1 order by text, key', 'key = A-1 order by key'],
  ['order by created, key, CREATED desc', 'order by created, key'],
  ['summary ~ "two words"', 'summary ~ "\\"two words\\""'],
  ['summary ~ "AND"', 'summary ~ "\\"AND\\""'],
  ['summary ~ ""', 'summary IS EMPTY'],
  ['summary ~ "main() failed"', String.raw`summary ~ "main\\(\\) failed"`],
  ['summary ~ "Error:"', String.raw`summary ~ "Error\\:"`],
  ['summary ~ "[QA] login"', String.raw`summary ~ "\\[QA\\] login"`],
  ['summary ~ "BAD +"', String.raw`summary ~ "BAD \\+"`],
  ['summary ~ "abc *xyz"', 'summary ~ "abc xyz"'],
  ['summary ~ "Hello World!"', 'summary ~ "Hello World\\\\!"'],
  ['summary ~ "(login"', 'summary ~ "\\\\(login"'],
  ['labels != urgent', 'labels != urgent OR labels IS EMPTY'],
  ['key = A-1 AND labels != urgent', 'key = A-1 AND (labels != urgent OR labels IS EMPTY)'],
  ['"Epic Link" not in (A-1) ORDER BY key', '"Epic Link" not in (A-1) OR "Epic Link" IS EMPTY ORDER BY key'],
  ['status = \u201cIn Progress\u201d', 'status = "In Progress"'],
  ['status\u00a0= Open', 'status = Open'],
  ['status = Open\u200b', 'status = Open'],
  ['created >= \u20137d', 'created >= -7d'],
  ['created >= "\u20137d"', 'created >= "-7d"'],
  ['votes \u2265 3', 'votes >= 3'],
  ['issueFunction in linkedIssuesOf(filter = "x")', `issueFunction in linkedIssuesOf('filter = "x"')`],
  ['issueFunction in epicsOf(type = Bug)', 'issueFunction in epicsOf("type = Bug")'],
  ['project = OR', 'project = "OR"'],
  ['project = OR ORDER BY created', 'project = "OR" ORDER BY created'],
  ['project in (OR, A)', 'project in ("OR", A)'],
  ['project in (A, OR)', 'project in (A, "OR")'],
  ['project not in (NOT)', 'project not in ("NOT")'],
  ['project != NOT', 'project != "NOT"'],
  ['issue in openSprints()', 'sprint in openSprints()'],
  ['issueFunction in linkedIssues(A-1)', 'issue in linkedIssues(A-1)'],
  ['startOfDay() > created', 'created < startOfDay()'],
  ['currentUser() = assignee AND type = Bug', 'assignee = currentUser() AND type = Bug'],
  ['currentUser()', 'assignee = currentUser()'],
  ['Open = status', 'status = Open'],
  ['"x" in labels', 'labels in ("x")'],
  [
    'issueFunction in linkedIssuesOf("type = Bug" blocks)',
    'issueFunction in linkedIssuesOf("type = Bug", blocks)',
  ],
  ['linkedIssues(A-1)', 'issue in linkedIssues(A-1)'],
  ['votedIssues() AND type = Bug', 'issue in votedIssues() AND type = Bug'],
  ['2022-01-02 < updated', 'updated > 2022-01-02'],
  ['labels != None', 'labels IS NOT EMPTY'],
  ['labels in (None, a)', 'labels in (EMPTY, a)'],
  ['labels is not NONE', 'labels IS NOT EMPTY'],
  ['fixVersion is not None', 'fixVersion IS NOT EMPTY'],
  ['due != None', 'due IS NOT EMPTY'],
  ['parent in (none, A-1)', 'parent in (EMPTY, A-1)'],
  ['project = A OR resolution is Unresolved', 'project = A OR resolution = Unresolved'],
  ['status = Open AND assignee is Unassigned', 'status = Open AND assignee IS EMPTY'],
  ['security = x', 'level = x'],
  ['summary ~ "a\\qb\\qc"', 'summary ~ "a\\\\qb\\\\qc"'],
  // names of several words
  ['Epic Link = A-1', '"Epic Link" = A-1'],
  ['epic link in (A-1, A-2)', '"Epic Link" in (A-1, A-2)'],
  ['Story Points > 3', '"Story Points" > 3'],
  ['Issue Type = Bug', 'issueType = Bug'],
  ['due date < now()', 'due < now()'],
  ['Fix Version = 1', 'fixVersion = 1'],
  ['Fix Version/s = 1.0 AND key = A-1', 'fixVersion = 1.0 AND key = A-1'],
  ["Client's Name = x", '"Client\'s Name" = x'],
  ['key = A-1 AND (Review State = open)', 'key = A-1 AND ("Review State" = open)'],
  // values of several words, and with signs in them
  ['type in (Bug, New Feature)', 'type in (Bug, "New Feature")'],
  ['status in (Done, Logged In)', 'status in (Done, "Logged In")'],
  ["status = Won't Do", 'status = "Won\'t Do"'],
  ["status = Won't Do AND assignee = 'x'", "status = \"Won't Do\" AND assignee = 'x'"],
  ["reporter = O'Brien", 'reporter = "O\'Brien"'],
  ["reporter in (O'Brien, anna)", 'reporter in ("O\'Brien", anna)'],
  ["assignee isn't empty", 'assignee is not empty'],
  ['status: Open AND key = A-1', 'status = Open AND key = A-1'],
  ['key = A-1 OR project:LAMP', 'key = A-1 OR project = LAMP'],
  ['labels:(a, b)', 'labels in (a, b)'],
  ['text:"error message"', 'text ~ "error message"'],
  ['assignee:currentUser()', 'assignee = currentUser()'],
  ['status:= Open', 'status= Open'],
  ["status wasn't Done", 'status was not Done'],
  ['labels = R&D', 'labels = "R&D"'],
  ['labels in (Q&A, b)', 'labels in ("Q&A", b)'],
  ['summary ~ ""foo bar""', 'summary ~ "\\"foo bar\\""'],
  // values without a field of their own
  ['status = Open or Done', 'status in (Open, Done)'],
  ['status = To Do or In Progress', 'status in ("To Do", "In Progress")'],
  ['status=Open or Done', 'status in (Open, Done)'],
  ['status != Open and Done', 'status not in (Open, Done)'],
  ['status was Open or Done', 'status was in (Open, Done)'],
  ['status = Open and Done', 'status in (Open, Done)'],
  ['assignee = anna or currentUser()', 'assignee in (anna, currentUser())'],
  ['key = A-1 AND status = Open or Done ORDER BY key', 'key = A-1 AND status in (Open, Done) ORDER BY key'],
  ['summary ~ "a" or "b"', 'summary ~ "a" or summary ~ "b"'],
  ['key = A-1 AND summary ~ "a" or "b"', 'key = A-1 AND (summary ~ "a" or summary ~ "b")'],
  ['status = Open, Done', 'status in (Open, Done)'],
  ['status in Open, Done', 'status in (Open, Done)'],
  ['status = Open, Done // both\n', 'status in (Open, Done) // both\n'],
  // what separates and encloses
  ['status in [Open, Done]', 'status in (Open, Done)'],
  ['status = [To Do, Done]', 'status in ("To Do", Done)'],
  ['status in {Open, Done}', 'status in (Open, Done)'],
  ['status in (Open; Done)', 'status in (Open, Done)'],
  ['project = ABC, status = Open', 'project = ABC AND status = Open'],
  ['project = ABC; status = Open', 'project = ABC AND status = Open'],
  // comments stay as they are
  ['status in (\n Open,\n // Done,\n)', 'status in (\n Open\n // Done,\n)'],
  ['project = A AND // this and\nORDER BY key', 'project = A // this and\nORDER BY key'],
  ['project = A OR # or\n', 'project = A # or\n'],
  ['status = Open; // all', 'status = Open // all'],
  ['project = A;status = Open', 'project = A AND status = Open'],
  // as search engines have it
  ['-status:Open', 'status != Open'],
  ['-summary:crash', 'summary !~ crash'],
  ['-text:crash', 'NOT text ~ crash'],
  ['-status:(Open, Done)', 'status not in (Open, Done)'],
  ['label:bug', 'labels = bug'],
  ['is:open', 'statusCategory != Done'],
  ['key = A-1 and is:unresolved', 'key = A-1 and resolution IS EMPTY'],
  ['is:closed and key = A-1', 'statusCategory = Done and key = A-1'],
  ['status : Open', 'status = Open'],
  ['status :Open', 'status = Open'],
  // a condition without its field
  ['created > -7d and < -1d', 'created > -7d and created < -1d'],
  ['assignee or reporter = anna', 'assignee = anna OR reporter = anna'],
  ['assignee or reporter is EMPTY', 'assignee is EMPTY OR reporter is EMPTY'],
  ['summary, description ~ "lamp post"', 'summary ~ "lamp post" OR description ~ "lamp post"'],
  ['(assignee or reporter) = currentUser()', '(assignee = currentUser() OR reporter = currentUser())'],
  ['key = A-1 and assignee or reporter=anna', 'key = A-1 and (assignee=anna OR reporter=anna)'],
  ['assignee and reporter in (a, b) order by key', 'assignee in (a, b) AND reporter in (a, b) order by key'],
  ['status in ("Open, "Closed")', 'status in ("Open", "Closed")'],
  ["assignee = 'anna and status = 'To Do'", "assignee = 'anna' and status = 'To Do'"],
  ['status in Open)', 'status in (Open)'],
  ['status in Open, To Do) order by key', 'status in (Open, "To Do") order by key'],
  ['created > -7d < -1d', 'created > -7d AND created < -1d'],
  ['assignee is EMPTY or = anna', 'assignee is EMPTY or assignee = anna'],
  ['status = Open or in (A, B)', 'status = Open or status in (A, B)'],
  ['status was Open after -7d and was Done', 'status was Open after -7d and status was Done'],
  ['A-1', 'key = A-1'],
  ['A-1, B-2 order by key', 'key in (A-1, B-2) order by key'],
  ['A-1 B-2 and status = Open', 'key in (A-1, B-2) and status = Open'],
  // what separates the values of a list
  ['status in (Open or Done)', 'status in (Open, Done)'],
  ['status in ("Open" | "Done" | "New")', 'status in ("Open", "Done", "New")'],
  ['status in (Open, Closed and Done)', 'status in (Open, Closed, Done)'],
  ['status != (Open or Done)', 'status not in (Open, Done)'],
  ['status in (Open and Close, Done)', 'status in ("Open and Close", Done)'],
  ['project in (, A)', 'project in (A)'],
  ['project in (A,, B)', 'project in (A,B)'],
  ['project in ("A" "B")', 'project in ("A", "B")'],
  ['key in (A-1 B-2)', 'key in (A-1, B-2)'],
  // values in which the grammar reads predicates
  ['status = Ready to Deploy', 'status = "Ready to Deploy"'],
  ['status = End to End Testing', 'status = "End to End Testing"'],
  ['status = Waiting on Customer and key = A-1', 'status = "Waiting on Customer" and key = A-1'],
  ['status != On Hold', 'status != "On Hold"'],
  ['status was Ready to Deploy', 'status was "Ready to Deploy"'],
  ['status was Waiting on Customer before -1w', 'status was "Waiting on Customer" before -1w'],
  ['status changed from Waiting on Customer to Done', 'status changed from "Waiting on Customer" to Done'],
  ['status changed to In Progress after -1w', 'status changed to "In Progress" after -1w'],
  ['status = Open on 2024-01-15', 'status was Open on 2024-01-15'],
  // negation and the past
  ["status isn't Done", 'status != Done'],
  ["summary isn't x", 'summary !~ x'],
  ["status isn't in (Done)", 'status not in (Done)'],
  ['status not Done', 'status != Done'],
  ['summary not "x"', 'summary !~ "x"'],
  ['status not (Open, Done)', 'status not in (Open, Done)'],
  ['status not-in (Done)', 'status not in (Done)'],
  ['status not changed', 'NOT status changed'],
  ['key = A-1 and status was not changed after -7d', 'key = A-1 and NOT status changed after -7d'],
  ['status was changed', 'status changed'],
  ['status changed since -7d', 'status changed after -7d'],
  ['status changed in last 7 days', 'status changed after -7d'],
  ['status changed = Done', 'status changed to Done'],
  ['status changed "Open" to "Done"', 'status changed from "Open" to "Done"'],
  ['status changed from Open, New to Done', 'status changed from (Open, New) to Done'],
  ['status changed to Open, "To Do" by anna', 'status changed to (Open, "To Do") by anna'],
  ['status changed from Open to Done, New', 'status changed from Open to (Done, New)'],
  ['summary WAS NOT IN (a)', 'summary !~ a'],
  // quotes of two kinds around a text
  [`status = "New Feature' and key = A-1`, 'status = "New Feature" and key = A-1'],
  [`status = 'New Feature" and key = A-1`, "status = 'New Feature' and key = A-1"],
  ['status = "New Feature” and key = A-1', 'status = "New Feature" and key = A-1'],
  [`status was "In Progress' by anna`, 'status was "In Progress" by anna'],
  [`status changed to "Done” after -7d and key = A-1`, 'status changed to "Done" after -7d and key = A-1'],
  [`labels in ("a b', c)`, 'labels in ("a b", c)'],
  [`type = "New Feature' and status = "To Do"`, 'type = "New Feature" and status = "To Do"'],
  // sentences
  ['status is equal to Open', 'status = Open'],
  ['status is not equal to Open', 'status != Open'],
  ['summary is equal to x', 'summary ~ x'],
  ['status equals to Open', 'status = Open'],
  ['votes is greater than 3', 'votes > 3'],
  ['votes less than 3', 'votes < 3'],
  ['assignee is one of (a, b)', 'assignee in (a, b)'],
  ['assignee is not one of (a, b)', 'assignee not in (a, b)'],
  ['status is set to Done', 'status = Done'],
  ['labels is empty.', 'labels is EMPTY'],
  // functions
  ['sprint in openSprints', 'sprint in openSprints()'],
  ['sprint in openSprint()', 'sprint in openSprints()'],
  ['issue in linkedIssue(A-1)', 'issue in linkedIssues(A-1)'],
  ['issueFunction in hasComments', 'issueFunction in hasComments()'],
  ['sprint is openSprints()', 'sprint in openSprints()'],
  ['sprint is not openSprints()', 'sprint not in openSprints()'],
  ['issueFunction = hasLinks()', 'issueFunction in hasLinks()'],
  ['status changed by currentUser', 'status changed by currentUser()'],
  ['status changed after startOfWeek', 'status changed after startOfWeek()'],
  ['assignee = "currentUser()"', 'assignee = currentUser()'],
  ['created > "startOfDay(-1d)"', 'created > startOfDay(-1d)'],
  // dates and lengths
  ['created > today - 7', 'created > startOfDay(-7d)'],
  ['created > today() - 2w', 'created > startOfDay(-2w)'],
  ['created > startOfMonth() - 1', 'created > startOfMonth(-1)'],
  ['created > now - 7d', 'created > -7d'],
  ['created > "now-30d"', 'created > -30d'],
  ['created > today-7', 'created > startOfDay(-7d)'],
  ['created > 20240115', 'created > 2024-01-15'],
  ['created > -7', 'created > -7d'],
  ['created > -1month', 'created > -30d'],
  ['created > 7d', 'created > -7d'],
  ['updated >= "1w 2d"', 'updated >= "-1w 2d"'],
  ['originalEstimate > 2 hours', 'originalEstimate > 2h'],
  ['workRatio > 75%', 'workRatio > 75'],
  // order
  ['key = A-1 order by desc created', 'key = A-1 order by created desc'],
  ['order by key, story points desc', 'order by key, "Story Points" desc'],
  ['order by created desc updated', 'order by created desc, updated'],
  ['order by status CHANGED desc', 'order by status desc'],
  ['order by priority = High, key', 'order by priority, key'],
  ['order by lower(summary) desc', 'order by summary desc'],
  ['order by created OFFSET 10', 'order by created'],
  // names and quotes
  ['cf(10001) = x', 'cf[10001] = x'],
  ['cf["Story Points"] > 5', '"Story Points" > 5'],
  ['cf10001 = x', 'cf[10001] = x'],
  ['project = `A`', 'project = "A"'],
  ['`project = A`', 'project = A'],
  // the whole query
  ['"project = A AND status = Open"', 'project = A AND status = Open'],
  ['\'project = "A"\'', 'project = "A"'],
  ['jql=project = A', 'project = A'],
  ['?jql=project+%3D+A&startAt=1', 'project = A'],
  ['https://x.example/browse/A-1\nhttps://x.example/browse/A-2', 'key in (A-1, A-2)'],
  ['https://bugs.example.org/issues/?jql=project%20%3D%20A', 'project = A'],
  ['project%20%3D%20A', 'project = A'],
  ['https://bugs.example.org/browse/A-1', 'key = A-1'],
];

const elsewhere: readonly (readonly [site: JqlKnowledge['platform'], query: string, after: string])[] = [
  ['cloud', '"Epic Link" = A-1', 'parent = A-1'],
  ['datacenter', 'key in linkedWorkItems(A-1)', 'key in linkedIssues(A-1)'],
];

const without: readonly string[] = [
  '@when = yesterday\ncreated > {{when}}',
  '@value = In Progress\nstatus = {{value}}',
  'Colour = red',
  'created > 2024-02-30',
  'votes > many',
  'labels in ()',
  'summary WAS NOT IN (a, b)',
  'order by created project = A',
  'order by random()',
  'count(project = A)',
  'project = <project>',
  'status = (Open or status = Done)',
  'comment is EMPTY',
  '@a = (b\nlabels in {{a}}',
  '@a = "b\nlabels = {{a}}',
  '@a = R&D\nlabels = {{a}}',
  '@a = a or b\nlabels = {{a}}',
];

/** Queries before and after all preferred fixes are applied at once. */
const allFixed: readonly (readonly [query: string, after: string])[] = [
  [
    'project\u00a0= LAMP\u00a0AND status = Open\u00a0ORDER BY key',
    'project = LAMP AND status = Open ORDER BY key',
  ],
  [
    'reporter=currentUser(),\u00a0status\u00a0not\u00a0in\u00a0(Done)',
    'reporter=currentUser(), status not in (Done)',
  ],
  ['status\u00a0= Open AND AND key = A-1', 'status = Open AND key = A-1'],
  ['fixVersion in (Release 1.2, Release 1.3)', 'fixVersion in ("Release 1.2", "Release 1.3")'],
  ['status in (To Do, In Progress)', 'status in ("To Do", "In Progress")'],
  ['Issue Type = Bug; status = Open, Done', 'issueType = Bug AND status in (Open, Done)'],
  ['-label:later assignee:anna', 'labels != later AND assignee = anna'],
  ['labels = a OR labels:b', 'labels = a OR labels = b'],
  ['project:A status:"In Progress"', 'project = A AND status = "In Progress"'],
  ['status changed from To Do to In Progress', 'status changed from "To Do" to "In Progress"'],
  ['status in (In Progress or Done)', 'status in ("In Progress", Done)'],
  ['Story Points > 3 and < 8', '"Story Points" > 3 and "Story Points" < 8'],
  ['status in (Open, Done,) AND AND key = A-1;', 'status in (Open, Done) AND key = A-1'],
  ['status = Not Started', 'status = "Not Started"'],
  // a parenthesis that is closed after the whole value
  ['(key = A-1 OR status = In Progress', '(key = A-1 OR status = "In Progress"'],
  ['(key = A-1 OR status = “In Progress”', '(key = A-1 OR status = "In Progress")'],
  ['(key = A-1 OR summary ~ ‘a b’ ORDER BY key', "(key = A-1 OR summary ~ 'a b') ORDER BY key"],
  // functions in a list
  ['sprint not in (openSprints() or futureSprints())', 'sprint not in (openSprints(), futureSprints())'],
  // half of the parentheses of a function
  ['type in (standardIssueTypes(, Epic)', 'type in (standardIssueTypes(), Epic)'],
  ['status changed during (startOfWeek(, now())', 'status changed during (startOfWeek(), now())'],
  ['issueFunction in hasLinkType"Blocks")', 'issueFunction in hasLinkType("Blocks")'],
  ['assignee = currentUser) AND key = A-1', 'assignee = currentUser() AND key = A-1'],
  // half of the quotes
  ['type = New Feature" AND status = "Open"', 'type = "New Feature" AND status = "Open"'],
  ['type = New Feature" AND status = Open', 'type = "New Feature" AND status = Open'],
  // lines of lists
  ['• project = A', 'project = A'],
  ['1. status = In Progress', 'status = "In Progress"'],
  // marks of documents
  ['```jql\nproject = A\nAND status = Open\n```', 'project = A\nAND status = Open'],
  ['`project = A`', 'project = A'],
  ['*project = A AND status = Open*', 'project = A AND status = Open'],
  ['{code:sql}\nproject = A\n{code}', 'project = A'],
  ['{noformat}project = A{noformat}', 'project = A'],
  ['{{project = A AND status = Open}}', 'project = A AND status = Open'],
  ['status = "Open” AND priority = “High"', 'status = "Open" AND priority = "High"'],
  ['status in ("To Do”, “In Progress")', 'status in ("To Do", "In Progress")'],
  ['project = A AND status = “Open"', 'project = A AND status = "Open"'],
  ['summary ~ ‹x›', "summary ~ 'x'"],
  ['assignee = current user AND key = A-1', 'assignee = currentUser() AND key = A-1'],
  ['sprint not in open sprints', 'sprint not in openSprints()'],
  ['project = A AND summary contains "x"', 'project = A AND summary ~ "x"'],
  ['assignee in membersOf(devs team) AND key = A-1', 'assignee in membersOf("devs team") AND key = A-1'],
  ['issue in linkedIssues(A-1, is blocked by)', 'issue in linkedIssues(A-1, "is blocked by")'],
  // letters of another alphabet
  ['ѕtatus = Open AND prоject = A', 'status = Open AND project = A'],
  // several values in one pair of quotes
  ['key in ("A-1, A-2, A-3")', 'key in ("A-1", "A-2", "A-3")'],
  ['status in ("To Do, In Progress", Done)', 'status in ("To Do", "In Progress", Done)'],
  ['“project = A AND status = Open”', 'project = A AND status = Open'],
  ['https://x.example/secure/IssueNavigator.jspa?reset=true&jqlQuery=key+%3D+A-1', 'key = A-1'],
  // lines of programs
  ["const jql = 'project = A AND status = Open';", 'project = A AND status = Open'],
  ['jql = """\nproject = A\nAND status = Open\n"""', 'project = A\nAND status = Open'],
  ['/issues/?jql=key%20%3D%20A-1', 'key = A-1'],
  ['\u202aproject = A\u202c', 'project = A'],
  ['jql="project = A AND status = Open"', 'project = A AND status = Open'],
  ['"jql": "status = \\"In Progress\\"",', 'status = "In Progress"'],
  [String.raw`"jql": "worklogAuthor = \"domain\\\\user\"",`, String.raw`worklogAuthor = "domain\\user"`],
  ["jql: 'status = Open'", 'status = Open'],
  ['base_jql = "project = A AND status = Open"', 'project = A AND status = Open'],
  ['private static final String OPEN_JQL = "status = Open";', 'status = Open'],
  ['{"jql": "status = \\"In Progress\\"", "maxResults": 50}', 'status = "In Progress"'],
  // escaped for a page, a program, a table or an address
  ['status = &quot;In Progress&quot; AND created &gt; -1d', 'status = "In Progress" AND created > -1d'],
  ['&#34;Epic Link&#34; = A-1', '"Epic Link" = A-1'],
  ['status in (\\"Sprint Backlog\\", Ready)', 'status in ("Sprint Backlog", Ready)'],
  ['status = ""In Progress"" AND filter = ""a""', 'status = "In Progress" AND filter = "a"'],
  ["status = ''In Progress''", 'status = "In Progress"'],
  ['project = A\\nAND status = Open', 'project = A\nAND status = Open'],
  ['project = A \\\nAND status = Open', 'project = A \nAND status = Open'],
  ['labels%20=%20a%20&%20project%20=%20B', 'labels = a & project = B'],
  ['summary+~+test', 'summary ~ test'],
  ['jql=ORDER%20BY%20updated%20DESC', 'ORDER BY updated DESC'],
  ['issuetype = "Bug AND category = Internal', 'issuetype = "Bug" AND category = Internal'],
  ['(status was Done ON "2019-02-05 ) ORDER BY key', '(status was Done ON "2019-02-05" ) ORDER BY key'],
  ['resolution:EMPTY', 'resolution = EMPTY'],
  ['assignee = EMPTY()', 'assignee = EMPTY'],
  ['assignee is not null()', 'assignee is not NULL'],
  ['assignee = currentuser', 'assignee = currentUser()'],
  ['created < NOW', 'created < now()'],
  ['key = A-1\u00a0ORDER\u00a0BY\u00a0key', 'key = A-1 ORDER BY key'],
  ['status = Not Started AND key = A-1', 'status = "Not Started" AND key = A-1'],
  ['status in (Not Started, Done)', 'status in ("Not Started", Done)'],
  ['resolution in (Done, Not A Bug)', 'resolution in (Done, "Not A Bug")'],
  ['status in (Or Else, And More)', 'status in ("Or Else", "And More")'],
  ['status changed from Not Started to Done', 'status changed from "Not Started" to Done'],
  ['labels in (red, blue AND assignee IS EMPTY', 'labels in (red, blue) AND assignee IS EMPTY'],
  [
    'project = A ORDER BY key\n\n(project = B) AND status = Open',
    'project = A ORDER BY key\n\n###\n(project = B) AND status = Open',
  ],
  ['# one\nproject = A\n# two\nproject = B', '# one\nproject = A\n###\n# two\nproject = B'],
  ['created = today', 'created >= startOfDay()'],
  ['due = today', 'due = startOfDay()'],
  ['resolution is blank', 'resolution is EMPTY'],
  ['assignee is not blank', 'assignee is not EMPTY'],
  ['status = Open ORDER BY created:desc, key', 'status = Open ORDER BY created DESC, key'],
  ['issueFunction in expression(``, `a > b`)', 'issueFunction in expression("", "a > b")'],
  ['status in (“In Progress”; “Done”)', 'status in ("In Progress", "Done")'],
  ['https://x.example/issues/?filter=10400', 'filter = 10400'],
  // signs of text processors and of other keyboards, with apostrophes
  ['resolution = “Won’t Do”', 'resolution = "Won\'t Do"'],
  ["resolution in (“Won't Do”, “Done”)", 'resolution in ("Won\'t Do", "Done")'],
  ['resolution in (‘Won’t Do’, ‘Done’)', "resolution in (\"Won't Do\", 'Done')"],
  ["resolution = ‘Won't Do’", 'resolution = "Won\'t Do"'],
  ["resolution = `Won't Do`", 'resolution = "Won\'t Do"'],
  ['summary ~ “foo ‘bar’ baz”', 'summary ~ "foo ‘bar’ baz"'],
  ["summary ~ “foo 'bar' baz”", 'summary ~ "foo \'bar\' baz"'],
  ['team = ″Team two″', 'team = "Team two"'],
  ['team = ´Team two´', "team = 'Team two'"],
  ['status in (“In Progress”、“Done”)', 'status in ("In Progress","Done")'],
  ["status in ('In Progress'、'Done')", "status in ('In Progress','Done')"],
  ['labels in (a، b)', 'labels in (a, b)'],
  // the quotes of French have blanks inside
  ['status = « En cours » AND « Epic Link » = A-1', 'status = "En cours" AND "Epic Link" = A-1'],
  // doubled by a table, also where a text search could mean a phrase
  ['project = ""A"" AND text ~ ""login""', 'project = "A" AND text ~ "login"'],
  ['https://x.example/secure/IssueNavigator.jspa?mode=hide&requestId=123', 'filter = 123'],
];

/** Mistakes whose fixes lose words, or change what a query finds: none is made without asking. */
const keptAsTheyAre: readonly (readonly [query: string, titles: readonly string[]])[] = [
  ['resolution => Unresolved', ['fix.replace']],
  ['project = A) OR type = Bug) AND status = Open', ['fix.remove', 'fix.remove']],
  ['project = A\nORDER BY key DESC\nNOT status = Done', ['fix.newQuery']],
  ['project = A\nproject = B', ['fix.newQuery', 'fix.connective']],
  ['project = A\nstatus = Open', ['fix.connective', 'fix.newQuery']],
  ['• project = A\n• status = Open', ['fix.newQueries', 'fix.connective']],
  ['- `status = Open`\n- `status = Done`', ['fix.newQueries', 'fix.connective']],
  ['1. project = A OR key = A-1\n2. status = Done', ['fix.newQueries']],
  ['1. project = A AND status = Open\n2. project = B ORDER BY key', ['fix.newQueries']],
  ['status = Open AND', ['fix.remove']],
  // a part that was probably left out: another field, OR, an argument
  ['project = A and in (B, C)', ['fix.repeat']],
  ['project = A and is not EMPTY', ['fix.repeat']],
  ['project = A and NOT = B', ['fix.quote']],
  ['resolution is EMPTY resolution in (Done, Fixed)', ['fix.connective']],
  ['issue in worklog("", , "2024-01-01")', ['fix.remove']],
  ['order by Item key', ['fix.comma']],
  ['status changed to Ready for Test last week', ['fix.quote']],
  ['status = Done today', ['fix.quote']],
  ["summary doesn't contain foo", []],
  // a condition in parentheses, without a connective before it
  ['project = A (status = Open OR votes > 3)', []],
  ['project = A; (status = Open OR votes > 3) AND key = A-1', []],
  ['assignee in (currentUser[])', []],
  ['order by key assignee was in (a, key)', ['fix.remove']],
  // quotes that are mixed up after one is missing
  ['project = TEST" AND type = "Bug" AND assignee = "anna@example.org"', ['fix.quote', 'fix.closeQuote']],
  // values that are joined in other ways
  ['status in Resolved Closed) AND key = A-1', ['fix.openParenthesis']],
  ['project in (ABC or UTF, GIT)', ['fix.quote']],
  ['key in ("A-1" or "A-2", "A-3")', []],
  ['created not between -7d and -1d', ['fix.replace']],
  ['status = In Progress this week', ['fix.quote']],
  // a word written twice
  ['status = Done Done', ['fix.quote']],
  ['status in in (Done)', []],
  ['status changed to to Done', ['fix.quote']],
  ['order by key key', ['fix.comma']],
  ['ORDER BY key, key DESC', ['fix.remove']],
  ['created > 7d', ['fix.replace']],
  ['created > -6m', ['fix.replace', 'fix.replace']],
  ['due < "2024-01-01 12:00"', ['fix.replace']],
  ["originalEstimate = '-240'", ['fix.replace']],
  ['issue in linkedIssuesOf("A-1")', ['fix.replace']],
  ['(status = Open OR votes > 3 AND key = A-1', ['fix.closeParenthesis']],
  ['status = Open OR votes > 3) AND key = A-1', ['fix.remove']],
  ['key = A-1 status = Open OR votes > 3', ['fix.connective']],
  ['status != Open or Done', ['fix.asList', 'fix.repeat']],
  // one value or several
  ['status in (Open In Progress)', ['fix.quote', 'fix.asList']],
  ['status in (Closed Resolved, "On Hold")', ['fix.quote', 'fix.asList']],
  ['project in (BOA UXHWB, B0GCS)', ['fix.quote', 'fix.asList']],
  // another condition, item, direction or call in the quotes
  ['issueFunction in lastUpdated("by currentUser()) AND votes > 1', ['fix.closeQuote']],
  ['ORDER BY "Item ID ASC', ['fix.closeQuote']],
  ['priority CHANGED BY "admin AFTER startOfWeek()', ['fix.closeQuote']],
  ["project in ('BS';'SB')", ['fix.asName']],
  ['project="TEST" type="Story" AND key = A-1', ['fix.asName']],
  ['priority in ("high";"low")', ['fix.asName']],
  // the rest of a value, and not a field
  ['assignee = John Smith is empty', ['fix.connective']],
  ['reporter = Ann Lee changed', ['fix.connective']],
  // a field without a value
  ['project AND component = "API"', ['fix.asName']],
  // another language, a request, a sign, bold text, something left out
  ['summary ~ /foo bar/', ['fix.quote', 'fix.quote']],
  ['project = "ABC" AND status = Done; -- mine', ['fix.asList']],
  ['please show location in (a)', ['fix.asName']],
  ['project eq = A', ['fix.asName']],
  ['**labels = a', ['fix.quote']],
  ['project = A but status ne Done', ['fix.quote']],
  ['project = PROJ created within 7 days', ['fix.quote']],
  ['status = Open and (priority = High …', []],
  // placeholders
  ['project = ${KEY}', ['fix.quote']],
  ['labels in (%s)', ['fix.quote']],
  // words before a query
  ['query: Developer = currentUser()', ['fix.onlyQuery']],
  ['- location in (a)', ['fix.asName']],
  ['1. icingaKey ~ "x"', ['fix.asName']],
  ['created %3E= -7d', ['fix.asName']],
  // a regular expression, everything, a user or a pair of another program
  ['summary ~ /login/', ['fix.quote']],
  ['project = *', ['fix.quote']],
  ['assignee = @me', ['fix.replace']],
  ['project = A sort:updated-desc', ['fix.quote']],
  // the field of another condition
  ['key = A-1 OR assignee empty', []],
  ['updated >= -3d AND assignee currentUser', []],
  ['status=Open^assignee=anna', []],
  ['reporter = anna IS NOT EMPTY@me', ['fix.quote', 'fix.quote']],
  ['status WAS NO in (Open)', ['fix.replace']],
  ['project = A. status = Open', ['fix.connective']],
  ['description = none', ['fix.operator']],
  ['updated = yesterday', ['fix.replace']],
  ['project = A ORDER BY issue type', ['fix.asName']],
  ['NOT (status = Open AND type = Bug', ['fix.closeParenthesis']],
  // a connective that touches the word before it, or that a comma stands for
  ['type = StoryAND status = Open', ['fix.connective']],
  ['fixVersion = 1.0and status = Open', ['fix.connective']],
  ['key = A-1 AND (priority = High, labels = a)', ['fix.writeAnd']],
  ['summary ~ "a", summary ~ "b"', ['fix.writeAnd']],
  // a command after a pipe, a call with other brackets, a part of a function's name
  ['status = Done | sort created', ['fix.asList', 'fix.repeat']],
  ['type = Outcome order_by Rank', ['fix.quote']],
  // words that are lost
  ['Filter: project = A', ['fix.onlyQuery']],
  ['let found = "project = A AND status = ${open}" + rest', ['fix.asName']],
  ["ENV FILTER='status = ${open} AND key = A-1'", ['fix.asName']],
  ['Here is the query:\nproject = A AND status = Open', ['fix.onlyQuery']],
  ['created = today()', ['fix.replace']],
  ['project = *ABC*', ['fix.quote']],
  ['reporter = mailto:a@b.org', ['fix.quote']],
  ['reporter = currentUser{}', ['fix.quote']],
  ['fixVersion in releasedVersi', ['fix.parentheses', 'fix.operator']],
  // several values in one text, or the sign of a sentence
  ['status in ("Open"/"Done")', ['fix.asName']],
  ['status in ("Open"·"Done")', ['fix.asName']],
  ["status in ('Open'+'Done')", ['fix.asName']],
  ['type in (Bug/Task/"New Feature")', ['fix.quote', 'fix.comma']],
  ['priority in (High/Highest)', ['fix.quote']],
  ['priority = high?', ['fix.quote']],
  ['ORDER BY key?', ['fix.quote']],
  // an operator with two meanings, a search for a start, a function that returns a list
  ['status ~= Done', ['fix.replace']],
  ['fixVersion ~= 1.0', ['fix.replace']],
  ["summary like 'abc%'", ['fix.replace']],
  ['project includes powerProject("x")', ['fix.replace']],
  ['location includes cascadeOption("a")', ['fix.replace']],
  // a list of operators
  ['= (equals)\nIN (in list)', ['fix.quote']],
  // a statement, and not a value
  ['status is either Open', []],
  ['assignee is missing', ['fix.operator']],
  ['fixVersion is defined', ['fix.operator']],
  ['sprint is active', ['fix.operator']],
  // another moment
  ['created > "2024-01-01T00:00:00Z"', ['fix.replace']],
  ['created > "2024-01-01T00:00:00+09:00"', ['fix.replace']],
  ['created > -1mo', ['fix.replace', 'fix.replace']],
  ['summary ~ ""', ['fix.isEmpty']],
];

describe('a fix', () => {
  for (const [query, after] of fixed)
    it(`${query} → ${after}`, () => {
      const all = allFixes(query);
      const fix = all.find(({ preferred }) => preferred) ?? all[0];
      assert.ok(fix, 'no fix');
      assert.equal(edited(query, fix.edits), after);
    });
  for (const [platform, query, after] of elsewhere)
    it(`${query} → ${after} (${platform})`, () => {
      const [fix] = allFixes(query, { ...knowledge, platform });
      assert.equal(fix && edited(query, fix.edits), after);
    });
});

describe('all preferred fixes at once', () => {
  for (const [query, after] of allFixed) it(`${query} → ${after}`, () => assert.equal(fixAll(query), after));
});

describe('a fix that may do harm is only offered', () => {
  for (const [query, titles] of keptAsTheyAre)
    it(query, () => {
      assert.equal(fixAll(query), query);
      assert.deepEqual(
        allFixes(query).map(({ title }) => title),
        titles,
      );
    });
});

describe('there is no fix', () => {
  for (const query of without) it(query, () => assert.deepEqual(allFixes(query), []));
});

it('makes its problem go away, where it is the preferred one', () => {
  for (const [query] of fixed) {
    for (const problem of problemsOf(query)) {
      const fix = fixes(query, problem).find(({ preferred }) => preferred);
      if (fix === undefined) continue;
      const left = problemsOf(edited(query, fix.edits)).filter(({ code }) => code === problem.code);
      const before = problemsOf(query).filter(({ code }) => code === problem.code);
      assert.ok(left.length < before.length, `${query}: ${problem.code}`);
    }
  }
});

it('has a title, and one for all of its kind', () => {
  for (const { title, kind } of fixed.flatMap(([query]) => allFixes(query))) {
    assert.ok(texts[title] !== undefined, title);
    assert.ok(texts[`fixAll.${kind}`] !== undefined, kind);
  }
});

it('is preferred at most once for a problem', () => {
  for (const [query] of fixed)
    for (const problem of problemsOf(query))
      assert.ok(fixes(query, problem).filter(({ preferred }) => preferred).length <= 1, query);
});

const equals = (count: number): string => Array.from({ length: count }, () => 'status == Open').join(' AND ');
const hasPreferred = (text: string): boolean =>
  fixes(text, problemsOf(text)[0]!).some(({ preferred }) => preferred);

it('is not preferred where fields that share a negative condition may mean both', () => {
  assert.ok(!hasPreferred('assignee or reporter != anna'));
  assert.ok(hasPreferred('assignee or reporter = anna'));
});

it('is not preferred where another part of the query can be the mistake', () => {
  for (const query of [
    'fixVersion in openSprints()',
    '"x" in labels',
    'labels ~ "x*"',
    'created ~ "2024"',
    'currentUser()',
  ]) {
    const all = allFixes(query);
    assert.equal(all.length, 1, query);
    assert.ok(!all[0]!.preferred, query);
  }
});

it('of a name that the site may define is not preferred, of one that it does not list it is', () => {
  const complete = { ...knowledge, catalogue: { ...knowledge.catalogue, complete: true } };
  for (const query of ['asignee = anna', 'assignee = curentUser()', 'order by creatd']) {
    const preferred = (siteKnowledge: JqlKnowledge): boolean[] =>
      allFixes(query, siteKnowledge).map(fix => fix.preferred === true);
    assert.deepEqual(preferred(knowledge), [false], query);
    assert.deepEqual(preferred(complete), [true], query);
  }
  assert.equal(allFixes('customfield_10010 = 1')[0]?.preferred, true);
});

it('is not preferred where there is too much wrong to look at what each one does', () => {
  assert.deepEqual(
    [2, 100, 2000].map(count => hasPreferred(equals(count))),
    [true, true, false],
  );
});
