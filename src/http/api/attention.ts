import * as attention from '#attention'
import { handle } from './kernel/handle.ts'

/** The operations on what needs attention (decision 129). */
export const attentionRoutes = [
  handle('listAttention', async ({ ctx, query }) => {
    const { data, has_more } = await attention.list(ctx, query.filter, query.page)
    return { data: data.map((item) => attention.toItemView(ctx, item)), has_more }
  }),

  handle('getAttentionItem', async ({ ctx, params }) => {
    const item = await attention.find(ctx, params.id)
    return item && attention.toItemView(ctx, item)
  }),
]
