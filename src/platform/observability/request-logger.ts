import type { Log } from './log.ts'

type Bindings = Readonly<Record<string, unknown>>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/**
 * The log of one request: its lines begin with what is known of it. A child of pino writes that down, with
 * its secrets taken out, when it is made, which cost a request as much as finding its route; most say one
 * thing or nothing. It takes what pino takes: an object and a text, or a text alone.
 */
export class RequestLogger {
  readonly #log: Log
  readonly #bindings: Bindings

  constructor(log: Log, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }

  get level(): string {
    return this.#log.level
  }

  child(bindings: Bindings): RequestLogger {
    return new RequestLogger(this.#log, { ...this.#bindings, ...bindings })
  }

  trace(what: object | string, text?: string): void {
    this.#write('trace', what, text)
  }
  debug(what: object | string, text?: string): void {
    this.#write('debug', what, text)
  }
  info(what: object | string, text?: string): void {
    this.#write('info', what, text)
  }
  warn(what: object | string, text?: string): void {
    this.#write('warn', what, text)
  }
  error(what: object | string, text?: string): void {
    this.#write('error', what, text)
  }
  fatal(what: object | string, text?: string): void {
    this.#write('fatal', what, text)
  }
  silent(): void {}

  #write(level: Level, what: object | string, text: string | undefined): void {
    if (!this.#log.isLevelEnabled(level)) return
    if (typeof what === 'string') this.#log[level](this.#bindings, what)
    else if (what instanceof Error)
      this.#log[level]({ ...this.#bindings, err: what }, text ?? what.message)
    else this.#log[level]({ ...this.#bindings, ...what }, text)
  }
}
