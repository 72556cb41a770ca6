interface PendingLookup<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/**
 * Lets all who ask while a question is under way share the next one. Nothing is remembered: nobody
 * gets an answer from a question that was put before they asked, and under load one question
 * serves many.
 *
 * @param ask  puts one question for all these keys; its answers come in their order
 */
export function batchLookups<Key, Value>(
  lookup: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let pending: PendingLookup<Key, Value>[] = []
  let isRunning = false

  async function runBatch(): Promise<void> {
    await new Promise(setImmediate) // whoever came with the same turn of the event loop comes along
    const batch = pending
    pending = []
    try {
      const values = await lookup(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value)
    } catch (error) {
      // Who came meanwhile would hear the same, and only after another time-out.
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
