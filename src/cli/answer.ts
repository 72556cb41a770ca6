import pc from 'picocolors'
import type { Session } from './session.ts'

/** Prints what a command found: one JSON object for a program, `people`'s words otherwise. */
export function answer({ isJson, out }: Session, object: object, people: () => string): void {
  out(isJson ? JSON.stringify(object) : people())
}

type Cell = string | number | boolean | Date | null | undefined

/** A table with as much room for each column as it needs; `none` when there is no row. */
export function table(heads: readonly string[], rows: readonly Cell[][], none: string): string {
  if (rows.length === 0) return pc.dim(none)
  const cells = rows.map((row) => row.map(shown))
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [pc.bold(line(heads)), ...cells.map(line)].join('\n')
}

function shown(cell: Cell): string {
  if (cell === null || cell === undefined) return '–'
  if (cell instanceof Date) return cell.toISOString().replace('T', ' ').replace(/\..*/, '')
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)
}

/** Names and values, one pair a line. */
export function facts(pairs: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(pairs).map((name) => name.length))
  return Object.entries(pairs)
    .map(([name, value]) => `${pc.dim(name.padEnd(width))}  ${shown(value)}`)
    .join('\n')
}

/** Said with what is shown only once. */
export const onlyNow = pc.yellow('Keep this now: it is not shown again.')
