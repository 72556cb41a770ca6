import { DatabaseSync } from 'node:sqlite'
import type { GiftRequest } from '@bestow/sdk'

/** An event, from a delivery or from the events feed. */
interface CrmEvent {
  id: string
  type: string
  data: GiftRequest
}

/** A gift as the CRM displays it with a contact. */
export interface CrmGift {
  id: string
  reference: string
  email: string
  status: string
  /** The number of dispatches: a parcel can return and be dispatched again. */
  dispatches: number
  updated_at: string
}

export interface Crm {
  /** Applies an event, in any order. Returns false for a known event. */
  apply(event: CrmEvent): boolean
  rows(): CrmGift[]
  /** Returns the position in the events feed. */
  cursor(): string | undefined
  saveCursor(id: string): void
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

/** For two changes within a millisecond: the later status wins. */
const statusOrder = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled']

/**
 * Opens a copy of all gifts, which is correct for duplicate and disordered deliveries.
 *
 * Duplicates: the event id is inserted in the transaction of its effect, so a second delivery has no effect,
 * also after a crash in between. Order: a row is replaced only by a later snapshot, by `updated_at`, which
 * never decreases. The counters of the CRM count each event once.
 */
export function openCrm(path: string): Crm {
  const db = new DatabaseSync(path)
  db.exec(schema)
  const insertEvent = db.prepare('insert or ignore into event (id, gift_id, type) values (?, ?, ?)')
  const upsertGift = db.prepare(`
    insert into gift (id, reference, email, status, rank, updated_at) values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update
      set email = excluded.email, status = excluded.status, rank = excluded.rank, updated_at = excluded.updated_at
      where (excluded.updated_at, excluded.rank) > (gift.updated_at, gift.rank)`)
  const selectGifts = db.prepare(`
    select id, reference, email, status, updated_at,
      (select count(*) from event where gift_id = gift.id and type = 'gift_request_dispatched') as dispatches
    from gift order by id`)

  function applyEvent({ id, type, data: gift }: CrmEvent): boolean {
    if (insertEvent.run(id, gift.id, type).changes === 0) return false
    const { reference, recipient, status, updated_at } = gift
    upsertGift.run(
      gift.id,
      reference,
      recipient.email,
      status,
      statusOrder.indexOf(status),
      updated_at,
    )
    return true
  }

  return {
    apply(event) {
      db.exec('begin immediate')
      try {
        const isNew = applyEvent(event)
        db.exec('commit')
        return isNew
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    rows: () => selectGifts.all() as unknown as CrmGift[],
    cursor: () => db.prepare('select event_id from cursor').get()?.event_id as string | undefined,
    saveCursor: (id) => {
      db.prepare('insert or replace into cursor (only, event_id) values (1, ?)').run(id)
    },
    close: () => db.close(),
  }
}
