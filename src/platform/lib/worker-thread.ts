import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract'

/** A request in the format of the thread, and its answer: a value, or where it failed. */
export interface ThreadRequest<Input> {
  id: number
  input: Input
}
export type ThreadReply<Output> = { id: number; output: Output } | { id: number; failedAt: string }

/** Runs work outside the event loop, one piece after the other. */
export interface WorkerThread<Input, Output> {
  /**
   * Rejects when the thread fails or the work takes too long, and with `too_many_requests` when too much work waits, of all
   * accounts or of this one.
   */
  run(account_id: string, input: Input): Promise<Output>
  close(): Promise<void>
}

interface ThreadOptions {
  /** The module of the thread. It passes its work to `answerRequests`. */
  module: URL
  /** The work for messages of errors, such as 'rendering a document'. */
  work: string
  timeoutMs: number
  maxMemoryMb: number
  /** The message for a request that is rejected because of the work before it. */
  busyMessage: string
}

interface Pending<Output> {
  account_id: string
  resolve(output: Output): void
  reject(error: Error): void
}

/** Limits the memory of waiting work. */
const maxPending = 20
/** One account cannot occupy the thread. */
const maxPendingOfAccount = 3

/** The thread keeps what it has loaded, and ends when no request arrives for this time. */
const idleMs = 5 * 60_000

/** Returns a thread that starts with the first request. */
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

  /** Limits the time of the next request, or the idle time. */
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
