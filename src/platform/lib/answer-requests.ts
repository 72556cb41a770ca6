import { parentPort } from 'node:worker_threads'
import type { ThreadReply, ThreadRequest } from './worker-thread.ts'

/** Runs in a worker thread. Answers one request after another. */
export function answerRequests<Input, Output>(
  run: (input: Input) => Output | Promise<Output>,
): void {
  let previous: Promise<void> = Promise.resolve()
  const post = (reply: ThreadReply<Output>): void => parentPort?.postMessage(reply)
  const answer = async ({ id, input }: ThreadRequest<Input>): Promise<void> => {
    try {
      post({ id, output: await run(input) })
    } catch (error) {
      post({ id, failedAt: listFrames(error) })
    }
  }
  parentPort?.on('message', (request: ThreadRequest<Input>) => {
    previous = previous.then(() => answer(request))
  })
}

/** Returns the stack of an error without its message, which could contain personal data. */
const listFrames = (error: unknown): string =>
  String(error instanceof Error ? error.stack : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
