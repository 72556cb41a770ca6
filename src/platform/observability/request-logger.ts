import type { Log } from './log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether pages or monitors request the route often and without an action of a person: files, polls and
     * health checks. Successful requests of the route are logged at level debug.
     */
    isFrequent?: boolean
  }
}

/** The options of a route that is requested often. */
export const frequentRoute = { config: { isFrequent: true } } as const

type Bindings = Readonly<Record<string, unknown>>
type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/**
 * The log of one request. Each line begins with the bindings of the request. A pino child serializes and
 * redacts its bindings when it is created, which costs as much as finding the route, although most requests
 * log one line or none. Accepts the arguments of pino: an object and a text, or a text alone.
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

  trace(value: object | string, text?: string): void {
    this.#write('trace', value, text)
  }
  debug(value: object | string, text?: string): void {
    this.#write('debug', value, text)
  }
  info(value: object | string, text?: string): void {
    this.#write('info', value, text)
  }
  warn(value: object | string, text?: string): void {
    this.#write('warn', value, text)
  }
  error(value: object | string, text?: string): void {
    this.#write('error', value, text)
  }
  fatal(value: object | string, text?: string): void {
    this.#write('fatal', value, text)
  }
  silent(): void {}

  #write(level: Level, value: object | string, text: string | undefined): void {
    if (!this.#log.isLevelEnabled(level)) return
    if (typeof value === 'string') this.#log[level](this.#bindings, value)
    else if (value instanceof Error)
      this.#log[level]({ ...this.#bindings, err: value }, text ?? value.message)
    else this.#log[level]({ ...this.#bindings, ...value }, text)
  }
}
