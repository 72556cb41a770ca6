import * as contacts from '#contacts'
import type { TxContext } from '#platform/postgres/database'
import { formatDay } from './days.ts'
import * as outcomeStore from './outcome-store.ts'
import type { Outcome } from './tables.ts'

const dayMs = 86_400_000
/** A rule needs the year before the present one, to send no second gift when a date is corrected. */
const storedDays = 800

/** Returns what became of the occasions of the person with this address. */
export const findPersonalOutcomes = async (ctx: TxContext, email: string): Promise<Outcome[]> =>
  outcomeStore.findByContacts(ctx, await findContactIds(ctx, email))

/** Deletes what is known about the occasions of the person with this address. */
export const erasePerson = async (ctx: TxContext, email: string): Promise<void> =>
  outcomeStore.erase(ctx, await findContactIds(ctx, email))

async function findContactIds(ctx: TxContext, email: string): Promise<string[]> {
  const contact = await contacts.findByEmail(ctx, email)
  const keys = contact ?? { work_emails: [email], private_emails: [], external_ids: [] }
  const known = await outcomeStore.findContactIds(ctx, contacts.toPersonDigests(ctx, keys))
  return contact === undefined ? known : [...known, contact.id]
}

/** Deletes a batch of outcomes that no rule needs any more, in all accounts. Returns how many. */
export const purgeOutcomes = (ctx: TxContext): Promise<number> =>
  outcomeStore.deleteBefore(ctx, formatDay(Math.floor(ctx.real_now.getTime() / dayMs) - storedDays))
