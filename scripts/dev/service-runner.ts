import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pc from 'picocolors'
import { freePort } from '../demo/processes.ts'
import { root } from '../steps.ts'
import type { Output } from './output.ts'

export interface ServiceRunner {
  /** The port of the service itself. The development server listens on another port. */
  port: number
  /**
   * Stops the service if it is running, and starts it again. Resolves to whether
   * the service responds to requests.
   */
  restart(): Promise<boolean>
  /** Waits for a start that is in progress. Resolves to whether the service responds to requests. */
  whenReady(): Promise<boolean>
  /**
   * Stops the service. The terminal sends a Ctrl-C to the service too: the service ignores the same signal a
   * second time, and another signal ends it at once.
   */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ServiceRunnerOptions {
  env: NodeJS.ProcessEnv
  /** Options for Node, such as --inspect. */
  args: readonly string[]
  output: Output
}

const healthIntervalMs = 50
const stopTimeoutMs = 10_000

/** Runs the service as a child process on a separate port, at most one process at a time. */
export async function createServiceRunner(options: ServiceRunnerOptions): Promise<ServiceRunner> {
  const port = await freePort()
  const env = {
    ...options.env,
    PORT: String(port),
    BESTOW_HOST: '127.0.0.1',
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  }
  let child: ChildProcess | undefined
  let lastStop: Promise<unknown> = Promise.resolve()
  let ready = Promise.resolve(false)
  const start = async (): Promise<boolean> => {
    const startedAt = performance.now()
    const started = spawnService(env, options)
    child = started
    while (started.exitCode === null && started.signalCode === null) {
      if (await isHealthy(port)) {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
        options.output.print(pc.green(`the service is ready after ${seconds} s`))
        return true
      }
      await sleep(healthIntervalMs)
    }
    return false
  }
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    lastStop = lastStop.then(() => stopChild(child, signal))
    return lastStop
  }
  return {
    port,
    restart() {
      ready = stop().then(start)
      return ready
    },
    async whenReady() {
      for (;;) {
        const awaited = ready
        const isReady = await awaited
        if (awaited === ready) return isReady && child?.exitCode === null
      }
    },
    async stop(signal) {
      await stop(signal)
    },
  }
}

/**
 * Starts the service as a child process with a preload script. The script shuts the child down in an orderly
 * way when this process dies. After a Ctrl-C, which the terminal sends to both processes, the script ignores
 * the second of the two signals.
 */
function spawnService(
  env: NodeJS.ProcessEnv,
  { args, output }: ServiceRunnerOptions,
): ChildProcess {
  const preload = ['--import', './scripts/launcher/preload.js']
  const child = spawn(process.execPath, [...preload, ...args, 'scripts/dev/service.ts'], {
    cwd: root,
    env: { ...env, BESTOW_LAUNCHER: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const print = output.forServiceRun()
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', print)
  child.once('exit', (code, signal) => {
    if (code === 0 || signal === 'SIGTERM') return
    const reason = signal ?? `exit code ${code}`
    output.print(pc.red(`the service ended (${reason}); it starts again after the next change`))
  })
  return child
}

async function stopChild(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.kill(signal)
  await exited
  clearTimeout(timer)
}

async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok === true
}
