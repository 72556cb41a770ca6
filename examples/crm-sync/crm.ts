import { DatabaseSync } from 'node:sqlite'
import type { GiftRequest } from '@bestow/sdk'

/** What a delivery tells, and what the feed of events tells about the same event. */
interface Told {
  id: string
  type: string
  data: GiftRequest
}

/** One gift as the CRM shows it beside a contact. */
export interface Row {
  id: string
  reference: string
  email: string
  status: string
  /** How often the parcel set out: it may return and set out again. */
  dispatches: number
  updated_at: string
}

export interface Crm {
  /** Takes an event in, whatever came before it. False when it is known already. */
  apply(told: Told): boolean
  rows(): Row[]
  /** Where the feed of events was left. */
  cursor(): string | undefined
  keepCursor(id: string): void
  close(): void
}

const schema = `
  pragma journal_mode = wal;
  pragma busy_timeout = 5000;
  create table if not exists event (id text primary key, gift_id text not null, type text not null) strict;
  create index if not exists event_gift on event (gift_id, type);
  create table if not exists gift (
    id text primary key, reference text not null, email text not null, status text not null,
    rank integer not null, updated_at text not null) strict;
  create table if not exists cursor (only integer primary key check (only = 1), event_id text not null) strict;`

/** A gift that moves twice within a millisecond: what is further on is later. */
const order = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled']

/**
 * A copy of all gifts that is right whatever the deliveries do.
 *
 * Twice: the id of the event is inserted in the same transaction as its effect, so the second time it
 * has none, also after a crash in between. Disordered: a row is only replaced by a later snapshot, as
 * `updated_at` says, which never goes back. And what is counted is counted from the events.
 */
export function openCrm(path: string): Crm {
  const db = new DatabaseSync(path)
  db.exec(schema)
  const note = db.prepare('insert or ignore into event (id, gift_id, type) values (?, ?, ?)')
  const keep = db.prepare(`
    insert into gift (id, reference, email, status, rank, updated_at) values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update
      set email = excluded.email, status = excluded.status, rank = excluded.rank, updated_at = excluded.updated_at
      where (excluded.updated_at, excluded.rank) > (gift.updated_at, gift.rank)`)
  const all = db.prepare(`
    select id, reference, email, status, updated_at,
      (select count(*) from event where gift_id = gift.id and type = 'gift_request_dispatched') as dispatches
    from gift order by id`)

  function take({ id, type, data: gift }: Told): boolean {
    if (note.run(id, gift.id, type).changes === 0) return false
    const { reference, recipient, status, updated_at } = gift
    keep.run(gift.id, reference, recipient.email, status, order.indexOf(status), updated_at)
    return true
  }

  return {
    apply(told) {
      db.exec('begin immediate')
      try {
        const isNew = take(told)
        db.exec('commit')
        return isNew
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    rows: () => all.all() as unknown as Row[],
    cursor: () => db.prepare('select event_id from cursor').get()?.event_id as string | undefined,
    keepCursor: (id) => {
      db.prepare('insert or replace into cursor (only, event_id) values (1, ?)').run(id)
    },
    close: () => db.close(),
  }
}
