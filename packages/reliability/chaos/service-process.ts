import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '#scripts/steps'

/** One place at which the service runs: the same port and data from start to start. */
export interface ChaosService {
  readonly base: string
  /** With these settings beside its own, for this start. */
  start(extraEnv?: NodeJS.ProcessEnv): void
  /** Waits until it is ready; starts it again, and counts that, when it ends by itself meanwhile. */
  waitUntilReady(): Promise<void>
  /** SIGKILL. Resolves when the process has gone. */
  kill(): Promise<void>
  pid(): number
  /** Somebody else will kill it, by this pid; `gone` resolves when that has happened. */
  expectKill(): { pid: number; exited: Promise<unknown> }
  /** The doomed one has not died: it is to live on. */
  cancelExpectedKill(): void
  /** SIGTERM. Answers the exit code, and after how many milliseconds it came. */
  stop(): Promise<{ code: number | null; ms: number }>
  isRunning(): boolean
  readonly counts: { kills: number; unexpectedExits: number }
}

const startTimeoutMs = 60_000 // milliseconds until a start counts as failed

export function createChaosService(
  port: number,
  env: NodeJS.ProcessEnv,
  logFile: string,
): ChaosService {
  const base = `http://127.0.0.1:${port}`
  const counts = { kills: 0, unexpectedExits: 0 }
  let child: ChildProcess | undefined
  let shouldRun = false

  function start(extraEnv: NodeJS.ProcessEnv = {}) {
    const log = openSync(logFile, 'a')
    const started = spawn(process.execPath, ['src/app/main.ts', 'serve'], {
      cwd: root,
      env: { ...env, PORT: String(port), ...extraEnv },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    shouldRun = true
    child = started
    started.once('exit', () => {
      if (shouldRun && child === started) counts.unexpectedExits += 1
    })
  }

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null

  function pid(): number {
    if (child?.pid === undefined || !isRunning()) throw new Error('the service does not run')
    return child.pid
  }

  async function terminate(signal: NodeJS.Signals): Promise<number | null> {
    shouldRun = false
    if (child === undefined || !isRunning()) return child?.exitCode ?? null
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exited)[0]
  }

  return {
    base,
    counts,
    start,
    isRunning,
    async waitUntilReady() {
      for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(50)) {
        if (shouldRun && !isRunning()) start()
        const response = await fetch(`${base}/readyz`, {
          signal: AbortSignal.timeout(5_000),
        }).catch(() => undefined)
        if (response?.ok) return
      }
      throw new Error(`The service did not become ready; its words are in ${logFile}`)
    },
    async kill() {
      counts.kills += 1
      await terminate('SIGKILL')
    },
    pid,
    expectKill() {
      const expected = { pid: pid(), exited: once(child ?? process, 'exit') }
      counts.kills += 1
      shouldRun = false
      return expected
    },
    cancelExpectedKill() {
      counts.kills -= 1
      shouldRun = true
    },
    async stop() {
      const startedAt = performance.now()
      return { code: await terminate('SIGTERM'), ms: performance.now() - startedAt }
    },
  }
}
