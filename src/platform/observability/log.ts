import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { formatForTerminal } from './log-terminal.ts'

export type Log = Logger

/** Fields that are redacted at the first three levels of a log line. */
const redactedKeys = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'api_key',
  'redemption_url',
  'shipping_address',
  'body',
  'detail', // the detail of a PostgreSQL error, which can quote the row
]

const redactedPaths = redactedKeys.flatMap((name) =>
  ['', '*', '*.*'].map((at) => `${at}["${name}"]`),
)

/**
 * Patterns of secrets inside texts such as an error message or a path. They are also redacted: tokens and
 * signing secrets, codes of redemption links, one-links and cards, passwords in URLs.
 */
const secretPatterns = [
  [/\b(svc-[a-z0-9]+-)[A-Za-z0-9_-]{8,}/g, '$1…'],
  [/\b(Bearer )[^\s"\\]+/gi, '$1…'],
  [/(\/(?:[rl]|cards)\/)[\w-]{14,}/g, '$1…'],
  // The lookbehind allows one attempt for each sequence of letters, so that the search time stays linear in
  // the length of the text.
  [/((?<![a-z0-9+])[a-z][a-z0-9+]*:\/\/[^\s/:@"\\]*:)[^\s/@"\\]+@/gi, '$1…@'],
] as const

export interface LogOptions {
  level: string
  /** The destination of the log lines. The default is standard output. */
  destination?: DestinationStream
  /** Receives each log line as JSON, after redaction. */
  onLine?: ((line: string) => void) | undefined
}

/** Creates a log with one JSON object per line. Leaves out secrets, tokens and bodies. */
export function createLog({ level, destination, onLine }: LogOptions): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: '…' },
    hooks: { streamWrite: redactSecrets },
  }
  const output = destination ?? { write: process.stdout.isTTY ? writeToTerminal : writeToStdout }
  return pino(options, onLine === undefined ? output : duplicate(output, onLine))
}

const duplicate = (output: DestinationStream, onLine: (line: string) => void) => ({
  write(line: string) {
    output.write(line)
    onLine(line)
  },
})

const writeToTerminal = (line: string) => writeToStdout(formatForTerminal(line))

const writeRetry = { maxAttempts: 200, delayMs: 5 } as const // waits this long for a slow reader, in milliseconds
const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes each line synchronously, as pino does by default. If a line cannot be written, for example on a full disk,
 * the line is lost and the service continues.
 */
function writeToStdout(line: string): void {
  const bytes = Buffer.from(line)
  let offset = 0
  for (let attempts = 0; offset < bytes.length && attempts < writeRetry.maxAttempts; attempts++) {
    try {
      offset += writeSync(process.stdout.fd, bytes, offset)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') return
      Atomics.wait(sleepBuffer, 0, 0, writeRetry.delayMs)
    }
  }
}

const redactSecrets = (line: string) =>
  truncate(
    secretPatterns.reduce(
      (text, [pattern, replacement]) => text.replace(pattern, replacement),
      line,
    ),
  )

const maxTextLength = 4_096 // the maximum number of characters of one text; a stack with its causes is shorter

/**
 * Truncates long texts inside a log line, so that client input cannot fill the disk. Runs after redaction,
 * because redaction needs complete texts.
 */
function truncate(line: string): string {
  if (line.length <= maxTextLength) return line
  const shorten = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > maxTextLength
      ? `${value.slice(0, maxTextLength)}… (${value.length} characters)`
      : value
  return `${JSON.stringify(JSON.parse(line), shorten)}\n`
}
