import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract'

/**
 * A request in the format of the thread, and its answer. The answer is a value, or the place of the failure.
 */
export interface ThreadRequest<Input> {
  id: number
  input: Input
}
export type ThreadReply<Output> = { id: number; output: Output } | { id: number; failedAt: string }

/** Runs work outside the event loop, one piece after another. */
export interface WorkerThread<Input, Output> {
  /**
   * Runs work in the thread. Rejects when the thread fails or the work takes too long. Rejects with
   * `too_many_requests` when too much work waits, of all accounts or of this account.
   */
  run(account_id: string, input: Input): Promise<Output>
  close(): Promise<void>
}

interface ThreadOptions {
  /** The URL of the module that the thread runs. The module passes its work to `answerRequests`. */
  module: URL
  /** The name of the work for error messages, such as 'rendering a document'. */
  work: string
  timeoutMs: number
  maxMemoryMb: number
  /** The message for a request that is rejected because earlier work still waits. */
  busyMessage: string
}

interface Pending<Output> {
  account_id: string
  resolve(output: Output): void
  reject(error: Error): void
}

/** The maximum number of waiting requests, which limits the memory of waiting work. */
const maxPending = 20
/** The maximum number of waiting requests of one account, so that no account can occupy the thread alone. */
const maxPendingOfAccount = 3

/**
 * The milliseconds without a request after which the thread ends. Until then, it retains what it has loaded.
 */
const idleMs = 5 * 60_000

/** Creates a worker thread that starts with the first request. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the worker and the pending requests
export function createWorkerThread<Input, Output>({
  module,
  work,
  timeoutMs,
  maxMemoryMb,
  busyMessage,
}: ThreadOptions): WorkerThread<Input, Output> {
  const pending = new Map<number, Pending<Output>>()
  let worker: Worker | undefined
  let lastId = 0
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } })
    started.on('message', settle)
    started.on('error', () => stop(started, `the thread for ${work} has failed`))
    started.on('exit', () => stop(started, `the thread for ${work} has ended`))
    return started
  }

  /** Drops the worker and rejects its requests. The next request starts another one. */
  function stop(stopped: Worker, reason: string): void {
    if (worker !== stopped) return
    worker = undefined
    clearTimeout(timer)
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
    void stopped.terminate()
  }

  function settle(reply: ThreadReply<Output>): void {
    const request = pending.get(reply.id)
    pending.delete(reply.id)
    if ('output' in reply) request?.resolve(reply.output)
    else request?.reject(new Error(`${work} has failed\n${reply.failedAt}`))
    watch()
  }

  /** Sets a time limit for the next request, or for the idle time. */
  function watch(): void {
    clearTimeout(timer)
    const current = worker
    if (current === undefined) return
    const isIdle = pending.size === 0
    if (isIdle) current.unref()
    else current.ref()
    const reason = isIdle ? 'idle' : `${work} has timed out`
    timer = setTimeout(() => stop(current, reason), isIdle ? idleMs : timeoutMs).unref()
  }

  return {
    async run(account_id, input) {
      const ofAccount = [...pending.values()].filter((each) => each.account_id === account_id)
      if (pending.size >= maxPending || ofAccount.length >= maxPendingOfAccount)
        throw new ApiError('too_many_requests', { message: busyMessage })
      const id = ++lastId
      worker ??= start()
      worker.postMessage({ id, input } satisfies ThreadRequest<Input>)
      return new Promise((resolve, reject) => {
        pending.set(id, { account_id, resolve, reject })
        watch()
      })
    },
    async close() {
      if (worker !== undefined) stop(worker, 'the service is stopping')
    },
  }
}
