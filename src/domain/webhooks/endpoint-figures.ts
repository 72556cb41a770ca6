import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { attemptedDeliveries, hasArrived } from './endpoint-health.ts'

/** How an endpoint did in the last 24 hours, as far as its newest deliveries tell: at most `looked`. */
export interface EndpointFigures {
  attempts: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
  last_failure: { at: Date; status: number | null; error: string | null } | null
  /** Whether there were more deliveries than were looked at. */
  is_part: boolean
}

/** Deliveries of an endpoint that are looked at: on a list, and on its own page. */
const looked = { list: 500, page: 20_000 } as const

const newest = (most: number, endpoint_id = '$2') => `
  select a.started_at, a.duration_ms, case when ${hasArrived} then 'ok' else a.outcome end as outcome, a.status, a.error
    from webhooks.endpoint e
   cross join lateral (${attemptedDeliveries(most, 2)}) d
    join webhooks.attempt a on a.account_id = e.account_id and a.delivery_id = d.id
   where e.account_id = $1 and e.id = ${endpoint_id}
     and a.started_at > $3::timestamptz - interval '1 day' and a.started_at <= $3::timestamptz`

/** Of these endpoints, by id. `work.now` is the real time. */
export async function figuresOf(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointFigures>> {
  return summed(ctx, ids.filter(isId), looked.list)
}

/** In one statement, however many endpoints there are. */
async function summed(
  ctx: TxContext,
  ids: readonly string[],
  most: number,
): Promise<Map<string, EndpointFigures>> {
  const rows = await ctx.query<Omit<EndpointFigures, 'is_part'> & { endpoint_id: string }>(
    `select wanted.id as endpoint_id, s.* from unnest($2::uuid[]) as wanted (id) cross join lateral (
       with tried as materialized (${newest(most, 'wanted.id')})
       select count(*) as attempts, count(*) filter (where outcome <> 'ok') as failed,
              percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
              percentile_disc(0.95) within group (order by duration_ms) as p95_ms,
              (select jsonb_build_object('at', started_at, 'status', status, 'error', error)
                 from tried where outcome <> 'ok' order by started_at desc limit 1) as last_failure
         from tried) s`,
    [ctx.account_id, ids, ctx.now],
  )
  return new Map(
    rows.map(({ endpoint_id, ...row }) => [endpoint_id, { ...row, is_part: row.attempts >= most }]),
  )
}

/** Half an hour of an endpoint. */
interface HalfHour {
  from: Date
  ok: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
}

/** Why attempts failed, the most frequent first. */
interface Cause {
  error: string | null
  status: number | null
  times: number
  last_at: Date
}

export interface EndpointDay extends EndpointFigures {
  half_hours: HalfHour[]
  causes: Cause[]
  /** Events that were recorded for it in these 24 hours, tests aside. */
  events: number
}

/**
 * The last 24 hours of one endpoint, the oldest half hour first. Half hours begin on the clock's half hours, so the
 * newest one is not over yet. `work.now` is the real time.
 */
export async function dayOf(ctx: TxContext, id: string): Promise<EndpointDay> {
  const values = [ctx.account_id, id, ctx.now]
  const until = new Date(Math.ceil(ctx.now.getTime() / halfHour) * halfHour)
  const parts = await ctx.query<Omit<HalfHour, 'from'> & { place: number }>(
    `select floor(extract(epoch from $3::timestamptz - started_at) / 1800)::int as place,
            count(*) filter (where outcome = 'ok') as ok, count(*) filter (where outcome <> 'ok') as failed,
            percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
            percentile_disc(0.95) within group (order by duration_ms) as p95_ms
       from (${newest(looked.page)}) tried group by 1`,
    [ctx.account_id, id, until],
  )
  const causes = await ctx.query<Cause>(
    `select error, status, count(*) as times, max(started_at) as last_at
       from (${newest(looked.page)}) tried where outcome <> 'ok' group by 1, 2 order by 3 desc limit 5`,
    values,
  )
  const [told] = await ctx.query<{ events: number }>(
    `select count(*) as events from (select from webhooks.delivery
      where account_id = $1 and endpoint_id = $2 and id >= platform.uuid_floor($3::timestamptz - interval '1 day')
        and replay_of is null and not is_test limit ${looked.page}) d`,
    values,
  )
  const summary = (await summed(ctx, [id], looked.page)).get(id)
  if (summary === undefined) throw new Error('counting answers always')
  return { ...summary, causes, events: told?.events ?? 0, half_hours: filled(parts, until) }
}

const halfHour = 30 * 60_000
const inADay = 48

function filled(
  parts: readonly (Omit<HalfHour, 'from'> & { place: number })[],
  until: Date,
): HalfHour[] {
  return Array.from({ length: inADay }, (_, at) => {
    const place = inADay - 1 - at
    const found = parts.find((part) => part.place === place)
    const { ok = 0, failed = 0, p50_ms = null, p95_ms = null } = found ?? {}
    return { from: new Date(until.getTime() - (place + 1) * halfHour), ok, failed, p50_ms, p95_ms }
  })
}
