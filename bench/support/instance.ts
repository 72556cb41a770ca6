import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#platform/embedded-postgres'
import { freePort, runJson } from '#scripts/demo/processes'

/** A throwaway installation with a durable database, an Enterprise account and its demo catalogue. */
export interface Instance {
  env: NodeJS.ProcessEnv
  base: string
  database: Embedded
  account_id: string
  token: string
  /** Starts the service in a process of its own; more than one may run. */
  serve(roles: string): Promise<ChildProcess>
  cli(...args: string[]): Promise<Record<string, unknown>>
  remove(): Promise<void>
}

export async function createInstance(more: NodeJS.ProcessEnv = {}): Promise<Instance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    BESTOW_DATA_DIR: dataDir,
    BESTOW_SEED: 'none',
    BESTOW_STAGE: 'staging',
    BESTOW_RATE_LIMIT: '0',
    BESTOW_LOG_LEVEL: 'warn',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_ENV: 'production',
    ...more,
  }
  const database = await startEmbedded({ dataDir })
  const cli = (...args: string[]) => runJson(args, env)
  await cli('migrate')
  const { account } = (await cli(
    'accounts',
    'create',
    '--name',
    'Bench',
    '--tier',
    'enterprise',
  )) as {
    account: { id: string }
  }
  await cli('seed', '--account', account.id)
  const { token } = (await cli('tokens', 'create', '--account', account.id)) as { token: string }
  const base = `http://127.0.0.1:${port}`
  const children: ChildProcess[] = []
  return {
    env,
    base,
    database,
    account_id: account.id,
    token,
    cli,
    async serve(roles) {
      const child = spawn(process.execPath, ['src/cli.ts', 'serve', '--roles', roles], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      children.push(child)
      await ready(base, child)
      return child
    },
    async remove() {
      await Promise.all(children.map(end))
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(base: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (child.exitCode !== null) break
    await sleep(100)
  }
  throw new Error('the service did not become ready')
}

/** Ends a process by SIGTERM and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts a script that prints one line when it is ready, and answers that line. */
export async function startScript(
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, line: String(line) }
}

export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The middle one of the ratios of single rounds, and what was seen. */
export const spread = (ratios: readonly number[]): string =>
  `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
