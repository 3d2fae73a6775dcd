/** Languages that are read by their strings alone: a source, and the texts of the queries that are found in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { byHost, fixedOnce, problemsIn, queriesIn } from '../../support/embedded.ts';

const found: Partial<Record<HostId, readonly (readonly [source: string, ...queries: string[]])[]>> = {
  java: [
    [`jqlQuery = a ? String.format("key = %s", k) : "key = A-1";`, 'key = {{value}}', 'key = A-1'],
    [
      `get(Map.of("action", "query", "prop", "info", "titles", t));`,
      'action=query\nprop=info\ntitles={{titles}}',
    ],
    [
      `b.addQueryParameter("format", "json").addQueryParameter("action", "query").addQueryParameter("list", "a" + b)`,
      'format=json\naction=query\nlist=a{{b}}',
    ],
    [`String jql = "project = \\"A B\\" AND \\u0061 = 1";`, 'project = "A B" AND a = 1'],
    [
      `final String jql = "key = " + issue.get("a, b").getKey() + " AND x = 'y'"; f("z");`,
      "key = {{getKey}} AND x = 'y'",
    ],
    [`String JQL_OPEN =\n    "project = A"\n    + " AND x = 1";`, 'project = A AND x = 1'],
    [
      `String jql = """\n    project = A\n      AND x = "%s"\n    """.formatted(x);`,
      '\n    project = A\n      AND x = "{{value}}"\n    ',
    ],
    [`String jql = String.format("project = %s", key);`, 'project = {{value}}'],
    [`client.searchJql("key = A-1", 50, 0)`, 'key = A-1'],
    [`builder.setJql(base + " AND key = A-1")`, '{{base}} AND key = A-1'],
    [`params.put("jql", "key = A-1");`, 'key = A-1'],
    [`@Jql("key = A-1") List<Issue> open();`, 'key = A-1'],
    [`String q = "key = A-1";\nclient.searchJql(q, 5);`, 'key = A-1'],
    [
      `find("assignee = currentUser() AND status != Done"); // jql`,
      'assignee = currentUser() AND status != Done',
    ],
    [
      `URL u = new URL("https://w.example/w/api.php?action=query&titles=" + title + "&prop=info");`,
      '?action=query&titles={{title}}&prop=info',
    ],
    [`restService.getIssuesFromJqlSearch("key = A-1", 100)`, 'key = A-1'],
    [`uri(base + "/rest/api/2/search?jql=" + URLEncoder.encode("project = A", UTF_8))`, 'project = A'],
    [`char c = '"'; String jql = "a = b"; // " '`, 'a = b'],
  ],
  kotlin: [
    [`+"action=query&list=allpages"`, 'action=query&list=allpages'],
    [`val jql = if (a) "key = A-1" else "key = A-2"`, 'key = A-1', 'key = A-2'],
    [`val jql = given ?: "key = A-1"`, 'key = A-1'],
    [`f(jql, other = if (a) "x = y" else "y = z")`],
    [`mapOf("action" to "query", "list" to "random")`, 'action=query\nlist=random'],
    [
      `val jql = "project = \\"$key\\" AND id in (\${keys.joinToString(",") { "a" }})"`,
      'project = "{{key}}" AND id in ({{a}})',
    ],
    [`val jql: String = """project = $key\n AND "x" = 1""".trimIndent()`, 'project = {{key}}\n AND "x" = 1'],
    [`fun f(jql: String = "key = A-1") {}`, 'key = A-1'],
    [`mapOf("jql" to "key = A-1", "x" to "y = z")`, 'key = A-1'],
    [`search(jql = "project = A " +\n  "AND x = 1", max = 5)`, 'project = A AND x = 1'],
  ],
  csharp: [
    [`var jql = given ?? "key = A-1";`, 'key = A-1'],
    [`q["action"] = "query";\nq["titles"] = t;`, 'action=query\ntitles={{titles}}'],
    [`new D { { "action", "query" }, { "list", "random" } }`, 'action=query\nlist=random'],
    [
      `new[] { new P<string, string>("action", "query"), new P<string, string>("meta", "tokens") }`,
      'action=query\nmeta=tokens',
    ],
    [`const string jql = "assignee = x";`, 'assignee = x'],
    [
      `var jql = $"project = {p.Key(a)} and x = {{1}} and \\"y\\" = 1";`,
      'project = {{a}} and x = {1} and "y" = 1',
    ],
    [`var jql = @"project = ""A B""\n  AND x = '\\'";`, 'project = "A B"\n  AND x = \'\\\''],
    [`var jql = $@"project = ""{p}"" AND x = 1";`, 'project = "{{p}}" AND x = 1'],
    [`var jql = """\n  project = "A"\n  """;`, '\n  project = "A"\n  '],
    [`jira.Issues.GetIssuesFromJqlAsync($"project = {p} AND x = 1", 50)`, 'project = {{p}} AND x = 1'],
    [`new IssueSearchOptions("key = A-1") { Max = 5 } // jql`, 'key = A-1'],
    [`Run(new Request { Jql = "key = A-1" });`, 'key = A-1'],
    [`request.AddParameter("jql", string.Format("parent = {0}", key))`, 'parent = {{value}}'],
  ],
  go: [
    ['body := `{"jql": "key = A-1"}`', 'key = A-1'],
    [`url.Values{"action": []string{"query"}, "list": []string{"random"}}`, 'action=query\nlist=random'],
    [
      `v := url.Values{"action": {"query"}, "list": {"random"}, "rnlimit": {n}}`,
      'action=query\nlist=random\nrnlimit={{rnlimit}}',
    ],
    [`v.Set("action", "query")\nv.Set("meta", "tokens")\nw.Set("type", "csrf")`, 'action=query\nmeta=tokens'],
    ['jql := `project = A\n AND x = "\\"`', 'project = A\n AND x = "\\"'],
    [`jql := fmt.Sprintf("project = %s AND x >= %q", a, b)`, 'project = {{value}} AND x >= {{q}}'],
    [`client.Issue.Search(ctx, "project = A", &opts)`, 'project = A'],
    [`q := "project = A"\nissues, _, err := client.Issue.Search(q, nil)`, 'project = A'],
    [`v.Set("jql", "key = "+key)`, 'key = {{key}}'],
    [`var defaultJQL string = "key = A-1"`, 'key = A-1'],
    [`req := Request{JQL: "key = A-1", Max: 5}`, 'key = A-1'],
    [`m := map[string]string{"jql": "key = A-1"}`, 'key = A-1'],
  ],
  ruby: [
    [`let(:jql) { "key = A-1" }`, 'key = A-1'],
    [`let!(:value) { "key = A-1 AND status = Open" }`],
    [`MediawikiApi.new(u).query(:meta => 'tokens', :type => 'csrf')`, 'meta=tokens\ntype=csrf'],
    [`MediawikiApi.new(u).query list: 'random', rnlimit: 5`, 'list=random\nrnlimit=5'],
    [`rows.query(list: 'random', limit: 5)`],
    [`get(action: 'query', list: 'random', rnlimit: 5)`, 'action=query\nlist=random\nrnlimit=5'],
    [
      `p[:action] = 'query'\np[:list] = 'random'\np[:rnlimit] = n`,
      'action=query\nlist=random\nrnlimit={{rnlimit}}',
    ],
    [`{ :action => 'query', "meta" => 'tokens' }`, 'action=query\nmeta=tokens'],
    [`client.Issue.jql("project = #{p['a']} AND x = 1", max_results: 5)`, 'project = {{a}} AND x = 1'],
    [`client.Issue.jql 'it = "it\\'s"'`, `it = "it's"`],
    [`JIRA::Resource::Issue.jql(client, %q(project = A))`, 'project = A'],
    [`run(<<~JQL, max: "5")\n  project = A\n    AND x = #{y}\nJQL\n`],
    [
      `issues = jql(<<~JQL, max: "5")\n  project = A\n    AND x = #{y}\nJQL\nx = "y"`,
      '  project = A\n    AND x = {{y}}\n',
    ],
    [`jql = "project = A " \\\n  "AND x = 1"`, 'project = A AND x = 1'],
    [`{ jql: "key = A-1", 'jql' => 'key = B-1' }`, 'key = A-1', 'key = B-1'],
    [`x = y.split(/"/) # "\njql = "key = A-1"`, 'key = A-1'],
  ],
  rust: [
    [
      `[("action".to_string(), "query".to_string()), ("list".to_string(), "random".into())]`,
      'action=query\nlist=random',
    ],
    ['get(u).query("action", "query").query("meta", "siteinfo").call()', 'action=query\nmeta=siteinfo'],
    [
      'let p = [("action", "query"), ("list", "random"), ("rnlimit", &n)];',
      'action=query\nlist=random\nrnlimit={{rnlimit}}',
    ],
    ['let jql = format!("project = {} AND x = \\"{}\\"", a, b);', 'project = {{value}} AND x = "{{value}}"'],
    ['let jql: &str = r#"project = "A" AND x = 1"#;', 'project = "A" AND x = 1'],
    [`fn f<'a>(jql: &'a str) { let c = '"'; search_jql("key = A-1", 5) }`, 'key = A-1'],
    [`client.query(&[("jql", "key = A-1"), ("x", "y = z")])`, 'key = A-1'],
    [`const JQL: &'static str = "project = A \\\n    AND x = 1";`, 'project = A     AND x = 1'],
  ],
  swift: [
    [`let p: [String: Any] = ["action": "query", "list": "random"]`, 'action=query\nlist=random'],
    [
      `[URLQueryItem(name: "action", value: "query"), URLQueryItem(name: "meta", value: "tokens")]`,
      'action=query\nmeta=tokens',
    ],
    [`let p = ["action": "query", "list": "random"]`, 'action=query\nlist=random'],
    [`let jql = "project = \\(p.key("a")) AND x = \\"y\\""`, 'project = {{a}} AND x = "y"'],
    [
      `let jql = """\n  parent = \\(key) OR "Epic Link" = A-1\n  """`,
      '\n  parent = {{key}} OR "Epic Link" = A-1\n  ',
    ],
    [`URLQueryItem(name: "jql", value: "key = A-1")`],
    [`search(jql: #"summary ~ "a\\b""#)`, 'summary ~ "a\\b"'],
  ],
  groovy: [
    [`Issues.search("key = $k").each { it.update {} }`, 'key = {{k}}'],
    [`def q = 'key = A-1'\nsearchService.parseQuery(user, q)`, 'key = A-1'],
    [`Things.search('key = A-1') // jql`],
    [
      `def query = jqlQueryParser.parseQuery("key = \${issue.getKey()} and x = $y.z")`,
      'key = {{getKey}} and x = {{z}}',
    ],
    [`jiraJqlSearch jql: 'key = A-1', site: 'x'`, 'key = A-1'],
    [`def jql = """project = A\nAND x = '1'"""`, "project = A\nAND x = '1'"],
    [`def s = 'project = A'\njqlQueryParser.parseQuery(s)`, 'project = A'],
  ],
  powershell: [
    [`$p = @{ action = 'query'; list = 'random' }`, 'action=query\nlist=random'],
    [`$p = @{\n  action = 'query'\n  list = $l\n}`, 'action=query\nlist={{list}}'],
    [
      `Get-JiraIssue -Query "project = $Key AND x = \`"$($a.b)\`"" -MaxResults 5`,
      'project = {{Key}} AND x = "{{b}}"',
    ],
    [`$jql = 'project = ''A'' AND x = 1'`, "project = 'A' AND x = 1"],
    [`$jql = @"\nproject = $p\nAND "x" = 1\n"@\n$y = 'z'`, 'project = {{p}}\nAND "x" = 1'],
    [`$body = @{ jql = "project = {0}" -f $key; maxResults = 5 }`, 'project = {{value}}'],
    [`<# $jql = "a = b" #>\nfind -Jql 'key = A-1' # "`, 'key = A-1'],
  ],
  perl: [
    [`$ua->post($u, Content => [ action => 'query', list => 'random' ]);`, 'action=query\nlist=random'],
    [`$mw->api({ action => 'query', list => 'random' })`, 'action=query\nlist=random'],
    [`my $jql = 'textfields ~ "' . $q . '*"';`, 'textfields ~ "{{q}}*"'],
    [`my $jql = "project = $h->{key} and x = \\$1";`, 'project = {{key}} and x = $1'],
    [`my $jql = sprintf 'key in (%s)', join q{,} => @args;`, 'key in ({{value}})'],
    [`my $jql = qq{parent = "$id"};`, 'parent = "{{id}}"'],
    [`$jira->POST('/search', undef, { jql => sprintf('project=%s', $p), x => 1 });`, 'project={{value}}'],
    [`if ($x =~ m/"/) { $jql = <<"END"; }\nproject = $p\nEND\n`, 'project = {{p}}\n'],
  ],
  dotenv: [
    ['# jql\nJIRA_JQL=project = "A" AND x = 1 # all\nB=2', 'project = "A" AND x = 1'],
    [`export JQL='project = A'\nX_JQL="a = \\"b\\" and c = $D"`, 'project = A', 'a = "b" and c = {{D}}'],
  ],
};

describe('queries that are found by strings alone', () => {
  for (const [host, cases] of byHost(found))
    for (const [source, ...queries] of cases)
      it(`${host}: ${source.replaceAll('\n', '⏎')}`, async () =>
        assert.deepEqual(await queriesIn(host, source), queries));
});

/** JPQL, SQL, prose, and texts beside the word. */
const pretending: Partial<Record<HostId, readonly string[]>> = {
  java: [
    `Map.of("action", "query", "sql", "SELECT 1")`,
    `p.put("action", "query"); q.put("list", "random");`,
    `f("action", "query", other(), "list"); x.put("prop", 1);`,
    `String jql = "select o from Person o where o.name = :name";`,
    `String jql = "o.name = :name and o.age > 5";`,
    `/* jql = "a = b" */ // jql = "a = b"`,
    `log.info("jql: status = Open"); jqlCache.put("key", "a = b");`,
    `String jql = "project = X".replace("X", key);`,
    `assertEquals("status = Open", jql);`,
    `String s = "status = 'Open' AND priority = 1 ORDER BY created"; // jql`,
    `jql += " and status = " + status;`,
    `throw new JqlException("status = Open is wrong");`,
  ],
  csharp: [`var jql = "";`, `var s = @"jql = ""a = b""";`],
  go: [
    'p.Set("action", "query")\nif x {\n  p.Set("list", "random")\n}',
    '// jql := "a = b"',
    'var help = "jql: project = A"',
    'x := "assignee = currentUser() finds yours" // jql',
  ],
  ruby: [`# jql = "a = b"`, `=begin\njql = "a = b"\n=end`, `puts "jql", "Find by JQL"`],
  rust: [`// let jql = "a = b";`, `fn jql<'a>() -> &'a str { "" }`],
  powershell: [`Invoke-Sqlcmd -Query "SELECT * FROM jql WHERE a = 1"`, `$x = "jql = 'a = b'"`],
  perl: ['=pod\n\n$jql = "a = b"\n\n=cut\n', `__END__\n$jql = "a = b";`],
  dotenv: ['JQL=', 'JQL_SEARCH_URL=https://j.example/search?jql=', 'A_JQL={jql with %s in it}'],
};

describe('what is no query by strings alone', () => {
  for (const [host, cases] of byHost(pretending))
    for (const source of cases)
      it(`${host}: ${source}`, async () => assert.deepEqual(await queriesIn(host, source), []));
});

describe('a problem in a string', () => {
  const problems: readonly (readonly [host: HostId, source: string, problem: string])[] = [
    ['java', `jql = "labels = \\"b\\" AND " + "priorty = High";`, 'unknown-field priorty'],
    ['csharp', `jql = @"labels = ""b"" AND priorty = High";`, 'unknown-field priorty'],
    ['ruby', `x.jql(<<~Q, 5)\n  labels = 'b'\n  AND priorty = 1\nQ\n`, 'unknown-field priorty'],
    [
      'kotlin',
      `u = "https://w.example/api.php?action=query&list=allpages&aplimt=$n"`,
      'unrecognizedparams aplimt',
    ],
  ];
  for (const [host, source, problem] of problems)
    it(`is at its place: ${host}: ${source.replaceAll('\n', '⏎')}`, async () =>
      assert.deepEqual(await problemsIn(host, source), [problem]));
});

/** A value of several words needs quotes, which the host may need to escape. */
const quoted: readonly (readonly [host: HostId, source: string, after: string])[] = [
  ['java', `jql = "status = In Progress"`, `jql = "status = \\"In Progress\\""`],
  ['java', `jql = """\nstatus = In Progress\n"""`, `jql = """\nstatus = \\"In Progress\\"\n"""`],
  ['kotlin', `jql = """status = In Progress"""`, `jql = """status = In Progress"""`],
  ['kotlin', `jql = """status = In Progress """`, `jql = """status = "In Progress" """`],
  ['csharp', `jql = @"status = In Progress"`, `jql = @"status = ""In Progress"""`],
  ['csharp', `jql = $"status = In Progress"`, `jql = $"status = \\"In Progress\\""`],
  ['csharp', `jql = """ status = In Progress """`, `jql = """ status = "In Progress" """`],
  ['go', 'jql = `status = In Progress`', 'jql = `status = "In Progress"`'],
  ['go', 'jql := "status = In Progress"', 'jql := "status = \\"In Progress\\""'],
  ['ruby', `jql = 'status = In Progress'`, `jql = 'status = "In Progress"'`],
  ['ruby', `jql = <<~X\nstatus = In Progress\nX\n`, `jql = <<~X\nstatus = "In Progress"\nX\n`],
  ['ruby', `jql = %q(status = In Progress)`, `jql = %q(status = "In Progress")`],
  ['rust', `jql = r"status = In Progress"`, `jql = r"status = In Progress"`],
  ['rust', `jql = r#"status = In Progress"#`, `jql = r#"status = "In Progress""#`],
  ['swift', `jql = "status = In Progress"`, `jql = "status = \\"In Progress\\""`],
  ['groovy', `jql = 'status = In Progress'`, `jql = 'status = "In Progress"'`],
  ['powershell', `$jql = "status = In Progress"`, '$jql = "status = `"In Progress`""'],
  ['powershell', `$jql = 'status = In Progress'`, `$jql = 'status = "In Progress"'`],
  ['perl', `$jql = "status = In Progress"`, `$jql = "status = \\"In Progress\\""`],
  ['perl', `$jql = q{status = In Progress}`, `$jql = q{status = "In Progress"}`],
  ['dotenv', `JQL=status = In Progress\n`, `JQL=status = "In Progress"\n`],
  ['dotenv', `JQL="status = In Progress"\n`, `JQL="status = \\"In Progress\\""\n`],
];

describe('quotes in a string', () => {
  for (const [host, source, after] of quoted)
    it(`${host}: ${source.replaceAll('\n', '⏎')}`, async () =>
      assert.equal(await fixedOnce(host, source), after));
});
