import type { Work } from '#platform/postgres'
import { queued } from './tables.ts'

/** An endpoint that does not take what it is sent. */
export interface Failing {
  account_id: string
  endpoint_id: string
  url: string
  /** Deliveries that were given up in the last day, up to a thousand. */
  abandoned: number
  /** Of the latest attempts, those of the last 15 minutes, and how many of them failed. */
  attempts: number
  failed: number
}

/** Fewer say nothing: one delivery that fails once makes a hundred per cent. */
const leastAttempts = 5
/** What is looked at, at most, whatever the traffic. */
const sample = { deliveries: 200, abandoned: 1_000 }

/**
 * The enabled endpoints of all accounts that have given up deliveries in the last day, or failed half of
 * their attempts in the last 15 minutes. Who has no retry waiting is not looked at closely.
 */
export const failing = (work: Work): Promise<Failing[]> =>
  work.query<Failing>(
    `with endpoint as (
       select account_id, id, url from webhooks.endpoint where enabled and deleted_at is null
     ), given_up as (
       select a.account_id, d.endpoint_id, count(*)::int as abandoned
         from (select distinct account_id from endpoint) a cross join lateral (
           select endpoint_id, abandoned_at from webhooks.delivery
            where account_id = a.account_id and abandoned_at is not null and not is_test
              and id > platform.uuid_floor(now() - interval '3 days')
            order by id desc limit ${sample.abandoned}) d
        where d.abandoned_at > now() - interval '1 day'
        group by 1, 2
     ), troubled as (
       select e.* from endpoint e where exists (
         select from webhooks.delivery_queue q
          where q.account_id = e.account_id and q.endpoint_id = e.id and q.state = ${queued.waiting})
     ), tried as (
       select t.account_id, t.id as endpoint_id, count(*)::int as attempts,
              (count(*) filter (where r.outcome <> 'ok'))::int as failed
         from troubled t cross join lateral (
           select a.outcome from (
             select d.id from webhooks.delivery d
              where d.account_id = t.account_id and d.endpoint_id = t.id
                and d.id > platform.uuid_floor(now() - interval '1 day')
              order by d.id desc limit ${sample.deliveries}) d
             join webhooks.attempt a on a.account_id = t.account_id and a.delivery_id = d.id
            where a.started_at > now() - interval '15 minutes') r
        group by 1, 2
     ), failing as (
     select e.account_id, e.id as endpoint_id, e.url, coalesce(g.abandoned, 0) as abandoned,
            coalesce(t.attempts, 0) as attempts, coalesce(t.failed, 0) as failed
       from endpoint e
       left join given_up g on g.account_id = e.account_id and g.endpoint_id = e.id
       left join tried t on t.account_id = e.account_id and t.endpoint_id = e.id
      where g.abandoned > 0 or (t.attempts >= ${leastAttempts} and t.failed * 2 >= t.attempts))
     select account_id, endpoint_id, url, abandoned, attempts, failed from (
       select *, row_number() over (partition by account_id order by endpoint_id) as nth from failing) f
      order by nth limit 1000`,
  )
