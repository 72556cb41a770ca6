/**
 * The limits for the lines that wait for the collector: their number, and their total number of characters.
 */
export interface LogQueueLimits {
  maxLines: number
  maxLength: number
}

const maxBatch = { lines: 512, length: 1_048_576 } as const

/** The queue of log lines that wait for the collector. Drops the oldest lines when it is full. */
export interface LogQueue {
  push(line: string): void
  /** Removes the oldest lines from the queue, up to the maximum of one request. Returns these lines. */
  takeBatch(): string[]
  /** Puts a batch back to the front of the queue after its request failed. */
  putBack(batch: readonly string[]): void
  /** Returns whether a full batch waits. */
  hasFullBatch(): boolean
  size(): number
  /** Drops all lines of the queue. */
  clear(): void
  /** Returns the number of lines that were dropped since the start. */
  countDropped(): number
}

export function createLogQueue({ maxLines, maxLength }: LogQueueLimits): LogQueue {
  let lines: string[] = []
  let length = 0
  let dropped = 0

  function trim(): void {
    let surplus = 0
    while (lines.length - surplus > maxLines || length > maxLength) {
      length -= lines[surplus]?.length ?? length
      surplus++
    }
    if (surplus === 0) return
    lines.splice(0, surplus)
    dropped += surplus
  }

  return {
    push(line) {
      if (line.length > maxLength) {
        dropped += 1
        return
      }
      lines.push(line)
      length += line.length
      trim()
    },
    takeBatch() {
      let count = 0
      let batchLength = 0
      for (const line of lines) {
        if (count === maxBatch.lines) break
        if (count > 0 && batchLength + line.length > maxBatch.length) break
        count++
        batchLength += line.length
      }
      length -= batchLength
      return lines.splice(0, count)
    },
    putBack(batch) {
      lines = [...batch, ...lines]
      length += batch.reduce((total, line) => total + line.length, 0)
      trim()
    },
    hasFullBatch: () => lines.length >= maxBatch.lines || length >= maxBatch.length,
    size: () => lines.length,
    clear() {
      dropped += lines.length
      lines = []
      length = 0
    },
    countDropped: () => dropped,
  }
}
