/** A made-up issue as the server prepares one, for the issue panel's tests and its pictures. */
import type { Issue } from '#shared/protocol/issue.ts';

const browse = 'https://issues.example.org/browse/';
const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString();

const description = `
<p>Since the switch to summer time the <b>tide table</b> of the outer mole is one hour early from the second day on.
It is right again after a restart. See the <a href="https://tides.example.org/mole?day=3">table of the office</a>,
<a href="/browse/HARBOR-118">HARBOR-118</a> and <tt>TideClock#advance</tt>.</p>
<h2>To reproduce</h2>
<ol><li>Set the clock to 29 March, 01:59.</li><li>Wait for the <em>second</em> high water.</li>
<li>Compare with the gauge: <code>gauge --mole outer --raw</code></li></ol>
<div class="code panel"><div class="codeContent"><pre class="code-java">Duration drift = clock.now().minus(gauge.last());
if (drift.abs().compareTo(TOLERANCE) &gt; 0) {
    alarm.raise("tide table off by " + drift);
}</pre></div></div>
<table class="confluenceTable"><tbody><tr><th>Day</th><th>Table</th><th>Gauge</th></tr>
<tr><td>29 March</td><td>03:12</td><td>03:12</td></tr><tr><td>30 March</td><td>02:58</td><td>03:57</td></tr></tbody></table>
<p><span class="image-wrap"><img src="/secure/attachment/10071/mole.png" alt="The mole at low water" width="600"/></span></p>
<blockquote><p>The pilots keep their own table until this is mended.</p></blockquote>`;

export const sampleIssue: Issue = {
  site: 'harbour',
  key: 'HARBOR-123',
  browseUrl: `${browse}HARBOR-123`,
  summary: 'Tide table of the outer mole is one hour early after the switch to summer time',
  status: { name: 'In Progress', category: 'indeterminate' },
  type: 'Bug',
  priority: 'High',
  project: 'Harbour Works',
  assignee: 'Inga Solberg',
  reporter: 'Tomás Quintela',
  creator: 'Tomás Quintela',
  created: hours(24 * 19),
  updated: hours(3),
  due: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
  labels: ['summer-time', 'tides', 'pilots'],
  components: ['Tide clock', 'Outer mole'],
  fixVersions: ['2024.4'],
  affectsVersions: ['2024.2', '2024.3'],
  description,
  environment: '<p>Gauge firmware 7.1, <b>Linux</b></p>',
  parent: { relation: '', key: 'HARBOR-90', summary: 'Clocks of the harbour', type: 'Epic' },
  links: [
    {
      relation: 'blocks',
      key: 'HARBOR-131',
      summary: 'Publish the tide tables of the second quarter',
      status: { name: 'To Do', category: 'new' },
    },
    {
      relation: 'blocks',
      key: 'PILOT-8',
      summary: 'Retire the paper tables',
      status: { name: 'To Do', category: 'new' },
    },
    {
      relation: 'is caused by',
      key: 'HARBOR-118',
      summary: 'Use the time zone database of the system',
      status: { name: 'Done', category: 'done' },
    },
  ],
  subtasks: [
    {
      relation: '',
      key: 'HARBOR-124',
      summary: 'Write a test with a clock that jumps',
      status: { name: 'Done', category: 'done' },
    },
    {
      relation: '',
      key: 'HARBOR-125',
      summary: 'Compare a year of tables with a year of gauges',
      status: { name: 'In Progress', category: 'indeterminate' },
    },
  ],
  attachments: [
    {
      name: 'mole.png',
      size: 482_113,
      type: 'image/png',
      author: 'Tomás Quintela',
      created: hours(24 * 19),
      url: 'https://issues.example.org/secure/attachment/10071/mole.png',
    },
    {
      name: 'gauge-march.csv',
      size: 12_845,
      type: 'text/csv',
      author: 'Inga Solberg',
      created: hours(24 * 2),
      url: 'https://issues.example.org/secure/attachment/10090/gauge-march.csv',
    },
  ],
  comments: [
    {
      id: '1',
      author: 'Inga Solberg',
      created: hours(24 * 6),
      body: '<p>The clock adds the offset of the day it <em>started</em> on. It must ask for the offset of each day.</p>',
    },
    {
      id: '2',
      author: 'Tomás Quintela',
      created: hours(30),
      updated: hours(28),
      body: '<p>Then the table for October is wrong too, the other way round:</p><pre>26 Oct  04:10  04:10\n27 Oct  05:02  04:02</pre>',
    },
  ],
  worklogs: [
    {
      id: '1',
      author: 'Inga Solberg',
      started: hours(24 * 5),
      spent: '1d 2h',
      body: '<p>Read the gauge of <em>a whole year</em>.</p>',
    },
    { id: '2', author: 'Tomás Quintela', started: hours(26), spent: '45m' },
  ],
  worklogTotal: 31,
  history: [
    {
      author: 'Tomás Quintela',
      created: hours(24 * 18),
      items: [{ field: 'priority', from: 'Medium', to: 'High' }],
    },
    {
      author: 'Inga Solberg',
      created: hours(24 * 6),
      items: [
        { field: 'assignee', from: '', to: 'Inga Solberg' },
        { field: 'status', from: 'To Do', to: 'In Progress' },
      ],
    },
  ],
  fields: [
    { id: 'customfield_10010', name: 'Sprint', text: 'Spring tide 3' },
    { id: 'customfield_10020', name: 'Story Points', text: '5' },
    { id: 'customfield_10030', name: 'Berth', text: 'Outer mole, 12' },
    {
      id: 'customfield_10040',
      name: 'Acceptance',
      text: 'The table and the gauge agree.',
      html: '<ul><li>The table and the gauge agree for a whole year.</li><li>The pilots have signed.</li></ul>',
    },
  ],
};

/** An issue with the same text in every field that a tracker fills. */
export const issueFullOf = (text: string): Issue => {
  const status = { name: text, category: 'done' } as const;
  const link = { relation: text, key: text, summary: text, type: text, status };
  return {
    ...sampleIssue,
    summary: text,
    status,
    type: text,
    priority: text,
    resolution: text,
    project: text,
    assignee: text,
    reporter: text,
    creator: `by ${text}`,
    created: text,
    updated: text,
    resolved: text,
    due: text,
    labels: [text],
    components: [text],
    fixVersions: [text],
    affectsVersions: [text],
    description: text,
    environment: text,
    parent: link,
    links: [link],
    subtasks: [link],
    attachments: [{ name: text, size: 1, type: text, author: text, created: text, url: text }],
    comments: [{ id: text, author: text, created: text, updated: `${text} `, body: text }],
    worklogs: [{ id: text, author: text, started: text, spent: text, body: text }],
    history: [{ author: text, created: text, items: [{ field: text, from: text, to: text }] }],
    fields: [
      { id: 'plain', name: text, text },
      { id: 'rich', name: text, text, html: text },
    ],
  };
};
