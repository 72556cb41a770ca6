interface PendingLookup<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Batches concurrent lookups: lookups that arrive while a query runs share the next query. Nothing is cached: each
 * query starts after the lookups that it serves, and under load one query serves many lookups.
 *
 * @param lookup  runs one query for all keys and returns the values in the order of the keys
 */
export function batchLookups<Key, Value>(
  lookup: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let pending: PendingLookup<Key, Value>[] = []
  let isRunning = false

  async function runBatch(): Promise<void> {
    await new Promise(setImmediate) // includes lookups from the same turn of the event loop
    const batch = pending
    pending = []
    try {
      const values = await lookup(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value)
    } catch (error) {
      // Pending lookups would get the same error, and only after another timeout.
      for (const { reject } of [...batch, ...pending]) reject(error)
      pending = []
    }
  }

  async function runUntilEmpty(): Promise<void> {
    isRunning = true
    while (pending.length > 0) await runBatch()
    isRunning = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject })
      if (!isRunning) void runUntilEmpty()
    })
}
