import pc from 'picocolors'

/** Formats a table of two columns. A value that should be 0 is red if it is not 0. */
export function formatTable(
  rows: readonly (readonly [name: string, value: number | string, shouldBeZero?: boolean])[],
): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, value, shouldBeZero]) => {
      const valueText = String(value).padStart(7)
      const color = shouldBeZero ? (value === 0 ? pc.green : pc.red) : pc.bold
      return `  ${name.padEnd(width)}  ${color(valueText)}`
    })
    .join('\n')
}
