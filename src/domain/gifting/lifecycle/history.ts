import type { HistoryTable } from '#platform/postgres/history-partitions'

/** The state transitions by the month of their gift request, except months with a gift request that has not ended. */
export const transitionHistory: HistoryTable = {
  name: 'gifting.state_transition',
  findNeededSql: `select from access.all_account_ids() account
    cross join unnest('{submitted,redeemed,dispatched}'::text[]) status
    cross join lateral (
      select from gifting.gift_request g
       where g.account_id = account.id and g.status = status.status and g.id >= $1 and g.id < $2 limit 1) open
    limit 1`,
}

/** The thank-you notes by the month of their gift request. They are deleted with the address of an ended gift. */
export const noteHistory: HistoryTable = { name: 'gifting.thank_you_note' }
