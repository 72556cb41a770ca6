import * as campaigns from '#campaigns'
import { handle } from './kernel/handle.ts'

/** The operations that read campaigns (decisions §2). A page has at most 25, because each contains its catalogue. */
export const campaignRoutes = [
  handle('listCampaigns', ({ ctx, query }) => campaigns.list(ctx, query.filter, query.page)),

  handle('getCampaign', ({ ctx, params }) => campaigns.find(ctx, params.id)),
]
