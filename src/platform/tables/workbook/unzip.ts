import { Unzip, UnzipInflate } from 'fflate'
import { TableError } from '../table.ts'

/**
 * The maximum unpacked size in bytes of the parts of a workbook that are read. A sheet of 50,000 rows with
 * ten columns has about 25 MB.
 */
const maxUnpackedBytes = 50_000_000
const maxEntries = 10_000
/**
 * The size of a chunk in bytes. A chunk unpacks to at most a thousand times its
 * size before the limit is checked.
 */
const chunkBytes = 8_192

/**
 * Reads the texts of the wanted entries of a ZIP archive, by name. Stops at the size limit, whatever sizes
 * the archive claims. Throws `TableError` for a damaged archive.
 */
export function unzipTexts(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let total = 0
  let isTooLarge = false
  let entries = 0
  const archive = new Unzip((entry) => {
    if (++entries > maxEntries) throw new TableError('workbook_too_large')
    if (!isWanted(entry.name) || texts.has(entry.name)) return
    const decoder = new TextDecoder('utf-8')
    const parts: string[] = []
    entry.ondata = (error, chunk, isLast) => {
      if (error !== null)
        throw new TableError(isTooLarge ? 'workbook_too_large' : 'broken_workbook')
      total += chunk.length
      // the archive passes an error that is thrown in this callback to its next call
      isTooLarge = total > maxUnpackedBytes
      if (isTooLarge) throw new TableError('workbook_too_large')
      parts.push(decoder.decode(chunk, { stream: !isLast }))
      if (isLast) texts.set(entry.name, parts.join(''))
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += chunkBytes)
      archive.push(bytes.subarray(from, from + chunkBytes), from + chunkBytes >= bytes.length)
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('broken_workbook')
  }
  return texts
}
