import type { Page, Reaction } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type SortedPage, toSortedPage } from '#platform/postgres/keyset'
import * as noteStore from './thank-you-note-list-store.ts'

/** A thank-you note in the list of the account. The id is that of the gift request. */
export interface ListedThankYouNote {
  id: string
  reference: string
  recipient: { name: string }
  campaign: { id: string; name: string } | null
  text: string
  written_at: Date
  changed_at: Date | null
  reaction: Reaction | null
}

/** Returns a page of the account's thank-you notes, ordered by the time at which they were written. */
export async function browseThankYouNotes(
  ctx: TxContext,
  { campaign_id }: { campaign_id?: string | undefined },
  page: Page,
): Promise<SortedPage<ListedThankYouNote>> {
  const rows =
    campaign_id === undefined
      ? await noteStore.browse(ctx, page)
      : await noteStore.browseByCampaign(ctx, campaign_id, page)
  const { data, ...rest } = toSortedPage(rows, page)
  return { ...rest, data: data.map(toListedNote) }
}

const toListedNote = ({
  first_name,
  last_name,
  campaign_id,
  campaign_name,
  ...note
}: noteStore.ListedNoteRow): ListedThankYouNote => ({
  ...note,
  recipient: { name: `${first_name} ${last_name}`.trim() },
  campaign: campaign_id === null ? null : { id: campaign_id, name: campaign_name ?? '' },
})
