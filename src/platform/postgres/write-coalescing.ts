import type pg from 'pg'
import { getConnection } from './pg-internals.ts'

/**
 * Holds back what is written to a connection until the code that runs now has said all it has to
 * say, so that statements which travel together leave in one packet: each write costs a system call
 * on both sides, which is most of what a small statement costs.
 */
export function corkUntilNextTick(client: pg.ClientBase): void {
  const { stream } = getConnection(client)
  if (stream.isCoalescing === true) return
  stream.isCoalescing = true
  stream.cork()
  process.nextTick(() => {
    stream.isCoalescing = false
    stream.uncork()
  })
}
