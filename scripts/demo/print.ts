import pc from 'picocolors'

/** A delivery as the receiver reports it. */
export interface Arrival {
  event: string
  type: string
  reference?: string
  gift_status?: string
  attempt: number
  verified: boolean
  status: number
  bytes: number
}

const colorByStatus: Record<string, (text: string) => string> = {
  submitted: pc.cyan,
  redeemed: pc.magenta,
  dispatched: pc.yellow,
  delivered: pc.green,
  cancelled: pc.red,
}

/** Formats a delivery as one line. */
export function formatDelivery({
  type,
  reference,
  gift_status = '',
  attempt,
  verified,
  status,
  bytes,
}: Arrival): string {
  const color = colorByStatus[gift_status] ?? pc.white
  return [
    verified ? pc.green('✔ signature') : pc.red('✖ signature'),
    pc.dim(reference ?? ''),
    color(type.padEnd(24)),
    pc.dim(`${bytes} bytes`.padStart(12)),
    attempt > 1 ? pc.yellow(`attempt ${attempt}`) : pc.dim('attempt 1'),
    status < 300 ? pc.dim(`returned ${status}`) : pc.yellow(`returned ${status}, will be retried`),
  ].join('  ')
}

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
