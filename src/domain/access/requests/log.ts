import type { Caller } from '#access'
import { newId } from '#platform/ids'
import { type Database, everyone, inTransaction } from '#platform/postgres'
import { explain } from './explain.ts'
import { type Headers, type Presented, presentedBy } from './presented.ts'
import * as store from './store.ts'

/** A request that was answered. */
export interface Seen {
  request_id: string
  method: string
  path: string
  /** Names of query parameters. */
  query: readonly string[]
  status: number
  ms: number
  version: string | undefined
  errors: readonly string[]
  /** What the response said about each of the errors. */
  messages: readonly string[]
  /** Of the Idempotency-Key; see `shortKeyDigest`. */
  idempotency: string | undefined
  user_agent: string | undefined
  created_id: string | undefined
  caller: Caller | undefined
  /** Asked for only where nobody was recognised. */
  headers: () => Headers
}

export interface RequestLog {
  /** Keeps the request in mind. Costs nothing that a request would notice, and never fails. */
  note(seen: Seen): void
  /** Writes down what there is. */
  flush(): Promise<void>
  /** The same, and no more after that. */
  stop(): Promise<void>
}

/**
 * What one process writes down each second at most: for each account as many that went well and as many
 * that did not, and as many whose account has to be found out. Uses of tokens are counted beyond that too.
 */
const measure = { ofAccount: 50, inAll: 2_000, unknown: 200 }
const every = 1_000 // milliseconds

type Line = store.NewLine
interface Puzzle {
  line: Omit<Line, 'account_id' | 'token_id' | 'client_id' | 'reason'>
  presented: Presented
}

/** The log of one process. A second that cannot be written down is forgotten, and `onError` hears of it. */
export function createRequestLog(
  db: Database,
  onError: (error: unknown) => void = () => {},
): RequestLog {
  let lines: Line[] = []
  let puzzles: Puzzle[] = []
  let counts = new Map<string, number>()
  let uses = new Map<string, store.NewUse>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  function note(seen: Seen): void {
    const at = db.clock()
    const { caller } = seen
    if (caller === undefined) puzzle(seen, at)
    else {
      use(caller, seen, at)
      if (hasRoom(`${caller.account_id} ${seen.status < 400}`)) lines.push(lineOf(seen, caller, at))
    }
    timer ??= setTimeout(flush, every).unref()
  }

  function puzzle(seen: Seen, at: Date): void {
    if (puzzles.length >= measure.unknown) return
    const presented = presentedBy(seen.headers(), db.installation.stage)
    if (presented.token ?? presented.api_key) puzzles.push({ line: bare(seen, at), presented })
  }

  function use({ account_id, token_id }: Caller, { version = '' }: Seen, at: Date): void {
    const minute = Math.floor(at.getTime() / 60_000)
    const key = `${token_id} ${minute} ${version}`
    const known = uses.get(key)
    if (known !== undefined) known.requests += 1
    else if (uses.size < measure.inAll) {
      const begun = new Date(minute * 60_000).toISOString()
      uses.set(key, { account_id, token_id, minute: begun, version, requests: 1 })
    }
  }

  function hasRoom(key: string): boolean {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < measure.ofAccount && lines.length < measure.inAll
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const some = { lines, puzzles, uses: [...uses.values()] }
    lines = []
    puzzles = []
    counts = new Map()
    uses = new Map()
    writing = writing.then(() => write(db, some)).catch(onError)
    return writing
  }

  return { note, flush, stop: flush }
}

async function write(
  db: Database,
  { lines, puzzles, uses }: { lines: Line[]; puzzles: Puzzle[]; uses: store.NewUse[] },
): Promise<void> {
  if (lines.length + puzzles.length + uses.length === 0) return
  await inTransaction(db, everyone, async (ctx) => {
    const solved = puzzles.length === 0 ? [] : await solve(ctx, puzzles)
    if (lines.length + solved.length + uses.length > 0) store.keep(ctx, [...lines, ...solved], uses)
  })
}

/** Finds out whose requests these were. Those that were nobody's are forgotten. */
async function solve(ctx: Parameters<typeof store.keep>[0], puzzles: readonly Puzzle[]) {
  const digests = puzzles.flatMap(({ presented: { token, api_key } }) =>
    [token, api_key].filter((each) => each !== undefined),
  )
  const known = await store.knownBy(ctx, [...new Set(digests)])
  return puzzles.flatMap(({ line, presented }): Line[] => {
    const found = explain(presented, known, { ...ctx.installation, at: new Date(line.at) })
    if (found === undefined) return []
    const { whose, reason } = found
    const { account_id, token_id, client_id } = whose
    return [
      { ...line, account_id, token_id, client_id, reason: line.status === 401 ? reason : null },
    ]
  })
}

const bare = (seen: Seen, at: Date): Puzzle['line'] => ({
  id: newId(at),
  at: at.toISOString(),
  request_id: seen.request_id,
  method: seen.method,
  path: seen.path.slice(0, 200),
  status: seen.status,
  ms: Math.round(seen.ms),
  version: seen.version ?? null,
  errors: seen.errors.slice(0, 10).map((each) => each.slice(0, 120)),
  query: [...seen.query],
  messages: seen.messages.slice(0, 10).map((each) => each.slice(0, 300)),
  idempotency: seen.idempotency ?? null,
  user_agent: seen.user_agent ?? null,
  created_id: seen.created_id ?? null,
})

const lineOf = (seen: Seen, { account_id, token_id, client_id }: Caller, at: Date): Line => ({
  ...bare(seen, at),
  account_id,
  token_id,
  client_id,
  reason: null,
})
