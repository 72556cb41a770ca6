/**
 * Proves a webhook receiver. It sends valid, forged, repeated and unusual deliveries to the receiver, and
 * reports each defect with its fix. The receiver gets example gifts, so use a receiver of a test environment.
 */
import { eventTypes } from './generated/operations.ts'
import { type ApiVersion, mediaTypes, newestVersion } from './generated/versions.ts'
import { acceptanceChecks } from './prove/acceptance-checks.ts'
import type { Check } from './prove/check.ts'
import { forgeryChecks } from './prove/forgery-checks.ts'
import { networkChecks } from './prove/network-checks.ts'
import { createProbe, type SendDelivery } from './prove/probe.ts'
import { responseChecks } from './prove/response-checks.ts'
import { validateSecrets } from './signature.ts'
import type { TestDelivery } from './testing.ts'

export type { ApiVersion } from './generated/versions.ts'
export type { SendDelivery, SendResult } from './prove/probe.ts'

/** All checks, in the order in which they run. */
const checks: readonly Check[] = [
  ...acceptanceChecks,
  ...forgeryChecks,
  ...networkChecks,
  ...responseChecks,
]

/** The payload versions, with the newest version first. */
export const apiVersions = Object.keys(mediaTypes) as ApiVersion[]

/** Lists the checks of a proof in their order, with the title, the reason and the severity of each check. */
export const listChecks = (): Array<Pick<Check, 'id' | 'title' | 'why' | 'severity'>> =>
  checks.map(({ id, title, why, severity }) => ({ id, title, why, severity }))

export interface ProveOptions {
  /** The URL of the receiver. */
  url: string | URL
  /** The signing secret of the endpoint. */
  secret: string
  /**
   * The next secret, if the receiver accepts two secrets during a rotation. Without this secret, the proof
   * does not check the rotation.
   */
  nextSecret?: string | undefined
  /** The payload version of the endpoint. The default is the newest version. */
  version?: ApiVersion | undefined
  /**
   * The number of deliveries that the check for parallel deliveries sends at once, from 1 to 200. The default
   * is 100.
   */
  parallel?: number | undefined
  /** The timeout of each response in milliseconds. The default is 15,000, the timeout of the service. */
  timeoutMs?: number | undefined
  /** Sends a delivery. The default uses `fetch` and does not follow redirects. */
  send?: SendDelivery | undefined
  /** A function that the proof calls after each check. */
  onResult?: ((result: CheckResult) => void) | undefined
  /** A signal that stops the proof between two deliveries. The proof then skips the remaining checks. */
  signal?: AbortSignal | undefined
}

export interface CheckResult {
  /** The stable name of the check, such as `rejects_replay`. */
  id: string
  title: string
  /**
   * The result of the check. `failed`: gifts can be lost or forged. `warning`: the receiver works today but
   * can fail later. `skipped`: the check did not run, and `detail` says why.
   */
  outcome: 'passed' | 'failed' | 'warning' | 'skipped'
  /** What the receiver did wrong. Null if the check passed. */
  detail: string | null
  /** The reason why the check matters. */
  why: string
  /** The way to correct the receiver. */
  fix: string
  /** The duration of the check in milliseconds. */
  ms: number
}

export interface Proof {
  /** True if no check failed and the proof was not stopped. */
  passed: boolean
  results: CheckResult[]
  /** The number of deliveries that the proof sent. */
  sent: number
  ms: number
}

/**
 * Sends about 130 deliveries to a receiver and checks its responses. The result names each defect. Throws a TypeError
 * for invalid options.
 */
export async function proveReceiver(options: ProveOptions): Promise<Proof> {
  const startedAt = performance.now()
  const probe = createProbe(validateOptions(options))
  const results: CheckResult[] = []
  let blockedBy: string | undefined
  for (const check of checks) {
    const { id, title, why, fix, severity } = check
    const checkStartedAt = performance.now()
    const skipReason = options.signal?.aborted
      ? 'stopped'
      : (blockedBy ?? check.skipReason?.(probe))
    const defect = skipReason === undefined ? await check.run(probe) : undefined
    if (defect !== undefined && check.isPrerequisite === true)
      blockedBy = `needs a receiver that passes the check ${id}`
    const result: CheckResult = {
      id,
      title,
      outcome: skipReason !== undefined ? 'skipped' : defect === undefined ? 'passed' : severity,
      detail: skipReason ?? defect ?? null,
      why,
      fix,
      ms: Math.round(performance.now() - checkStartedAt),
    }
    results.push(result)
    options.onResult?.(result)
  }
  return {
    passed:
      results.every(({ outcome }) => outcome !== 'failed') && options.signal?.aborted !== true,
    results,
    sent: probe.sent(),
    ms: Math.round(performance.now() - startedAt),
  }
}

function validateOptions({ url, version = newestVersion, ...options }: ProveOptions) {
  const { secret, nextSecret, parallel = 100, timeoutMs = 15_000 } = options
  validateSecrets(nextSecret === undefined ? secret : [secret, nextSecret])
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 200)
    throw new TypeError('parallel must be an integer from 1 to 200')
  const target = new URL(url)
  return {
    secret,
    nextSecret,
    version,
    parallel,
    eventTypes,
    timeoutMs,
    send: options.send ?? ((delivery: TestDelivery) => sendWithFetch(target, delivery, timeoutMs)),
  }
}

/**
 * Sends a delivery in the same way as the service: it follows no redirects, and it does not read the body of
 * the response.
 */
async function sendWithFetch(url: URL, delivery: TestDelivery, timeoutMs: number) {
  try {
    const response = await fetch(url, {
      ...delivery,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    void response.body?.cancel().catch(() => {})
    // A browser hides the status of a redirect, so the code reports 302.
    return { status: response.type === 'opaqueredirect' ? 302 : response.status, error: null }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const isTimeout = name === 'TimeoutError'
    return { status: null, error: isTimeout ? 'response_timeout' : (cause?.code ?? message) }
  }
}
