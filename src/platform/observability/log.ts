import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { formatForTerminal } from './log-terminal.ts'

export type Log = Logger

/** Members that never reach a log, wherever in a line's first three levels they stand. */
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
  'detail', // of an error of PostgreSQL: it may quote the row
]

const redactedPaths = redactedKeys.flatMap((name) =>
  ['', '*', '*.*'].map((at) => `${at}["${name}"]`),
)

/**
 * What looks like a secret inside a text (an error's message, a path) goes too: tokens and signing
 * secrets, codes of redemption links and one-links, passwords in URLs.
 */
const secretPatterns = [
  [/\b(svc-[a-z0-9]+-)[A-Za-z0-9_-]{8,}/g, '$1…'],
  [/\b(Bearer )[^\s"\\]+/gi, '$1…'],
  [/(\/[rl]\/)[A-Za-z0-9]{14,}/g, '$1…'],
  // The lookbehind allows one attempt for each run of letters, so the search stays linear in the text's length.
  [/((?<![a-z0-9+])[a-z][a-z0-9+]*:\/\/[^\s/:@"\\]*:)[^\s/@"\\]+@/gi, '$1…@'],
] as const

export interface LogOptions {
  level: string
  /** Where the lines go; standard output when left out. */
  destination?: DestinationStream
}

/** One JSON object a line. Secrets, tokens and bodies are never in it. */
export function createLog({ level, destination }: LogOptions): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: '…' },
    hooks: { streamWrite: redactSecrets },
  }
  return pino(
    options,
    destination ?? { write: process.stdout.isTTY ? writeToTerminal : writeToStdout },
  )
}

const writeToTerminal = (line: string) => writeToStdout(formatForTerminal(line))

const writeRetry = { maxAttempts: 200, delayMs: 5 } as const // for a reader that is slow, in milliseconds
const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/**
 * Each line at once, as pino does by itself; but a line that finds no room, as on a full disk, is lost, and
 * the service goes on.
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

const maxTextLength = 4_096 // characters of one text; a stack with its causes has fewer

/** Shortens long texts inside a line: what a client sends must not fill the disk. Runs after the scrubs, which need whole texts. */
function truncate(line: string): string {
  if (line.length <= maxTextLength) return line
  const shorten = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > maxTextLength
      ? `${value.slice(0, maxTextLength)}… (${value.length} characters)`
      : value
  return `${JSON.stringify(JSON.parse(line), shorten)}\n`
}
