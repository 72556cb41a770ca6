const [quote, lineFeed] = [0x22, 0x0a]

/**
 * Creates a counter for the rows of a CSV file without its header. A line break inside quotes belongs to a
 * value.
 */
export function createRowCounter() {
  let lines = 0
  let isQuoted = false
  return {
    add(bytes: Uint8Array): number {
      for (const byte of bytes)
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineFeed && !isQuoted) lines += 1
      return Math.max(0, lines - 1)
    },
  }
}
