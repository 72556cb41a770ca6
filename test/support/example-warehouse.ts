import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Order, openOrders } from '#examples/warehouse/orders'
import { root } from '#scripts/steps'

/** The example warehouse in a separate process, with its database in a temporary folder. */
export interface ExampleWarehouse {
  url: string
  secret: string
  /** Finds the open orders, oldest first. */
  findOpenOrders(): Order[]
  /** Runs `report.ts` against an inbox. Returns the output of the script. */
  report(inbox: string, ...args: string[]): Promise<string>
  /** Kills the process. Its orders remain. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startExampleWarehouse(): Promise<ExampleWarehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow warehouse '))
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const port = await findFreePort()
  const env = {
    ...process.env,
    BESTOW_HTTP_CARRIER_SECRET: secret,
    DATABASE: join(folder, 'orders.db'),
    PORT: String(port),
  }
  const run = (file: string, args: readonly string[], more = {}): ChildProcess =>
    spawn(process.execPath, [join(root, 'examples/warehouse', file), ...args], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  let server: ChildProcess | undefined

  async function restart() {
    server = run('server.ts', [])
    if (server.stdout === null) throw new Error('the server has no output')
    await once(createInterface(server.stdout), 'line')
  }

  async function kill() {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }

  async function report(inbox: string, ...args: string[]): Promise<string> {
    const child = run('report.ts', args, { INBOX: inbox })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await once(child, 'close')
    return output.trim()
  }

  function findOpenOrders(): Order[] {
    const orders = openOrders(env.DATABASE)
    try {
      return orders.open()
    } finally {
      orders.close()
    }
  }

  await restart()
  return {
    url: `http://127.0.0.1:${port}`,
    secret,
    findOpenOrders,
    report,
    kill,
    restart,
    async close() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
