import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A child process that prints lines. */
export interface RunningProcess {
  child: ChildProcess
  stop(): Promise<void>
}

interface StartOptions {
  args: string[]
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
}

/** Starts a script on the current Node and passes each line of its output to `onLine`. */
export function startProcess({ args, env, onLine }: StartOptions): RunningProcess {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', onLine)
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Runs a command of the CLI. Returns the object that the command prints. */
export async function runJson(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, ['src/app/main.ts', ...args, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`bestow ${args.join(' ')} failed with exit code ${code}`)
  return JSON.parse(printed) as Record<string, unknown>
}

/** Finds a port of this machine that is free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}
