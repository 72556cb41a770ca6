import type { Page } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type SortedPage, throwUnknownCursor, toSortedPage } from '#platform/postgres/keyset'
import { findContact } from './contacts.ts'
import * as listStore from './list-store.ts'
import type { Contact } from './tables.ts'

/** Returns a page of the account's contacts, newest first or by name. */
export async function browseContacts(
  ctx: TxContext,
  filter: listStore.ContactFilter,
  page: Page,
): Promise<SortedPage<Contact>> {
  const { after } = page
  if (
    after !== undefined &&
    filter.sort !== 'name' &&
    !(isId(after) && (await findContact(ctx, after)))
  )
    throwUnknownCursor()
  return toSortedPage(await listStore.browse(ctx, filter, page), page)
}
