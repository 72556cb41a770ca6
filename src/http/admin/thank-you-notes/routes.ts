import * as giftLists from '#gift-lists'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const thankYouNoteRoutes = [
  handle(contract.listThankYouNotes, ({ ctx, query: { filter, page } }) =>
    giftLists.browseThankYouNotes(ctx, filter, page),
  ),
]
