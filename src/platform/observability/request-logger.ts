import type { Log } from './log.ts'

type Bindings = Readonly<Record<string, unknown>>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/**
 * The log of one request: each line begins with the bindings of the request. A pino child serializes and redacts
 * its bindings when it is created, which costs as much as finding the route, and most requests log one line or
 * none. Accepts the arguments of pino: an object and a text, or a text alone.
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
