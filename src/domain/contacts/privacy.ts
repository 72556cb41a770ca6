import { toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as contactStore from './contact-store.ts'
import * as erasedStore from './erased-store.ts'
import { lockContacts } from './groups.ts'
import { clearProblems } from './source-store.ts'
import { type Contact, emptyValues } from './tables.ts'

/** Returns the contact with this address, with all its data. */
export async function findByEmail(ctx: TxContext, email: string): Promise<Contact | undefined> {
  const [contact] = await contactStore.findAllByKeys(ctx, [toEmailKey(email)], [])
  return contact
}

/** Returns digests by which a person is known again: one for each address and external id. */
export const toPersonDigests: typeof erasedStore.toDigests = erasedStore.toDigests

/**
 * Deletes the contact with this address. Records the digests of the person's addresses and external ids, so
 * that a later import does not bring the person back. Also records an address without a contact.
 */
export async function erase(ctx: TxContext, email: string): Promise<void> {
  await lockContacts(ctx)
  const contact = await findByEmail(ctx, email)
  const address = { ...emptyValues, work_emails: [email] }
  const digests = [address, ...(contact === undefined ? [] : [contact])].flatMap((keys) =>
    erasedStore.toDigests(ctx, keys),
  )
  erasedStore.insert(ctx, digests)
  clearProblems(ctx)
  if (contact !== undefined) await contactStore.remove(ctx, contact.id)
}
