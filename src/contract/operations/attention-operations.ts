import { attentionExample } from '../attention-resources.ts'
import { attentionFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'

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
    path: '/attention',
    summary: 'List what needs attention',
    description:
      'Conditions that a person can resolve, newest first: each with its cause, since when it is true, and the next actions. Without `state`, the list has open and ended ones of the last 90 days.',
    query: listParameters(100, attentionFilters, {
      kind: 'Only this kind.',
      state: 'Only those that are true now, or only those that have ended.',
      gift_request_id: 'Only those about this gift request.',
      subject_id: 'Only those about this gift request, parcel, variant or endpoint.',
    }),
    responses: [
      {
        status: 200,
        description: 'A page of items.',
        shape: 'many',
        type: 'attention_items',
        example: { data: [attentionExample], has_more: false },
      },
    ],
    errors: listErrors,
  }),
  operation({
    ...common,
    id: 'getAttentionItem',
    path: '/attention/{id}',
    summary: 'Get an item',
    description: 'One item, by the id that the webhooks about it carry in their bodies.',
    responses: [
      {
        status: 200,
        description: 'The item.',
        shape: 'one',
        type: 'attention_items',
        example: attentionExample,
      },
    ],
    errors: [notFoundError],
  }),
]
