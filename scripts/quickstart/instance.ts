import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type RunningProcess, startProcess } from '#scripts/demo/processes'
import type { ApiAccess } from './run-steps.ts'

const startTimeoutMs = 60_000

/**
 * Starts an instance like `npm start`, with a separate data folder, the embedded
 * database and the demo account.
 */
export async function startInstance(
  data: string,
): Promise<ApiAccess & { running: RunningProcess; origin: string }> {
  const port = await freePort()
  const inheritedEnv = Object.entries(process.env).filter(([name]) => !name.startsWith('BESTOW_'))
  const env = {
    ...Object.fromEntries(inheritedEnv),
    PORT: String(port),
    BESTOW_DATA_DIR: data,
    BESTOW_LOG_LEVEL: 'warn',
  }
  const running = startProcess({ args: ['src/app/main.ts', 'serve'], env, onLine: () => {} })
  const origin = `http://localhost:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(origin))) {
    if (running.child.exitCode !== null || Date.now() > deadline) {
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
