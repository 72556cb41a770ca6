import type pg from 'pg'
import { getConnection } from '#platform/postgres/pg-internals'

/**
 * Records the messages that a connection sends to PostgreSQL during an action.
 * Returns the letters of their types.
 */
export async function recordSentMessages(
  client: pg.ClientBase,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const stream = getConnection(client).stream as unknown as { write(bytes: Buffer): boolean }
  const { write } = stream
  const kinds: string[] = []
  stream.write = (bytes) => {
    kinds.push(String.fromCharCode(bytes[0] ?? 0))
    return write.call(stream, bytes)
  }
  await action()
  stream.write = write
  return kinds
}

/** A value that the database driver cannot serialize. */
export const unserializable = {
  toPostgres() {
    throw new Error('cannot be serialized')
  },
}
