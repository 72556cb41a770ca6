/**
 * `npm run dev` runs the service and the web app at one address, for work on the code. A change of the
 * service restarts it. A change of the web app shows in the browser without a reload.
 *
 *   npm run debug                       also starts the inspector of the service at 127.0.0.1:9229
 *   npm run dev -- --inspect-brk=9300   passes the options of the inspector to the service
 *
 * This process listens, uses Vite as middleware and forwards all other requests to the service. The session
 * cookie, the policy and passkeys therefore see one origin and the headers of the service. The alternatives
 * are worse. A proxy in Vite needs a list of routes. Vite inside the service loses its module graph at each
 * restart. `node --watch` neither delays requests until the restart nor holds the port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '#platform/config/config'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { loadEnvFile } from './dev/env-file.ts'
import { createOutput } from './dev/output.ts'
import { createProxy } from './dev/proxy.ts'
import { createServiceRunner } from './dev/service-runner.ts'
import { watchSources } from './dev/watch-sources.ts'
import { createWebServer } from './dev/web-server.ts'

const inspectPattern = /^--inspect(-brk|-wait)?(=.+)?$/
const cleanups: ((signal?: NodeJS.Signals) => Promise<unknown>)[] = []

try {
  await start(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await close()
  process.exitCode = 1
}

async function start(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => !inspectPattern.test(arg))
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}, only --inspect.`)
  loadEnvFile()
  const env = { ...process.env } // copies the environment before Vite sets NODE_ENV, which the service must not inherit
  const config = readConfig(env)
  const output = createOutput()

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close(signal).then(() => process.exit(0)))
  const server = createServer()
  const port = await listen(server, config.port)
  cleanups.push(async () => server.close())
  if (config.databaseUrl === undefined) {
    // This process also uses the database server, so that the server continues to
    // run while the service restarts.
    const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log: output.print })
    process.once('exit', () => database.detachSync())
    cleanups.push(() => database.detach())
  }
  const origin = env.BESTOW_ORIGIN ? config.origin : `http://localhost:${port}`
  const service = await createServiceRunner({
    env: { ...env, BESTOW_ORIGIN: origin },
    args,
    output,
  })
  const web = await createWebServer(server)
  cleanups.push(() => web.close())
  const proxy = createProxy(service, web)
  server.on('request', proxy.handle)
  cleanups.push((signal) => {
    proxy.endStreams()
    return service.stop(signal)
  })
  watchSources(web.watcher, output, async (changed) => {
    output.print(`${changed} changed: the service restarts`)
    proxy.endStreams()
    if (await service.restart()) web.reloadPages()
  })
  await service.restart()
}

/** Closes everything that was opened, the newest first. */
async function close(signal?: NodeJS.Signals): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup(signal).catch(console.error)
}

/** Listens on loopback only, because Vite serves the sources to everyone who can connect. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
