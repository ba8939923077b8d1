// The official TypeScript SDKs as clients of `grove kb ontology-mcp` and `grove kb mcp-server`. usage: node kb_clients.mjs CATALOG_URL GRAPH_URL
import assert from 'node:assert/strict';
import { everyClient, exerciseAll } from './clients.mjs';

const [catalogUrl, graphUrl] = process.argv.slice(2);
const ship = 'http://example.org/ships#beagle';

async function tools(client, transport) {
  await client.connect(transport(''));
  assert.equal(client.getServerVersion()?.name, 'grove');
  return (await client.listTools()).tools;
}

async function useCatalog(_, client, transport) {
  const offered = await tools(client, transport);
  assert.deepEqual(offered.map(tool => tool.name),
    ['list_ontologies', 'inspect_ontology', 'search_classes', 'search_properties', 'compose', 'add_ontology']);
  assert.equal(offered.find(tool => tool.name === 'add_ontology').annotations.readOnlyHint, false);
  const found = await client.callTool({ name: 'search_classes', arguments: { query: 'ship' } });
  assert.equal(found.structuredContent.result[0].name, 'Ship');
  const card = await client.callTool({ name: 'compose', arguments: { slugs: ['ships'] } });
  assert.deepEqual(JSON.parse(card.content[0].text), card.structuredContent);
  assert.equal((await client.callTool({ name: 'inspect_ontology', arguments: { slug: '../ships' } })).isError, true);
  await client.close();
}

async function useGraph(_, client, transport) {
  const offered = await tools(client, transport);
  assert.deepEqual(offered.map(tool => tool.name),
    ['describe', 'list_by_class', 'outgoing', 'incoming', 'mentions', 'sparql_select', 'sparql_construct']);
  assert.equal(offered.find(tool => tool.name === 'mentions').inputSchema.properties.limit.default, 8);
  const listed = await client.callTool({ name: 'list_by_class', arguments: { class_iri: 'http://example.org/ships#Ship' } });
  assert.equal(listed.structuredContent.results.bindings[0].s.value, ship);
  const described = await client.callTool({ name: 'describe', arguments: { iri: ship, accept: 'application/n-triples' } });
  assert.match(described.content[0].text, /^<http:\/\/example\.org\/ships#beagle> /);
  const refused = await client.callTool({ name: 'sparql_select', arguments: { query: 'DROP ALL' } });
  assert.equal(refused.isError, true);
  await client.close();
}

const failed = (await exerciseAll(everyClient({ url: catalogUrl }), useCatalog)) + (await exerciseAll(everyClient({ url: graphUrl }), useGraph));
process.exit(failed === 0 ? 0 : 1);
