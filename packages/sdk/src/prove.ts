/**
 * Proves a webhook receiver: sends it valid, forged, repeated and unusual deliveries, and reports each defect with its
 * fix. The receiver gets example gifts, so use a receiver of a test environment.
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

/** The payload versions, newest first. */
export const apiVersions = Object.keys(mediaTypes) as ApiVersion[]

/** The checks of a proof, in their order: what each is called, and its outcome for a defect. */
export const listChecks = (): Array<Pick<Check, 'id' | 'title' | 'why' | 'severity'>> =>
  checks.map(({ id, title, why, severity }) => ({ id, title, why, severity }))

export interface ProveOptions {
  /** The URL of the receiver. */
  url: string | URL
  /** The signing secret of the endpoint. */
  secret: string
  /** The next secret, if the receiver accepts both during a rotation. Without it, the rotation is not checked. */
  nextSecret?: string | undefined
  /** The payload version of the endpoint. Default: the newest version. */
  version?: ApiVersion | undefined
  /** Deliveries sent at once in the check for parallel deliveries, 1 to 200. Default: 100. */
  parallel?: number | undefined
  /** Milliseconds to wait for each response. Default: 15,000, as the service does. */
  timeoutMs?: number | undefined
  /** Sends a delivery. Default: `fetch`, without following redirects. */
  send?: SendDelivery | undefined
  /** Called after each check. */
  onResult?: ((result: CheckResult) => void) | undefined
  /** Stops between two deliveries; the remaining checks are skipped. */
  signal?: AbortSignal | undefined
}

export interface CheckResult {
  /** The stable name of the check, such as `rejects_replay`. */
  id: string
  title: string
  /**
   * `failed`: gifts can be lost or forged. `warning`: works today, and can fail later. `skipped`: the check did not
   * run; `detail` says why.
   */
  outcome: 'passed' | 'failed' | 'warning' | 'skipped'
  /** What the receiver did; null if the check passed. */
  detail: string | null
  /** Why the check matters. */
  why: string
  /** How to correct the receiver. */
  fix: string
  /** How long the check took, in milliseconds. */
  ms: number
}

export interface Proof {
  /** True if no check failed and the proof was not stopped. */
  passed: boolean
  results: CheckResult[]
  /** Number of deliveries sent. */
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

/** Sends a delivery like the service: redirects are not followed, and the body of the response is not read. */
async function sendWithFetch(url: URL, delivery: TestDelivery, timeoutMs: number) {
  try {
    const response = await fetch(url, {
      ...delivery,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    void response.body?.cancel().catch(() => {})
    // A browser hides the status of a redirect.
    return { status: response.type === 'opaqueredirect' ? 302 : response.status, error: null }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const isTimeout = name === 'TimeoutError'
    return { status: null, error: isTimeout ? 'response_timeout' : (cause?.code ?? message) }
  }
}
