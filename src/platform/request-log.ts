import type { Log } from './log.ts'

type Known = Readonly<Record<string, unknown>>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/**
 * The log of one request: its lines begin with what is known of it. A child of pino writes that down, with
 * its secrets taken out, when it is made, which cost a request as much as finding its route; most say one
 * thing or nothing. It takes what pino takes: an object and a text, or a text alone.
 */
export class RequestLog {
  readonly #log: Log
  readonly #known: Known

  constructor(log: Log, known: Known) {
    this.#log = log
    this.#known = known
  }

  get level(): string {
    return this.#log.level
  }

  child(known: Known): RequestLog {
    return new RequestLog(this.#log, { ...this.#known, ...known })
  }

  trace(what: object | string, text?: string): void {
    this.#say('trace', what, text)
  }
  debug(what: object | string, text?: string): void {
    this.#say('debug', what, text)
  }
  info(what: object | string, text?: string): void {
    this.#say('info', what, text)
  }
  warn(what: object | string, text?: string): void {
    this.#say('warn', what, text)
  }
  error(what: object | string, text?: string): void {
    this.#say('error', what, text)
  }
  fatal(what: object | string, text?: string): void {
    this.#say('fatal', what, text)
  }
  silent(): void {}

  #say(level: Level, what: object | string, text: string | undefined): void {
    if (!this.#log.isLevelEnabled(level)) return
    if (typeof what === 'string') this.#log[level](this.#known, what)
    else if (what instanceof Error)
      this.#log[level]({ ...this.#known, err: what }, text ?? what.message)
    else this.#log[level]({ ...this.#known, ...what }, text)
  }
}
