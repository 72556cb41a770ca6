import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import type { Caller } from '../authentication/caller.ts'
import {
  type CredentialHeaders,
  type PresentedCredentials,
  parseCredentials,
} from './credentials.ts'
import { diagnose } from './diagnose.ts'
import * as store from './store.ts'

/** A request that the service has answered. */
export interface LoggedRequest {
  request_id: string
  method: string
  path: string
  /** The names of the query parameters. */
  query: readonly string[]
  status: number
  ms: number
  version: string | undefined
  errors: readonly string[]
  /** The message of each error in the response. */
  messages: readonly string[]
  /** The digest of the Idempotency-Key; see `shortKeyDigest`. */
  idempotency: string | undefined
  user_agent: string | undefined
  created_id: string | undefined
  caller: Caller | undefined
  /**
   * Returns the headers with credentials. The log calls this function only for requests whose caller is
   * unknown.
   */
  headers: () => CredentialHeaders
}

export interface RequestLog {
  /** Buffers a log entry in memory. Never throws and adds no latency. */
  log(request: LoggedRequest): void
  /** Writes the buffered entries to the database. */
  flush(): Promise<void>
  /** Writes the buffered entries before a shutdown. */
  stop(): Promise<void>
  /**
   * Returns the number of 401 responses since the start of the process whose credentials belong to no
   * account.
   */
  countUnattributedUnauthorized(): number
}

/**
 * The maximum number of entries that one process writes per second: for each account (with separate limits
 * for successful and for failed requests), in total, and for requests without a known account. Usage counts
 * have their own limit.
 */
const limits = { maxPerAccount: 50, maxTotal: 2_000, maxUnattributed: 200 }
const flushIntervalMs = 1_000

type Entry = store.NewRequestLogEntry
interface UnattributedRequest {
  entry: Omit<Entry, 'account_id' | 'token_id' | 'client_id' | 'reason'>
  presented: PresentedCredentials
}

/**
 * Creates the request log of one process. If a write fails, its entries are lost, and `onError` receives the
 * error.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the buffers and counters of one second, which one flush empties together
export function createRequestLog(
  db: Database,
  onError: (error: unknown) => void = () => {},
): RequestLog {
  let entries: Entry[] = []
  let unattributed: UnattributedRequest[] = []
  let counts = new Map<string, number>()
  let uses = new Map<string, store.NewTokenUsage>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingWrite: Promise<void> = Promise.resolve()
  let unattributedUnauthorized = 0

  function log(request: LoggedRequest): void {
    const at = db.clock()
    const { caller } = request
    if (caller === undefined) addUnattributed(request, at)
    else {
      countUse(caller, request, at)
      if (hasCapacity(`${caller.account_id} ${request.status < 400}`))
        entries.push(toEntry(request, caller, at))
    }
    timer ??= setTimeout(flush, flushIntervalMs).unref()
  }

  function addUnattributed(request: LoggedRequest, at: Date): void {
    const presented = parseCredentials(request.headers(), db.deployment.stage)
    const hasCredentials = (presented.token ?? presented.api_key) !== undefined
    if (hasCredentials && unattributed.length < limits.maxUnattributed)
      unattributed.push({ entry: toBaseEntry(request, at), presented })
    else if (request.status === 401) unattributedUnauthorized += 1
  }

  function countUse(
    { account_id, token_id }: Caller,
    { version = '' }: LoggedRequest,
    at: Date,
  ): void {
    const minute = Math.floor(at.getTime() / 60_000)
    const key = `${token_id} ${minute} ${version}`
    const existing = uses.get(key)
    if (existing !== undefined) existing.requests += 1
    else if (uses.size < limits.maxTotal) {
      const minuteStart = new Date(minute * 60_000).toISOString()
      uses.set(key, { account_id, token_id, minute: minuteStart, version, requests: 1 })
    }
  }

  function hasCapacity(key: string): boolean {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < limits.maxPerAccount && entries.length < limits.maxTotal
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = { entries, unattributed, uses: [...uses.values()] }
    entries = []
    unattributed = []
    counts = new Map()
    uses = new Map()
    pendingWrite = pendingWrite
      .then(() => writeBatch(db, batch))
      .catch((error: unknown) => {
        onError(error)
        return []
      })
      .then((attributed) => {
        const pending = batch.unattributed.map(({ entry }) => entry)
        unattributedUnauthorized += countUnauthorized(pending) - countUnauthorized(attributed)
      })
    return pendingWrite
  }

  const countUnattributedUnauthorized = () => unattributedUnauthorized
  return { log, flush, stop: flush, countUnattributedUnauthorized }
}

const countUnauthorized = (entries: readonly Pick<Entry, 'status'>[]): number =>
  entries.filter(({ status }) => status === 401).length

/** Writes a batch of entries. Returns the entries whose account was found by their credentials. */
async function writeBatch(
  db: Database,
  {
    entries,
    unattributed,
    uses,
  }: { entries: Entry[]; unattributed: UnattributedRequest[]; uses: store.NewTokenUsage[] },
): Promise<Entry[]> {
  if (entries.length + unattributed.length + uses.length === 0) return []
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const attributed = unattributed.length === 0 ? [] : await attribute(ctx, unattributed)
    if (entries.length + attributed.length + uses.length > 0)
      store.insertBatch(ctx, [...entries, ...attributed], uses)
    return attributed
  })
}

/** Finds the accounts of requests whose caller is unknown. Drops requests without a known credential. */
async function attribute(
  ctx: Parameters<typeof store.insertBatch>[0],
  unattributed: readonly UnattributedRequest[],
) {
  const digests = unattributed.flatMap(({ presented: { token, api_key } }) =>
    [token, api_key].filter((each) => each !== undefined),
  )
  const credentials = await store.findCredentials(ctx, [...new Set(digests)])
  return unattributed.flatMap(({ entry, presented }): Entry[] => {
    const match = diagnose(presented, credentials, { ...ctx.deployment, at: new Date(entry.at) })
    if (match === undefined) return []
    const { credential, reason } = match
    const { account_id, token_id, client_id } = credential
    return [
      { ...entry, account_id, token_id, client_id, reason: entry.status === 401 ? reason : null },
    ]
  })
}

const toBaseEntry = (request: LoggedRequest, at: Date): UnattributedRequest['entry'] => ({
  id: newId(at),
  at: at.toISOString(),
  request_id: request.request_id,
  method: request.method,
  path: request.path.slice(0, 200),
  status: request.status,
  ms: Math.round(request.ms),
  version: request.version ?? null,
  errors: request.errors.slice(0, 10).map((each) => each.slice(0, 120)),
  query: [...request.query],
  messages: request.messages.slice(0, 10).map((each) => each.slice(0, 300)),
  idempotency: request.idempotency ?? null,
  user_agent: request.user_agent ?? null,
  created_id: request.created_id ?? null,
})

const toEntry = (
  request: LoggedRequest,
  { account_id, token_id, client_id }: Caller,
  at: Date,
): Entry => ({
  ...toBaseEntry(request, at),
  account_id,
  token_id,
  client_id,
  reason: null,
})
