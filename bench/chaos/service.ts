import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '#scripts/steps'

/** One place at which the service runs: the same port and data from start to start. */
export interface Service {
  readonly base: string
  /** With these settings beside its own, for this start. */
  start(more?: NodeJS.ProcessEnv): void
  /** Waits until it is ready; starts it again, and counts that, when it ends by itself meanwhile. */
  ready(): Promise<void>
  /** SIGKILL. Resolves when the process has gone. */
  kill(): Promise<void>
  pid(): number
  /** Somebody else will kill it, by this pid; `gone` resolves when that has happened. */
  doom(): { pid: number; gone: Promise<unknown> }
  /** The doomed one has not died: it is to live on. */
  spare(): void
  /** SIGTERM. Answers the exit code, and after how many milliseconds it came. */
  stop(): Promise<{ code: number | null; ms: number }>
  isRunning(): boolean
  readonly counts: { kills: number; endedByItself: number }
}

const patience = 60_000 // milliseconds until a start counts as failed

export function createService(port: number, env: NodeJS.ProcessEnv, logFile: string): Service {
  const base = `http://127.0.0.1:${port}`
  const counts = { kills: 0, endedByItself: 0 }
  let child: ChildProcess | undefined
  let isWanted = false

  function start(more: NodeJS.ProcessEnv = {}) {
    const log = openSync(logFile, 'a')
    const started = spawn(process.execPath, ['src/cli.ts', 'serve'], {
      cwd: root,
      env: { ...env, PORT: String(port), ...more },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    isWanted = true
    child = started
    started.once('exit', () => {
      if (isWanted && child === started) counts.endedByItself += 1
    })
  }

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null

  function pid(): number {
    if (child?.pid === undefined || !isRunning()) throw new Error('the service does not run')
    return child.pid
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    isWanted = false
    if (child === undefined || !isRunning()) return child?.exitCode ?? null
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await ended)[0]
  }

  return {
    base,
    counts,
    start,
    isRunning,
    async ready() {
      for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
        if (isWanted && !isRunning()) start()
        const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
          () => undefined,
        )
        if (answer?.ok) return
      }
      throw new Error(`The service did not become ready; its words are in ${logFile}`)
    },
    async kill() {
      counts.kills += 1
      await end('SIGKILL')
    },
    pid,
    doom() {
      const doomed = { pid: pid(), gone: once(child ?? process, 'exit') }
      counts.kills += 1
      isWanted = false
      return doomed
    },
    spare() {
      counts.kills -= 1
      isWanted = true
    },
    async stop() {
      const began = performance.now()
      return { code: await end('SIGTERM'), ms: performance.now() - began }
    },
  }
}
