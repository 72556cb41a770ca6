import pc from 'picocolors'
import type { Context } from './context.ts'

/** Prints what a command found: one JSON object for a program, `people`'s words otherwise. */
export function answer({ isJson, out }: Context, object: object, people: () => string): void {
  out(isJson ? JSON.stringify(object) : people())
}

export type Cell = string | number | boolean | Date | null | undefined

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

/** Names and values, one pair a line. */
export function facts(pairs: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(pairs).map((name) => name.length))
  return Object.entries(pairs)
    .map(([name, value]) => `${pc.dim(name.padEnd(width))}  ${shown(value)}`)
    .join('\n')
}

function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : printable(String(cell))
}

/** What came from elsewhere must not move the cursor or colour the screen. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�')

/** The time of day, for lines that come as things happen. */
export const timeOf = (moment: Date): string => moment.toTimeString().slice(0, 8)

const cells = 24

/** A bar for long work, written over itself; nothing where nobody looks. */
export function bar({ progress }: Context, what: string, of: number): (done: number) => void {
  if (progress === undefined || of === 0) return () => {}
  return (done) => {
    const full = Math.round((done / of) * cells)
    progress(
      done >= of ? '' : `${what} ${'█'.repeat(full)}${'░'.repeat(cells - full)} ${done} of ${of}`,
    )
  }
}
