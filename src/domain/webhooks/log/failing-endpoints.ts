import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'
import { resentSql } from './delivery-store.ts'
import {
  type AttemptSampleRow,
  classifyHealth,
  type HealthFacts,
  type HealthState,
  sampleColumnsSql,
  sampleJoinSql,
  toAttemptSample,
} from './endpoint-health.ts'

/**
 * An endpoint that needs the attention of an admin: failing now, or with deliveries abandoned in the last
 * day.
 */
export interface FailingEndpoint {
  account_id: string
  endpoint_id: string
  url: string
  description: string
  state: HealthState
  /** False if requests cannot be signed. */
  can_sign: boolean
  /** Time of the first failure after the last success, if the sampled attempts show it. */
  failing_since: Date | null
  /** Number of deliveries abandoned in the last day and not resent, up to a thousand. Attention events do not count. */
  abandoned: number
  /** Number of attempts that determine the state, and of the failed ones among them. */
  attempts: number
  failed: number
}

/** Maximum numbers of scanned rows, so that the cost does not grow with the traffic. */
const maxScanned = { abandoned: 1_000, endpoints: 1_000 } as const

interface FailingEndpointRow extends AttemptSampleRow, HealthFacts {
  account_id: string
  endpoint_id: string
  url: string
  description: string
  signing_error: string | null
  abandoned: number
}

/**
 * Returns the enabled endpoints of the account, or of all accounts, that are failing (see endpoint-health.ts), that cannot sign, or that
 * abandoned deliveries in the last day. Endpoints without a waiting retry are not analysed.
 */
export async function listFailingEndpoints(ctx: TxContext): Promise<FailingEndpoint[]> {
  const isAllAccounts = ctx.account_id === ALL_ACCOUNTS
  const inScopeSql = isAllAccounts ? 'true' : 'e.account_id = $1'
  const rows = await ctx.query<FailingEndpointRow>(
    `with given_up as (
       select a.account_id, d.endpoint_id, count(*)::int as abandoned
         from (select distinct account_id from webhooks.endpoint e
                where enabled and deleted_at is null and ${inScopeSql}) a
        cross join lateral (
          select account_id, id, event_id, event_type, endpoint_id, abandoned_at from webhooks.delivery
           where account_id = a.account_id and abandoned_at is not null and not is_test
             and id > platform.uuid_floor(now() - interval '3 days')
           order by id desc limit ${maxScanned.abandoned}) d
        where d.abandoned_at > now() - interval '1 day' and d.event_type not like 'attention.%'
          and not exists ${resentSql}
        group by 1, 2
     ), suspect as (
       select e.account_id, e.id, e.url, e.description, e.signing_error, coalesce(g.abandoned, 0) as abandoned
         from webhooks.endpoint e
         left join given_up g on g.account_id = e.account_id and g.endpoint_id = e.id
        where ${inScopeSql} and e.enabled and e.deleted_at is null
          and (g.abandoned > 0 or e.signing_error is not null or exists (
          select from webhooks.delivery_queue q
           where q.account_id = e.account_id and q.endpoint_id = e.id
             and q.state in (${queueStates.waiting}, ${queueStates.readyRetry})))
        limit ${maxScanned.endpoints}
     )
     select e.account_id, e.id as endpoint_id, e.url, e.description, e.signing_error, e.abandoned, true as enabled, 1 as pending,
            0 as recent_delivered, e.abandoned as recent_abandoned, ${sampleColumnsSql}
       from suspect e ${sampleJoinSql}`,
    isAllAccounts ? [] : [ctx.account_id],
  )
  return rows
    .map((row) => {
      const { account_id, endpoint_id, url, description, abandoned } = row
      const sample = toAttemptSample(row)
      const { attempts, failed, failing_since } = sample
      const state = classifyHealth(row, sample)
      const can_sign = row.signing_error === null
      const health = { state, can_sign, failing_since, abandoned, attempts, failed }
      return { account_id, endpoint_id, url, description, ...health }
    })
    .filter(({ state, can_sign, abandoned }) => state === 'failing' || !can_sign || abandoned > 0)
}
