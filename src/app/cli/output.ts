import pc from 'picocolors'
import type { Session } from './session.ts'

/** Prints the result of a command: one JSON object with --json, the result of `toText` otherwise. */
export function printResult({ isJson, out }: Session, object: object, toText: () => string): void {
  out(isJson ? JSON.stringify(object) : toText())
}

type Cell = string | number | boolean | Date | null | undefined

/** Formats a table with columns as wide as their content. Returns `none` for an empty table. */
export function table(headers: readonly string[], rows: readonly Cell[][], none: string): string {
  if (rows.length === 0) return pc.dim(none)
  const cells = rows.map((row) => row.map(formatCell))
  const widths = headers.map((header, at) =>
    Math.max(header.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [pc.bold(line(headers)), ...cells.map(line)].join('\n')
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '–'
  if (cell instanceof Date) return cell.toISOString().replace('T', ' ').replace(/\..*/, '')
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)
}

/** Formats names and values, one pair a line. */
export function formatPairs(pairs: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(pairs).map((name) => name.length))
  return Object.entries(pairs)
    .map(([name, value]) => `${pc.dim(name.padEnd(width))}  ${formatCell(value)}`)
    .join('\n')
}

/** Printed after a secret that is shown only once. */
export const shownOnceNotice = pc.yellow('Save this now: it is not shown again.')
