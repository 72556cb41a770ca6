import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '#scripts/steps'

/** A service process that can be started several times with the same port and data. */
export interface ChaosService {
  readonly base: string
  /** Starts the service with these additional settings. */
  start(extraEnv?: NodeJS.ProcessEnv): void
  /**
   * Waits until the service is ready. If the process exits before that, counts the
   * exit and starts the process again.
   */
  waitUntilReady(): Promise<void>
  /** Sends SIGKILL. Resolves when the process has exited. */
  kill(): Promise<void>
  pid(): number
  /** Announces that another process will kill the service. `exited` resolves after the kill. */
  expectKill(): { pid: number; exited: Promise<unknown> }
  /** Withdraws the announcement of a kill, because the process survives. */
  cancelExpectedKill(): void
  /** Sends SIGTERM. Returns the exit code and the duration in milliseconds. */
  stop(): Promise<{ code: number | null; ms: number }>
  isRunning(): boolean
  readonly counts: { kills: number; unexpectedExits: number }
}

const startTimeoutMs = 60_000 // the start timeout in milliseconds

export function createChaosService(
  port: number,
  env: NodeJS.ProcessEnv,
  logFile: string,
  roles?: readonly string[],
): ChaosService {
  const base = `http://127.0.0.1:${port}`
  const roleArgs = roles === undefined ? [] : ['--roles', roles.join(',')]
  const counts = { kills: 0, unexpectedExits: 0 }
  let child: ChildProcess | undefined
  let shouldRun = false

  function start(extraEnv: NodeJS.ProcessEnv = {}) {
    const log = openSync(logFile, 'a')
    const started = spawn(process.execPath, ['src/app/main.ts', 'serve', ...roleArgs], {
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
