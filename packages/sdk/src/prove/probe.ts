import type { EventType } from '../generated/operations.ts'
import type { ApiVersion } from '../generated/versions.ts'
import { type DeliveryOptions, fixtures, signedDelivery, type TestDelivery } from '../testing.ts'

/** The result of one delivery: a status, or the reason why there is no status. */
export interface SendResult {
  status: number | null
  /** The code of the failure, such as `response_timeout`. Null if there is a status. */
  error: string | null
}

export type SendDelivery = (delivery: TestDelivery) => Promise<SendResult>

export interface ProbeOptions {
  secret: string
  nextSecret: string | undefined
  version: ApiVersion
  parallel: number
  timeoutMs: number
  eventTypes: readonly EventType[]
  send: SendDelivery
}

type JsonObject = Record<string, unknown>

/** Sends deliveries for the checks, and collects the data that several checks need. */
export interface Probe extends ProbeOptions {
  /** Signs a delivery in the version of the endpoint, with all headers that the service sends. */
  sign(options?: Partial<DeliveryOptions>): Promise<TestDelivery>
  /** Creates an example body of an event. The gift in the body appears in no other delivery. */
  body(type?: EventType, version?: ApiVersion): JsonObject
  /** Sends a delivery and does not judge the response. */
  send: SendDelivery
  /** Sends a delivery that the receiver must accept. Returns the defect, if any. */
  accept(delivery: TestDelivery, label?: string): Promise<string | undefined>
  /** Sends several deliveries at the same time. The receiver must accept all of them. Returns the defects. */
  acceptAll(deliveries: readonly TestDelivery[]): Promise<string[]>
  /** Sends a delivery that the receiver must reject. Returns the defect, if any. */
  reject(delivery: TestDelivery, label?: string): Promise<string | undefined>
  /** The statuses with which the receiver rejected forged deliveries. */
  rejectionStatuses: ReadonlySet<number>
  /**
   * Returns the time of the slowest response in milliseconds. Only valid deliveries that were sent alone
   * count.
   */
  slowestMs(): number
  sent(): number
}

export function createProbe(options: ProbeOptions): Probe {
  const { secret, version } = options
  const rejectionStatuses = new Set<number>()
  let sent = 0
  let slowestMs = 0
  const send = async (delivery: TestDelivery) => {
    sent++
    return options.send(delivery)
  }
  return {
    ...options,
    send,
    rejectionStatuses,
    sent: () => sent,
    slowestMs: () => slowestMs,
    body: (type = 'gift_request_created', ofVersion = version) => createBody(type, ofVersion),
    sign: (more = {}) =>
      signedDelivery({
        secret,
        version,
        standard: true,
        ...more,
        body: more.body ?? createBody(typeOf(more), more.version ?? version),
      }),
    async accept(delivery, label) {
      const startedAt = performance.now()
      const defect = toDefect(await send(delivery), options.timeoutMs)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      return defect === undefined || label === undefined ? defect : `${label}: ${defect}`
    },
    async acceptAll(deliveries) {
      const results = await Promise.all(deliveries.map(send))
      return results
        .map((result) => toDefect(result, options.timeoutMs))
        .filter((defect) => defect !== undefined)
    },
    async reject(delivery, label) {
      const { status, error } = await send(delivery)
      const prefix = label === undefined ? '' : `${label}: `
      if (status === null) return `${prefix}${describeError(error, options.timeoutMs)}`
      if (status >= 200 && status < 300)
        return `${prefix}the receiver answered ${status}, so it accepted the delivery`
      rejectionStatuses.add(status)
      return undefined
    },
  }
}

const typeOf = ({ type = 'gift_request_created' }: Partial<DeliveryOptions>) => type as EventType

/** Returns the defect in a response to a valid delivery. Returns undefined if the response is correct. */
function toDefect({ status, error }: SendResult, timeoutMs: number): string | undefined {
  if (status === null) return describeError(error, timeoutMs)
  if (status >= 200 && status < 300) return undefined
  return `the receiver answered ${status}${statusHints[status] ?? ''}`
}

const statusHints: Readonly<Record<number, string>> = {
  301: '; redirects are not followed',
  302: '; redirects are not followed',
  307: '; redirects are not followed',
  308: '; redirects are not followed',
  400: '; does a parser read the body before the signature is verified?',
  401: '; does it use the secret of this endpoint?',
  403: '; does it use the secret of this endpoint and the raw bytes of the body?',
  404: '; does the path exist?',
  405: '; does the path accept POST?',
  413: '; its limit for bodies is too low',
  415: '; it does not accept the content type',
}

const describeError = (error: string | null, timeoutMs: number): string =>
  error === 'response_timeout'
    ? `no response within ${timeoutMs / 1000} seconds`
    : `no response (${error ?? 'unknown error'})`

/** Creates an example body with a new id. */
function createBody(type: EventType, version: ApiVersion): JsonObject {
  const body = structuredClone(fixtures[version][type]) as unknown as JsonObject
  const resource = (body.data ?? body) as JsonObject
  resource.id = crypto.randomUUID()
  return body
}
