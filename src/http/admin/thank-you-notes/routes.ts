import * as gifting from '#gifting'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const thankYouNoteRoutes = [
  handle(contract.listThankYouNotes, ({ ctx, query: { filter, page } }) =>
    gifting.browseThankYouNotes(ctx, filter, page),
  ),
]
