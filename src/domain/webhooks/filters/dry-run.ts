import { type EventType, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type BudgetedRow, withinBudgetSql } from '#platform/postgres/page-budget'
import {
  compileFilter,
  type EventFilter,
  type FilterResult,
  validateFilter,
} from './event-filter.ts'
import { maxFilterMs, visitInSlices } from './time-limit.ts'

/* The dry run of a filter and of the order, over the last events of the account. It stores and sends nothing. */

export interface DryRunInput {
  /** Null: every event. */
  filter: string | null
  events: readonly EventType[]
  payload_version: string
  /** The endpoint whose attempts show what the order would change; undefined for a new one. */
  endpoint_id: string | undefined
}

export interface DryRun {
  /** The examined events: the last of these types, at most a thousand, and fewer if their bodies are large. */
  examined: number
  oldest_at: Date | null
  matching: number
  left_out: number
  /** Events whose filter fails. They are sent. */
  failed: number
  /** Events without a stored body of this version, which the dry run cannot judge. */
  without_body: number
  /** The last events of each result. */
  examples: DryRunExample[]
  /** Null without the attempts of an endpoint. */
  order: OrderReport | null
}

interface DryRunExample {
  event_id: string
  event_type: EventType
  gift_request_id: string
  created_at: Date
  result: FilterResult['kind']
  /** Why the filter failed. */
  reason: string | null
}

/** What happened to the examined events at the endpoint, first attempts and confirmations. */
interface OrderReport {
  /** Events that arrived after a later event of their gift request. */
  overtaken: number
  /** Events that would have waited for an earlier one. */
  waiting: number
  /** The longest of these waits in milliseconds. */
  longest_wait_ms: number
}

const maxEvents = 1_000
const maxPages = 12
const maxExamples = 5
/** After this time, other work of the process runs. */
const sliceMs = 5
/** After this time of filters in all, the dry run examines no more events. */
const maxSpentMs = 2_000

interface Candidate extends BudgetedRow {
  id: string
  type: EventType
  subject_id: string
  created_at: Date
  body: Buffer | null
}

/** @throws ApiError for an invalid filter */
export async function dryRun(ctx: TxContext, input: DryRunInput): Promise<DryRun> {
  const { filter, payload_version, endpoint_id } = input
  if (filter !== null) throwIfAny(validateFilter(filter))
  const compiled = filter === null ? undefined : compileFilter(filter)
  const run: DryRun = { ...noEvents, examples: [] }
  const seen: Pick<Candidate, 'id' | 'subject_id'>[] = []
  let spentMs = 0
  for (let page = 0, after: string | undefined; page < maxPages; page++) {
    const rows = await selectPage(ctx, input, { after, limit: maxEvents - run.examined })
    const { length } = rows
    spentMs += await judgePage(run, rows, { compiled, payload_version })
    for (const { id, subject_id } of rows) seen.push({ id, subject_id })
    after = rows.at(-1)?.id
    const isOver = spentMs > maxSpentMs || run.examined >= maxEvents
    if (length === 0 || !rows.at(-1)?.has_next || isOver) break
  }
  if (endpoint_id === undefined) return run
  return { ...run, order: await reportOrder(ctx, endpoint_id, seen) }
}

const noEvents: DryRun = {
  examined: 0,
  oldest_at: null,
  matching: 0,
  left_out: 0,
  failed: 0,
  without_body: 0,
  examples: [],
  order: null,
}

const selectPage = (
  ctx: TxContext,
  { events, payload_version }: DryRunInput,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Candidate[]> =>
  ctx
    .query<Candidate>(
      withinBudgetSql(
        `select e.id, e.type, e.subject_id, e.created_at, b.body, 300 + coalesce(octet_length(b.body), 0) as row_bytes
         from webhooks.event e
         left join webhooks.event_body b
           on b.account_id = e.account_id and b.event_id = e.id and b.payload_version = $2
        where e.account_id = $1 and e.type = any ($3) and ($4::uuid is null or e.id < $4)
        order by e.id desc limit $5 + 1`,
        'id desc',
      ),
      [ctx.account_id, payload_version, events, after ?? null, limit],
    )
    .then((rows) => rows.slice(0, limit))

/** Judges the events of a page. Returns the milliseconds that their filters took. */
const judgePage = (
  run: DryRun,
  rows: readonly Candidate[],
  { compiled, payload_version }: { compiled: EventFilter | undefined; payload_version: string },
): Promise<number> =>
  visitInSlices(rows, {
    sliceMs,
    visit: (row) => addResult(run, row, judgeRow(row, compiled, payload_version)),
    onSlow: () => throwIfAny([{ code: 'invalid', param: 'filter', message: tooSlow }]),
  })

const tooSlow = `takes more than ${maxFilterMs} ms for an event. Compare fewer values`

/** Returns undefined for an event without a body. */
function judgeRow(
  { id, type, body }: Candidate,
  compiled: EventFilter | undefined,
  payload_version: string,
): FilterResult | undefined {
  if (body === null) return undefined
  const event = { event_id: id, event_type: type, payload_version }
  return compiled?.judge(event, body) ?? { kind: 'matches' }
}

function addResult(
  run: DryRun,
  { id, type, subject_id, created_at }: Candidate,
  result: FilterResult | undefined,
): void {
  run.examined += 1
  run.oldest_at = created_at
  if (result === undefined) {
    run.without_body += 1
    return
  }
  run[counters[result.kind]] += 1
  if (run.examples.filter((each) => each.result === result.kind).length < maxExamples)
    run.examples.push({
      ...{ event_id: id, event_type: type, gift_request_id: subject_id, created_at },
      result: result.kind,
      reason: result.kind === 'failed' ? result.reason : null,
    })
}

const counters = { matches: 'matching', left_out: 'left_out', failed: 'failed' } as const

interface Sending {
  event_id: string
  first_at: Date
  /** Null if no attempt succeeded. */
  arrived_at: Date | null
}

async function reportOrder(
  ctx: TxContext,
  endpoint_id: string,
  events: readonly Pick<Candidate, 'id' | 'subject_id'>[],
): Promise<OrderReport> {
  const rows = await ctx.query<Sending>(
    `select d.event_id, min(a.started_at) as first_at,
            min(a.started_at + a.duration_ms * interval '1 millisecond') filter (where a.outcome = 'ok') as arrived_at
       from webhooks.delivery d
       join webhooks.attempt a on a.account_id = d.account_id and a.delivery_id = d.id
      where d.account_id = $1 and d.event_id = any ($3) and d.endpoint_id = $2 and d.replay_of is null
        and a.started_at is not null
      group by d.event_id`,
    [ctx.account_id, endpoint_id, events.map(({ id }) => id)],
  )
  const sendings = new Map(rows.map((row) => [row.event_id, row]))
  const report: OrderReport = { overtaken: 0, waiting: 0, longest_wait_ms: 0 }
  const gifts = Map.groupBy(events, ({ subject_id }) => subject_id)
  for (const gift of gifts.values()) {
    const ordered = gift.map(({ id }) => id).sort()
    addGift(
      report,
      ordered.flatMap((id) => sendings.get(id) ?? []),
    )
  }
  return report
}

/** Adds the events of one gift request, in their order. */
function addGift(report: OrderReport, sendings: readonly Sending[]): void {
  let earlierEndedAt = 0
  let latestArrival = 0
  for (const { first_at, arrived_at } of sendings) {
    const waitMs = earlierEndedAt - first_at.getTime()
    if (waitMs > 0) {
      report.waiting += 1
      report.longest_wait_ms = Math.max(report.longest_wait_ms, waitMs)
    }
    earlierEndedAt = Math.max(earlierEndedAt, arrived_at?.getTime() ?? 0)
  }
  for (const { arrived_at } of sendings.toReversed()) {
    if (arrived_at === null) continue
    if (latestArrival !== 0 && arrived_at.getTime() > latestArrival) report.overtaken += 1
    latestArrival =
      latestArrival === 0 ? arrived_at.getTime() : Math.min(latestArrival, arrived_at.getTime())
  }
}
