// The official TypeScript SDKs, old and new, over every transport.
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as ClientV2, SSEClientTransport as SseV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';


/** Clients with their names, each with a function that makes its transport for a profile; "" is the server's first one. Over stdio only where `program` is given. */
export function everyClient({ program, url, folder }) {
  const at = (place, profile) => new URL(`${url}/${place}${profile && `/${profile}`}`);
  const stdio = (Transport, profile) =>
    new Transport({ command: program, args: ['mcp', '--profile', profile], env: { ...process.env }, cwd: folder, stderr: 'inherit' });
  const info = { name: 'grove-tests', version: '1.0.0' };
  const clients = [];
  for (const [sdk, Client, Stdio, Http, Sse] of [
    ['v1', ClientV1, StdioV1, HttpV1, SseV1],
    ['v2', ClientV2, StdioV2, HttpV2, SseV2],
  ]) {
    if (program) clients.push([`${sdk} stdio`, new Client(info), profile => stdio(Stdio, profile)]);
    clients.push([`${sdk} http`, new Client(info), profile => new Http(at('mcp', profile))]);
    clients.push([`${sdk} sse`, new Client(info), profile => new Sse(at('sse', profile))]);
  }
  // The new SDK speaks the stateless revision where it is told to look for it.
  const stateless = () => new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  if (program) clients.push(['v2 stdio, stateless', stateless(), profile => stdio(StdioV2, profile)]);
  clients.push(['v2 http, stateless', stateless(), profile => new HttpV2(at('mcp', profile))]);
  return clients;
}

/** Runs `exercise(name, client, transport)` with each of them; the number of those that failed. */
export async function exerciseAll(clients, exercise) {
  let failed = 0;
  for (const [name, client, transport] of clients) {
    try {
      await exercise(name, client, transport);
      console.log(`${name}: fine`);
    } catch (error) {
      ++failed;
      console.log(`${name}: FAILED: ${error?.stack ?? error}`);
    }
  }
  return failed;
}
