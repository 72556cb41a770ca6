import pc from 'picocolors'

const levels: Readonly<Record<number, (text: string) => string>> = {
  40: pc.yellow,
  50: pc.red,
  60: pc.red,
}
const hiddenKeys = new Set(['level', 'time', 'pid', 'msg', 'reqId', 'err', 'stack'])

/** Formats a log line for a terminal. If there is no terminal, the log is JSON. */
export function formatForTerminal(line: string): string {
  const entry = parse(line)
  if (entry === undefined) return line
  const { time, level, msg, err } = entry
  const colour = levels[Number(level)] ?? ((text: string) => text)
  const clock = pc.dim(String(time).slice(11, 19))
  const error = err as { stack?: string; message?: string } | undefined
  const stack = error === undefined ? '' : `\n${error.stack ?? error.message ?? ''}`
  return `${clock} ${colour(String(msg ?? ''))}${formatDetails(entry)}${stack}\n`
}

function formatDetails(entry: Record<string, unknown>): string {
  const details = Object.entries(entry)
    .filter(([name, value]) => !hiddenKeys.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return details.length === 0 ? '' : ` ${pc.dim(details.join(' '))}`
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
