import type pg from 'pg'
import { connectionOf } from './driver.ts'

/**
 * Holds back what is written to a connection until the code that runs now has said all it has to
 * say, so that statements which travel together leave in one packet: each write costs a system call
 * on both sides, which is most of what a small statement costs.
 */
export function gather(client: pg.ClientBase): void {
  const { stream } = connectionOf(client)
  if (stream.isGathering === true) return
  stream.isGathering = true
  stream.cork()
  process.nextTick(() => {
    stream.isGathering = false
    stream.uncork()
  })
}
