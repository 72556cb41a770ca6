import { Type } from 'typebox'
import { attentionExample } from '../attention-resources.ts'
import { attentionFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { id, nullable, text } from '../schema-parts.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const common = {
  method: 'GET',
  scope: 'events:read',
  since: '2026-05',
  tag: 'Attention',
} as const

export const attentionOperations = [
  operation({
    ...common,
    id: 'listAttention',
    permission: 'gift_requests:read',
    path: '/attention',
    summary: 'List what needs attention',
    description:
      'Conditions that a person can resolve, newest first: each with its cause, since when it is true, and the next actions. Without `state`, the list has open, snoozed and ended ones of the last 90 days.',
    query: listParameters(100, attentionFilters, {
      kind: 'Only this kind.',
      cause: 'Only this cause, such as not_dispatched.',
      state:
        '`open`: true now, and not snoozed. `snoozed`: true now, and out of the lists until a time. `cleared`: ended.',
      assignee_id: 'Only those that this user looks after; `none`: those that no active user does.',
      gift_request_id: 'Only those about this gift request.',
      subject_id: 'Only those about this gift request, parcel, variant or endpoint.',
    }),
    appMembers: Type.Object({
      name: text('The gift with its recipient, the variant, or the endpoint.'),
      product_id: nullable(id(), 'The product of a variant.'),
      assignee_name: nullable(text(), 'The name of the assignee.'),
    }),
    responses: manyResources('attention_items', 'A page of items.', attentionExample),
    errors: listErrors,
  }),
  operation({
    ...common,
    id: 'getAttentionItem',
    permission: 'gift_requests:read',
    path: '/attention/{id}',
    summary: 'Get an item',
    description: 'One item, by the id that the webhooks about it carry in their bodies.',
    responses: oneResource('attention_items', 'The item.', attentionExample),
    errors: [notFoundError],
  }),
]
