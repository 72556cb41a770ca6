import type { Work } from '#platform/postgres'
import { firstLateAttempt, queued } from './tables.ts'

/** Rows that one statement moves at most: an endpoint with a million waiting must not hold a transaction open. */
export const chunk = 5_000

/** The lane in which the next attempt of a row travels. */
const lane = `case when attempt + 1 >= ${firstLateAttempt} then ${queued.readyLate} else ${queued.ready} end`

const parking = `
  with batch as (
    select endpoint_id, id from webhooks.delivery_queue
     where endpoint_id = $1 and state in (${queued.ready}, ${queued.readyLate}, ${queued.waiting})
     order by id limit ${chunk} for update skip locked
  )
  update webhooks.delivery_queue q set state = ${queued.parked}, next_at = null
    from batch where q.endpoint_id = batch.endpoint_id and q.id = batch.id`

/** What is left over, and what becomes ready later, is parked when it is claimed. */
export const park = (work: Work, endpoint_id: string): void => work.post(parking, [endpoint_id])

const unparking = `
  with batch as (
    select endpoint_id, id from webhooks.delivery_queue
     where endpoint_id = $1 and state = ${queued.parked}
     order by id limit ${chunk} for update skip locked
  )
  update webhooks.delivery_queue q set state = ${lane}
    from batch where q.endpoint_id = batch.endpoint_id and q.id = batch.id`

/** What is left over follows with the engine's next rounds. */
export const unpark = (work: Work, endpoint_id: string): void => work.post(unparking, [endpoint_id])

const ending = `
  with batch as (
    select endpoint_id, id from webhooks.delivery_queue
     where endpoint_id = $1 and state <> ${queued.leased}
     order by id limit ${chunk} for update skip locked
  ), gone as (
    delete from webhooks.delivery_queue q using batch
     where q.endpoint_id = batch.endpoint_id and q.id = batch.id returning q.account_id, q.id
  )
  update webhooks.delivery d set state = 'abandoned', ended_at = now()
    from gone where d.account_id = gone.account_id and d.id = gone.id`

/** What is left over, and what is being sent right now, ends when it is claimed. */
export const end = (work: Work, endpoint_id: string): void => work.post(ending, [endpoint_id])
