import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { freePort } from '#scripts/demo/processes'
import { buildSdk } from '#scripts/sdk/build'
import { root } from '#scripts/steps'

/* Installs the example receivers, and starts them as their documentation says. */

/** A started receiver, and the lines that it has printed so far. */
export interface StartedReceiver {
  url: string
  lines: string[]
}

/** Copies the receivers and the built SDK into a folder. `host.ts` serves `fetch.ts`. Returns the folder. */
export function installReceivers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bestow examples '))
  after(() => rmSync(folder, { recursive: true }))
  buildSdk(join(folder, 'node_modules/@bestow/sdk'))
  for (const name of ['express', 'fastify'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  cpSync(join(root, 'examples/receivers'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'host.ts'),
    `import { createServer } from 'node:http'
    // a query in the URL loads both files again, with other settings
    const { POST } = await import('./fetch.ts' + new URL(import.meta.url).search)
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const headers = request.headers as Record<string, string>
      const body = Buffer.concat(chunks)
      const result = await POST(new Request('http://localhost/', { method: 'POST', headers, body }))
      response.writeHead(result.status).end(await result.text())
    }).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))`,
  )
  return folder
}

/** Starts a receiver that listens. Waits for its first line. */
export async function startProgram(
  folder: string,
  command: string,
  args: readonly string[],
  variables: Record<string, string>,
): Promise<StartedReceiver> {
  const port = await freePort()
  const env = { ...process.env, ...variables, PORT: String(port) }
  const cwd = mkdtempSync(join(folder, 'run-'))
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
  after(() => child.kill())
  const printed = createInterface({ input: child.stdout })
  const [first] = await once(printed, 'line')
  assert.equal(first, 'listening')
  const lines: string[] = []
  printed.on('line', (line) => lines.push(line))
  return { url: `http://127.0.0.1:${port}/webhooks`, lines }
}

/** Starts a server that runs a program for each connection, like inetd. */
export async function startServerPerConnection(
  folder: string,
  file: string,
  variables: Record<string, string>,
): Promise<StartedReceiver> {
  const SPOOL = mkdtempSync(join(folder, 'spool-'))
  const lines: string[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const child = spawn('sh', [file], {
      env: { ...process.env, ...variables, SPOOL },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    child.stdin.on('error', () => {})
    socket.on('error', () => {})
    socket.pipe(child.stdin)
    child.stdout.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { url: `http://127.0.0.1:${address.port}/webhooks`, lines }
}
