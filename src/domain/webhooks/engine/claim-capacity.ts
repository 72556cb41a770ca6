import type { ClaimCapacity } from './claim-deliveries.ts'
import {
  availableWindow,
  type EndpointState,
  isSlow,
  isTrusted,
  type WindowLimits,
} from './endpoint-window.ts'

export interface ConcurrencyLimits extends WindowLimits {
  /** Maximum number of active attempts. Active attempts use CPU time. */
  slots: number
  /** Maximum number of active attempts of one account. */
  maxPerAccount: number
  /** Slots reserved for each of the lanes `fresh` and `late`, so that neither lane starves the other. */
  reservedPerLane: number
  /**
   * Milliseconds that an attempt occupies a slot: three times the average response time, within these
   * limits.
   */
  activeMs: { min: number; max: number }
  /** Maximum number of waiting attempts. Slow endpoints share half of them. */
  maxWaiting: number
  /** Maximum total size of the bodies in flight, in bytes. */
  maxBytes: number
}

export interface AccountState {
  open: number
  active: number
}

export interface ConcurrencyState {
  limits: ConcurrencyLimits
  now: number
  waiting: number
  /** All known endpoints, least recently used first. */
  endpoints: ReadonlyMap<string, EndpointState>
  /** Endpoints with open attempts or recent failures, least recently used first. */
  listed: ReadonlySet<EndpointState>
  /** Endpoints without open attempts whose window has grown, least recently used first. */
  grown: ReadonlySet<EndpointState>
  accounts: ReadonlyMap<string, AccountState>
}

/**
 * Maximum number of endpoints without open attempts that one claim lists: while unlisted endpoints of some
 * accounts get nothing, and otherwise.
 */
const maxIdle = { restricted: 2_000, otherwise: 500 } as const

/**
 * Computes how many rows a claim may take for each listed endpoint (open attempts or recent failures),
 * for each other endpoint, and for each account.
 *
 * Slow endpoints share half of the waiting attempts. An account may use as many of that half as are still
 * free (dynamic thresholds, as in the shared buffer of a network switch): one account alone gets half,
 * two accounts get a third each, and some capacity always remains for the next account. As the number of
 * waiting attempts grows, unlisted endpoints get one attempt at a time, and finally none. Trusted
 * endpoints always get their slots. Those with a grown window are listed too: with the small window of a
 * new endpoint, a claim of a backlog would take half as many rows.
 */
export function computeCapacity(state: ConcurrencyState): ClaimCapacity {
  const { limits, waiting, accounts } = state
  const reducedAllowance = (count: number, limit: number) =>
    waiting >= limits.maxWaiting || count >= limit ? 0 : count >= limits.slots >> 2 ? 1 : undefined
  const unlistedTotal = reducedAllowance(waiting, limits.maxWaiting) ?? limits.initialWindow
  const accountCapacities = [...accounts].map(([id, { open, active }]) => ({
    id,
    left: Math.max(0, limits.maxPerAccount - active),
    unlisted: Math.min(
      unlistedTotal,
      reducedAllowance(open - active, limits.maxWaiting - waiting) ?? limits.initialWindow,
    ),
  }))
  const exhausted = new Set(
    accountCapacities.filter(({ unlisted }) => unlisted === 0).map(({ id }) => id),
  )
  const isExhausted = (account_id: string) => unlistedTotal === 0 || exhausted.has(account_id)
  const isRestricted = unlistedTotal === 0 || exhausted.size > 0
  const listed = [
    ...listedCapacities(state, isExhausted),
    ...(isRestricted ? trustedCapacities(state, isExhausted) : grownCapacities(state)),
  ]
  listed.sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    unlisted: unlistedTotal,
    endpoints: { ids: listed.map(([id]) => id), left: listed.map(([, left]) => left) },
    accounts: {
      ids: accountCapacities.map(({ id }) => id),
      left: accountCapacities.map(({ left }) => left),
      unlisted: accountCapacities.map(({ unlisted }) => unlisted),
    },
  }
}

type EndpointCapacity = [id: string, left: number]

function* listedCapacities(
  { limits, now, listed }: ConcurrencyState,
  isExhausted: (account_id: string) => boolean,
): Iterable<EndpointCapacity> {
  const slow = [...listed].filter((endpoint) => isSlow(endpoint, now, limits))
  const budget = createSlowBudget(slow, limits.maxWaiting >> 1)
  for (const endpoint of listed) {
    const left = availableWindow(endpoint, now, limits)
    if (left === 0) yield [endpoint.id, 0]
    else if (isSlow(endpoint, now, limits)) yield [endpoint.id, budget(endpoint, left)]
    else
      yield [endpoint.id, isTrusted(endpoint, now) || !isExhausted(endpoint.account_id) ? left : 0]
  }
}

/** Grants attempts to slow endpoints in the order of the calls. */
function createSlowBudget(slow: readonly EndpointState[], limit: number) {
  const used = new Map<string, number>()
  let left = limit
  const spend = (account_id: string, count: number) => {
    used.set(account_id, (used.get(account_id) ?? 0) + count)
    left -= count
  }
  for (const { account_id, open } of slow) spend(account_id, open.size)
  return ({ account_id }: EndpointState, requested: number): number => {
    const accountLeft = left - (used.get(account_id) ?? 0)
    const granted = Math.max(0, Math.min(requested, left, accountLeft))
    spend(account_id, granted)
    return granted
  }
}

/** Yields the capacities of trusted endpoints whose window has grown. */
function* grownCapacities({ grown, limits, now }: ConcurrencyState): Iterable<EndpointCapacity> {
  let count = 0
  for (const endpoint of grown) {
    if (!isTrusted(endpoint, now)) continue
    yield [endpoint.id, availableWindow(endpoint, now, limits)]
    if (++count === maxIdle.otherwise) return
  }
}

/** Yields the capacities of trusted endpoints without open attempts, while unlisted endpoints get nothing. */
function* trustedCapacities(
  { endpoints, listed, grown, limits, now }: ConcurrencyState,
  isExhausted: (account_id: string) => boolean,
): Iterable<EndpointCapacity> {
  let count = 0
  for (const endpoint of endpoints.values()) {
    if (listed.has(endpoint) || !isTrusted(endpoint, now)) continue
    if (!grown.has(endpoint) && !isExhausted(endpoint.account_id)) continue
    yield [endpoint.id, availableWindow(endpoint, now, limits)]
    if (++count === maxIdle.restricted) return
  }
}
