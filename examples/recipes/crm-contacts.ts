import type { DatabaseSync } from 'node:sqlite'
import type { GiftRequest } from '@bestow/sdk'

/** What the CRM shows with a contact. */
export interface ContactUpdate {
  email: string
  gifts: number
  last_gift_status: string
}

interface GiftEvent {
  id: string
  data: GiftRequest
}

const schema = `
  create table if not exists event (id text primary key) strict;
  create table if not exists gift (
    id text primary key, email text not null, status text not null, rank integer not null,
    created_at text not null, updated_at text not null) strict;
  create table if not exists outdated (email text primary key, version integer not null) strict;`

/** For two changes within a millisecond: the later status wins. */
const statusOrder = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled']

/**
 * Updates contacts of a CRM from webhooks. `onEvent` stores the change and marks the contact as outdated, in one transaction.
 * `flush` sends outdated contacts to the CRM: call it after each event, and at the start.
 */
export function createContactSync(
  db: DatabaseSync,
  updateContact: (update: ContactUpdate) => Promise<void>,
) {
  db.exec(schema)
  const insertEvent = db.prepare('insert or ignore into event (id) values (?)')
  // An older snapshot of the gift changes nothing: deliveries arrive in any order.
  const upsertGift = db.prepare(`
    insert into gift (id, email, status, rank, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update
      set email = excluded.email, status = excluded.status, rank = excluded.rank, updated_at = excluded.updated_at
      where (excluded.updated_at, excluded.rank) > (gift.updated_at, gift.rank)`)
  const markOutdated = db.prepare(`
    insert into outdated (email, version) values (?, 1) on conflict (email) do update set version = version + 1`)
  const findEmail = db.prepare('select email from gift where id = ?')
  const findOutdated = db.prepare('select email, version from outdated order by email')
  const readContact = db.prepare(`
    select email, count(*) over () as gifts, status as last_gift_status from gift
    where email = ? order by created_at desc, id desc limit 1`)
  const markUpToDate = db.prepare('delete from outdated where email = ? and version = ?')

  function onEvent({ id, data: gift }: GiftEvent): void {
    db.exec('begin immediate')
    try {
      // A duplicate has no effect, also after a crash: the id is stored together with its effect.
      if (insertEvent.run(id).changes === 1) {
        const { email } = gift.recipient
        const before = findEmail.get(gift.id)?.email
        const rank = statusOrder.indexOf(gift.status)
        upsertGift.run(gift.id, email, gift.status, rank, gift.created_at, gift.updated_at)
        markOutdated.run(email)
        // The gift was moved to another address: both contacts change.
        if (typeof before === 'string' && before !== email) markOutdated.run(before)
      }
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  /** Updates the outdated contacts. A contact whose update fails, or that changes meanwhile, stays outdated. */
  async function flush(): Promise<void> {
    for (const { email, version } of findOutdated.all() as { email: string; version: number }[]) {
      const contact = readContact.get(email) as ContactUpdate | undefined
      await updateContact({ email, gifts: 0, last_gift_status: 'none', ...contact })
      markUpToDate.run(email, version)
    }
  }

  return { onEvent, flush }
}
