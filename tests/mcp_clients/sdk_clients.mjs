// The official TypeScript SDKs, old and new, as clients of `grove` over every transport. usage: node sdk_clients.mjs GROVE URL FOLDER
import assert from 'node:assert/strict';
import { everyClient, exerciseAll } from './clients.mjs';

const [program, url, folder] = process.argv.slice(2);
const textOf = result => JSON.parse(result.content[0].text);

async function exercise(name, client, transport) {
  await client.connect(transport('default'));
  assert.equal(client.getServerVersion()?.name, 'grove');
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 8 && tools.length <= 12);
  assert.ok(tools.every(tool => tool.annotations?.readOnlyHint !== undefined));

  const found = await client.callTool({ name: 'search_codebases', arguments: { query: 'session token', limit: 2 } });
  assert.ok(found.structuredContent.results.length > 0);
  assert.deepEqual(textOf(found), found.structuredContent);
  const wrong = await client.callTool({ name: 'search_codebases', arguments: { nope: 1 } });
  assert.equal(wrong.isError, true);
  await assert.rejects(client.callTool({ name: 'nope', arguments: {} }));

  const moments = [];
  const options = { onprogress: moment => moments.push(moment), timeout: 60_000 };
  const synced = name.startsWith('v1')
    ? await client.callTool({ name: 'sync_repository', arguments: { repo_id: 'shop', force: true } }, undefined, options)
    : await client.callTool({ name: 'sync_repository', arguments: { repo_id: 'shop', force: true } }, options);
  assert.equal(synced.structuredContent.status, 'ok');
  assert.ok(moments.length > 0, 'progress was told');
  assert.ok(moments.every((moment, i) => i === 0 || moment.progress > moments[i - 1].progress), 'progress only grows');

  const { resources } = await client.listResources();
  assert.ok(resources.some(resource => resource.uri === 'grove://status'));
  const status = await client.readResource({ uri: 'grove://status' });
  assert.equal(JSON.parse(status.contents[0].text).repositories[0].name, 'shop');
  await assert.rejects(client.readResource({ uri: 'grove://nope' }));
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map(prompt => prompt.name), ['explore_codebase', 'explain_symbol', 'impact_of_change']);
  const prompt = await client.getPrompt({ name: 'explain_symbol', arguments: { symbol: 'open' } });
  assert.match(prompt.messages[0].content.text, /`open`/);
  const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'explore_codebase' }, argument: { name: 'repo', value: 's' } });
  assert.deepEqual(completed.completion.values, ['shop']);
  await client.close();
}

process.exit((await exerciseAll(everyClient({ program, url, folder }), exercise)) === 0 ? 0 : 1);
