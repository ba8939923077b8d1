// usage: check.mjs GROVE ENDPOINTS.json: asks for every endpoint's flow and for the map, and reads the diagrams with Mermaid's parser.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {JSDOM} from 'jsdom';

const {window} = new JSDOM('');
globalThis.window = window;
globalThis.document = window.document;
const {default: mermaid} = await import('mermaid');

const [grove, file] = process.argv.slice(2);
const {endpoints} = JSON.parse(readFileSync(file, 'utf8'));
let read = 0;
const failures = [];
for (const {http_method, route, repo} of endpoints) {
  const request = `${http_method} ${route}`;
  const flow = JSON.parse(execFileSync(grove, ['--json', 'flow', request, '--repo', repo], {encoding: 'utf8'}));
  try {
    const {diagramType} = await mermaid.parse(flow.mermaid);
    if (diagramType !== 'sequence') throw new Error(`a ${diagramType} diagram`);
    const {db} = await mermaid.mermaidAPI.getDiagramFromText(flow.mermaid);
    const calls = db.getMessages().length;
    if (calls !== flow.steps.length) throw new Error(`${calls} messages for ${flow.steps.length} steps`);
    ++read;
  } catch (error) {
    failures.push(`${repo}: ${request}: ${error.message}\n${flow.mermaid}`);
  }
}
const map = JSON.parse(execFileSync(grove, ['--json', 'map'], {encoding: 'utf8'}));
try {
  const {diagramType} = await mermaid.parse(map.mermaid);
  if (diagramType !== 'flowchart-v2') throw new Error(`a ${diagramType} diagram`);
  const {db} = await mermaid.mermaidAPI.getDiagramFromText(map.mermaid);
  if (db.getVertices().size !== map.services.length || map.services.length === 0) throw new Error(`${db.getVertices().size} services`);
  if (db.getEdges().length !== map.edges.length) throw new Error(`${db.getEdges().length} edges for ${map.edges.length}`);
} catch (error) {
  failures.push(`map: ${error.message}\n${map.mermaid}`);
}
if (failures.length > 0 || read === 0) {
  console.log(failures.join('\n\n') || 'no endpoint was found');
  process.exit(1);
}
console.log(`${read} sequence diagrams and a map of ${map.services.length} services read`);
