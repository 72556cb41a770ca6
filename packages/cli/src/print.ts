import pc from 'picocolors'
import type { CliContext } from './context.ts'

/** Prints a result: as a JSON object with the option `--json`, otherwise as text. */
export function printResult(
  { isJson, out }: Pick<CliContext, 'isJson' | 'out'>,
  object: object,
  toText: () => string,
): void {
  out(isJson ? JSON.stringify(object) : toText())
}

export type Cell = string | number | boolean | Date | null | undefined

/** Formats a table with aligned columns. Returns `emptyText` if there are no rows. */
export function formatTable(
  headers: readonly string[],
  rows: readonly Cell[][],
  emptyText: string,
): string {
  if (rows.length === 0) return pc.dim(emptyText)
  const cells = rows.map((row) => row.map(formatCell))
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [pc.bold(line(headers)), ...cells.map(line)].join('\n')
}

/** Formats names and values, with one pair on each line. */
export function formatPairs(pairs: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(pairs).map((name) => name.length))
  return Object.entries(pairs)
    .map(([name, value]) => `${pc.dim(name.padEnd(width))}  ${formatCell(value)}`)
    .join('\n')
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (cell instanceof Date) return cell.toISOString().replace('T', ' ').replace(/\..*/, '')
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : replaceControlChars(String(cell))
}

/**
 * Replaces control characters. Text from other sources must not move the cursor or change the colors of the
 * terminal.
 */
export const replaceControlChars = (text: string): string => text.replace(/\p{Cc}/gu, '�')

/** Formats the local time of day, for lines about events. */
export const formatTimeOfDay = (date: Date): string => date.toTimeString().slice(0, 8)

const barWidth = 24

/**
 * Creates a function that shows a progress bar on one line. Without a terminal, the function does nothing.
 */
export function createProgressBar(
  { progress }: CliContext,
  label: string,
  total: number,
): (done: number) => void {
  if (progress === undefined || total === 0) return () => {}
  return (done) => {
    const filled = Math.round((done / total) * barWidth)
    progress(
      done >= total
        ? ''
        : `${label} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done} of ${total}`,
    )
  }
}
