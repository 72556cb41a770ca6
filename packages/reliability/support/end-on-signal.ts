import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/*
 * SIGINT and SIGTERM end a script without running its `finally` blocks, and a server of the embedded database
 * survives the process that started it. Each helper that starts a process or a database therefore registers
 * its cleanup in this module.
 */

type CleanUp = () => Promise<unknown>

const signals = { SIGINT: 2, SIGTERM: 15 } as const

/**
 * Registers a function that runs when a signal ends the script. The last registered function runs first.
 * Returns a function that removes the registration.
 */
export const cleanUpOnSignal = (cleanUp: CleanUp): (() => void) => cleanUps.add(cleanUp)

/** Ends the child when a signal ends the script. */
export function endOnSignal(child: ChildProcess): void {
  child.once(
    'exit',
    cleanUpOnSignal(() => terminate(child)),
  )
}

/** Stops a process with SIGTERM and waits for its exit. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const cleanUps = createCleanUps()

function createCleanUps() {
  const registered: CleanUp[] = []
  let isListening = false
  let isEnding = false

  async function end(signal: keyof typeof signals): Promise<void> {
    if (isEnding) return // ignores a second signal: a Ctrl-C arrives from the terminal and from the parent process
    isEnding = true
    process.on('uncaughtException', () => {}) // ignores errors of the script, which continues without its service
    for (let next = registered.pop(); next !== undefined; next = registered.pop())
      await next().catch((error: unknown) => console.error(error))
    process.exit(128 + signals[signal])
  }

  function listen(): void {
    if (isListening) return
    isListening = true
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))
  }

  return {
    add(cleanUp: CleanUp): () => void {
      listen()
      registered.push(cleanUp)
      return () => {
        const index = registered.indexOf(cleanUp)
        if (index >= 0) registered.splice(index, 1)
      }
    },
  }
}
