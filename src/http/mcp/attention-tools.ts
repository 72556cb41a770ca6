import { Type } from 'typebox'
import * as attention from '#attention'
import { attentionKindNames } from '#contract'
import { AttentionItem } from '#contract/attention-resources'
import { count, text } from './output-schemas.ts'
import { readOnly, type Tool, tool, toolInput } from './tool.ts'

const listAttention = tool({
  name: 'list_attention',
  scope: 'events:read',
  title: 'What needs attention?',
  description:
    'Lists what a person has to resolve now, newest first: gifts without stock, rejected addresses, failed deliveries, bounced emails, low stock, failing webhook endpoints. Each has its cause and the next actions.',
  hints: readOnly,
  input: toolInput({
    kind: Type.Optional(Type.String({ enum: [...attentionKindNames] })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 20.' })),
  }),
  output: Type.Object({
    items: Type.Array(AttentionItem),
    counts: Type.Array(Type.Object({ kind: text(), count: count() }), {
      description: 'All open items by kind.',
    }),
    has_more: Type.Boolean(),
  }),
  async run({ ctx }, { kind, limit = 20 }) {
    const filter = {
      state: 'open',
      ...(kind === undefined ? {} : { kind: kind as (typeof attentionKindNames)[number] }),
    } as const
    const { data, has_more } = await attention.list(ctx, filter, { limit, order: 'desc' })
    const counts = await attention.countOpen(ctx)
    return {
      output: { items: data.map((item) => attention.toItemView(ctx, item)), counts, has_more },
      gift_request_ids: data.flatMap(({ gift_request_id }) => gift_request_id ?? []),
    }
  },
})

export const attentionTools: readonly Tool[] = [listAttention]
