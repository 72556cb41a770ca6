import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type Running, startLines } from '#scripts/demo/processes'
import type { Instance } from './play.ts'

const patience = 60_000 // milliseconds

/** What `npm start` starts, on data of its own: the embedded database, the demo account, everything. */
export async function startInstance(
  data: string,
): Promise<Instance & { running: Running; origin: string }> {
  const port = await freePort()
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('BESTOW_'))
  const env = {
    ...Object.fromEntries(own),
    PORT: String(port),
    BESTOW_DATA_DIR: data,
    BESTOW_LOG_LEVEL: 'warn',
  }
  const running = startLines({ args: ['src/cli.ts', 'serve'], env, onLine: () => {} })
  const origin = `http://localhost:${port}`
  const until = Date.now() + patience
  while (!(await isReady(origin))) {
    if (running.child.exitCode !== null || Date.now() > until) {
      await running.stop()
      throw new Error('The instance did not become ready.')
    }
    await sleep(50)
  }
  const { token } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as { token: string }
  return { origin, baseUrl: `${origin}/api`, token, running }
}

const isReady = async (origin: string) =>
  (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
