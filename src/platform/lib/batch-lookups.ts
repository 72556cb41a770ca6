interface PendingLookup<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Batches concurrent lookups: lookups that arrive while a query runs share the next query. Nothing is cached.
 * Each query starts after the lookups that it serves, and under load one query serves many lookups.
 *
 * @param lookup    runs one query for all keys and returns the values in the order of the keys
 * @param maxBatch  the maximum number of lookups that share a query; further ones wait for the next query
 */
export function batchLookups<Key, Value>(
  lookup: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxBatch = Number.POSITIVE_INFINITY,
): (key: Key) => Promise<Value> {
  let pending: PendingLookup<Key, Value>[] = []
  let isRunning = false

  async function runBatch(): Promise<void> {
    await new Promise(setImmediate) // waits for lookups from the same turn of the event loop
    const batch = pending.slice(0, maxBatch)
    pending = pending.slice(maxBatch)
    try {
      const values = await lookup(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value)
    } catch (error) {
      // Also rejects pending lookups, because they would get the same error, and only after another timeout.
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

/**
 * Batches the concurrent lookups of each account separately, like `batchLookups`. No account waits for the
 * query of another account, and each query reads the rows of one account.
 */
export function batchAccountLookups<Key, Value>(
  lookup: (account_id: string, keys: readonly Key[]) => Promise<readonly Value[]>,
  maxBatch: number,
): (account_id: string, key: Key) => Promise<Value> {
  const accounts = new Map<string, { lookUp: (key: Key) => Promise<Value>; unfinished: number }>()
  return async (account_id, key) => {
    const account = accounts.get(account_id) ?? {
      lookUp: batchLookups<Key, Value>((keys) => lookup(account_id, keys), maxBatch),
      unfinished: 0,
    }
    accounts.set(account_id, account)
    account.unfinished += 1
    try {
      return await account.lookUp(key)
    } finally {
      account.unfinished -= 1
      if (account.unfinished === 0) accounts.delete(account_id)
    }
  }
}
