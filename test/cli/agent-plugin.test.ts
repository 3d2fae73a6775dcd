/** The plugin for agents: the commands it starts exist, and its examples are valid. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import tools from '../../server/catalogue/agents/tools.json' with { type: 'json' };
import verbs from '../../server/catalogue/cli/verbs.json' with { type: 'json' };
import languageServers from '../../server/agent-plugin/.lsp.json' with { type: 'json' };
import otherManifest from '../../server/agent-plugin/.claude-plugin/plugin.json' with { type: 'json' };
import servers from '../../server/agent-plugin/mcp.json' with { type: 'json' };
import plugin from '../../server/agent-plugin/plugin.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { inRoot } from '../support/paths.ts';
import { folderWith } from './program.ts';

const skill = readFileSync(inRoot('server/agent-plugin/skills/wikijql-queries/SKILL.md'), 'utf8');
const [, head = '', body = ''] = skill.split(/^---$/m);

describe('the plugin', () => {
  it('has the version of the package, in both manifests', () => {
    assert.equal(plugin.version, manifest.version);
    const { $schema: _schema, ...described } = plugin;
    const { mcpServers: _mcp, lspServers: _lsp, ...same } = otherManifest;
    assert.deepEqual(same, described);
  });

  it('starts commands that exist, for the languages of the package', () => {
    for (const { command, args } of [servers.mcpServers.wikijql, languageServers.wikijql]) {
      assert(Object.hasOwn(manifest.bin, command));
      assert(Object.hasOwn(verbs, args[0] ?? ''));
    }
    const known = manifest.contributes.languages.flatMap(({ id, extensions }) =>
      extensions.map(extension => [extension, id]),
    );
    for (const entry of Object.entries(languageServers.wikijql.extensionToLanguage))
      assert(
        known.some(each => each.join() === entry.join()),
        entry.join(),
      );
  });
});

describe('the skill', () => {
  it('has its folder’s name, and a description', () => {
    assert.match(head, /^name: wikijql-queries$/m);
    const [, description = ''] = /^description: (.+)$/m.exec(head) ?? [];
    assert(description.length > 100 && description.length <= 1024);
  });

  it('names every tool', () => {
    for (const name of Object.keys(tools)) assert(body.includes(`\`${name}\``), name);
  });

  it('contains only valid queries', async () => {
    const shown = [...body.matchAll(/^```(wikiquery|jql)\n([^]*?)^```$/gm)];
    assert.equal(shown.length, 2);
    const sites = {
      enwiki: { kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
      bugs: { kind: 'tracker', url: 'https://bugs.example.org' },
    };
    using folder = folderWith({
      '.vscode/settings.json': JSON.stringify({ 'wikijql.sites': sites }),
      ...Object.fromEntries(shown.map(([, language = '', text = '']) => [`shown.${language}`, text])),
    });
    const { exit, out } = await folder.wikijql('check', '--strict', '.');
    assert.equal(exit, 0, out);
  });
});
