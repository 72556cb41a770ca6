import type { Rooms } from './claim.ts'
import { type EndpointState, isSlow, windowLeft } from './endpoint-window.ts'
import type { SlotState } from './slots.ts'

/** Milliseconds: an endpoint that responded so recently is trusted while attempts that wait are at their limit. */
const trustedFor = 10_000
/** Endpoints that a claim names for that reason, at most. */
const maxTrusted = 2_000

/**
 * What a claim may take: of each endpoint that has attempts open or a bad record, of all other endpoints, and of
 * accounts.
 *
 * Slow endpoints share half of the attempts that may wait. An account may have as many of them as are still free
 * (dynamic thresholds, as in the shared buffer of a switch): one account alone gets half, two get a third each, and something is
 * always free for the next. While very many attempts wait, endpoints without a record get one at a time, and in
 * the end none; those that responded lately always have their slots.
 */
export function roomsOf(state: SlotState): Rooms {
  const { limits, waiting, accounts } = state
  const strictness = (many: number, limit: number) =>
    waiting >= limits.waiting || many >= limit ? 0 : many >= limits.slots >> 2 ? 1 : undefined
  const inAll = strictness(waiting, limits.waiting) ?? limits.initialWindow
  const perAccount = [...accounts].map(([id, { open, young }]) => ({
    id,
    left: Math.max(0, limits.perAccount - young),
    unlisted: Math.min(
      inAll,
      strictness(open - young, limits.waiting - waiting) ?? limits.initialWindow,
    ),
  }))
  const exhausted = new Set(perAccount.filter(({ unlisted }) => unlisted === 0).map(({ id }) => id))
  const isExhausted = (account_id: string) => inAll === 0 || exhausted.has(account_id)
  const listed = [...listedRooms(state, isExhausted)]
  if (inAll === 0 || exhausted.size > 0) listed.push(...trusted(state, isExhausted))
  listed.sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    unlisted: inAll,
    endpoints: { ids: listed.map(([id]) => id), left: listed.map(([, left]) => left) },
    accounts: {
      ids: perAccount.map(({ id }) => id),
      left: perAccount.map(({ left }) => left),
      unlisted: perAccount.map(({ unlisted }) => unlisted),
    },
  }
}

type EndpointRoom = [id: string, left: number]

function* listedRooms(
  { limits, now, listed }: SlotState,
  isExhausted: (account_id: string) => boolean,
): Iterable<EndpointRoom> {
  const slow = [...listed].filter((endpoint) => isSlow(endpoint, now, limits))
  const budget = slowBudget(slow, limits.waiting >> 1)
  for (const endpoint of listed) {
    const left = windowLeft(endpoint, now, limits)
    if (left === 0) yield [endpoint.id, 0]
    else if (isSlow(endpoint, now, limits)) yield [endpoint.id, budget(endpoint, left)]
    else
      yield [endpoint.id, isTrusted(endpoint, now) || !isExhausted(endpoint.account_id) ? left : 0]
  }
}

/** Grants attempts to slow endpoints, in the order in which they are asked for. */
function slowBudget(slow: readonly EndpointState[], limit: number) {
  const used = new Map<string, number>()
  let left = limit
  const use = (account_id: string, count: number) => {
    used.set(account_id, (used.get(account_id) ?? 0) + count)
    left -= count
  }
  for (const { account_id, open } of slow) use(account_id, open.size)
  return ({ account_id }: EndpointState, wanted: number): number => {
    const ofAccount = left - (used.get(account_id) ?? 0)
    const granted = Math.max(0, Math.min(wanted, left, ofAccount))
    use(account_id, granted)
    return granted
  }
}

const isTrusted = ({ answered, wasSlow }: EndpointState, now: number) =>
  !wasSlow && now - answered < trustedFor

/** Endpoints with nothing open that responded lately, while those without a record get nothing. */
function* trusted(
  { endpoints, listed, limits, now }: SlotState,
  isExhausted: (account_id: string) => boolean,
): Iterable<EndpointRoom> {
  let count = 0
  for (const endpoint of endpoints.values()) {
    if (listed.has(endpoint) || !isTrusted(endpoint, now) || !isExhausted(endpoint.account_id))
      continue
    yield [endpoint.id, windowLeft(endpoint, now, limits)]
    if (++count === maxTrusted) return
  }
}
