import { exampleIds } from '../examples.ts'
import { claimFilters } from '../list-query.ts'
import {
  claimDecisionBody,
  claimDefaultsBody,
  claimRulesBody,
  deniedEntriesBody,
} from '../one-link-claims.ts'
import { operation, type PossibleError } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const common = { tag: 'One-links', since: '2026-05' } as const
const read = { ...common, scope: 'one_links:read' } as const
const write = { ...common, scope: 'one_links:write' } as const

const at = '2026-05-01T10:30:00.000Z'
const claim = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9be501',
  one_link_id: '019de370-4ac0-74e2-8f3a-51c07d9be301',
  state: 'pending',
  name: 'Ada Larkin',
  email: 'ada@example.com',
  since: at,
  until: null,
}
const rules = {
  one_link_id: claim.one_link_id,
  require_confirmation: true,
  require_approval: false,
  has_waiting_list: true,
  refuse_disposable: true,
  max_claims_per_address: 5,
  max_claims_per_network: 300,
  max_claims_per_device: 10,
}
const denied = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9be601',
  kind: 'domain',
  entry: 'example.net',
  created_at: at,
}

const changeErrors: readonly PossibleError[] = [
  { code: 'unknown_parameter' },
  { code: 'required' },
  { code: 'invalid' },
]

const ruleOperations = [
  operation({
    ...read,
    id: 'getClaimRules',
    method: 'GET',
    path: '/one_links/{id}/claim_rules',
    summary: 'Get the claim rules of a one-link',
    description: 'Who can claim a gift of the link, and how often.',
    responses: oneResource('claim_rules', 'The rules.', rules),
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'updateClaimRules',
    method: 'PATCH',
    path: '/one_links/{id}/claim_rules',
    summary: 'Change the claim rules of a one-link',
    description: 'Changes the fields that the body has, for further claims.',
    request: {
      type: 'claim_rules',
      body: claimRulesBody,
      examples: {
        approval: { summary: 'A sender approves claims', value: { require_approval: true } },
      },
    },
    responses: oneResource('claim_rules', 'The rules.', rules),
    errors: [notFoundError, ...changeErrors],
  }),
  operation({
    ...read,
    id: 'getClaimDefaults',
    method: 'GET',
    path: '/claim_rules',
    summary: 'Get the claim rules of new one-links',
    description: 'The rules that a new one-link has.',
    responses: oneResource('claim_rules', 'The rules.', { ...rules, one_link_id: null }),
    errors: [],
  }),
  operation({
    ...write,
    id: 'updateClaimDefaults',
    permission: 'administration',
    method: 'PATCH',
    path: '/claim_rules',
    summary: 'Change the claim rules of new one-links',
    description: 'Decides whether claims of new one-links need a confirmation by email.',
    request: {
      type: 'claim_rules',
      body: claimDefaultsBody,
      examples: {
        confirmation: { summary: 'Confirmed claims', value: { require_confirmation: true } },
      },
    },
    responses: oneResource('claim_rules', 'The rules.', { ...rules, one_link_id: null }),
    errors: changeErrors,
  }),
]

const decision = <const Verb extends 'approve' | 'reject'>(verb: Verb, effect: string) =>
  operation({
    ...write,
    id: `${verb}Claims`,
    method: 'POST',
    path: `/one_links/{id}/claims/${verb}`,
    summary: `${verb === 'approve' ? 'Approve' : 'Reject'} claims`,
    description: `${effect} A claim that was decided before, or lapsed, is skipped.`,
    request: {
      type: 'claim_decisions',
      body: claimDecisionBody,
      examples: { one: { summary: 'One claim', value: { ids: [exampleIds.variant] } } },
    },
    responses: oneResource('claim_decisions', 'How many were decided.', { decided: 1, skipped: 0 }),
    errors: [notFoundError, ...changeErrors, { code: 'too_many' }, { code: 'invalid_transition' }],
  })

const claimListOperations = [
  operation({
    ...read,
    id: 'listClaims',
    method: 'GET',
    path: '/one_links/{id}/claims',
    summary: 'List claims without a gift',
    description:
      'Claims that wait for approval, and the waiting list, newest first. Claims with a gift are gift requests.',
    query: listParameters(100, claimFilters, { state: 'Only claims in this state.' }),
    responses: manyResources('claims', 'A page of claims.', claim),
    errors: [...listErrors, notFoundError],
  }),
  decision('approve', 'Sends the links of the gifts to the claimants.'),
  decision('reject', 'Sends an email to the claimants, and frees their places.'),
]

const denyListOperations = [
  operation({
    ...read,
    id: 'listDeniedClaimants',
    permission: 'administration',
    method: 'GET',
    path: '/denied_claimants',
    summary: 'List denied claimants',
    description: 'The addresses and domains that cannot claim from any one-link, on one page.',
    responses: manyResources('denied_claimants', 'The deny list.', denied),
    errors: [],
  }),
  operation({
    ...write,
    id: 'denyClaimants',
    permission: 'administration',
    method: 'POST',
    path: '/denied_claimants',
    summary: 'Deny claimants',
    description:
      'Adds up to 500 addresses and domains to the deny list. Known entries are skipped.',
    request: {
      type: 'denied_claimants',
      body: deniedEntriesBody,
      examples: {
        domain: { summary: 'A domain', value: { entries: ['example.net'] } },
      },
    },
    responses: oneResource('deny_list_changes', 'How many are new.', { added: 1, removed: 0 }),
    errors: [
      ...changeErrors,
      { code: 'invalid_format' },
      { code: 'too_long' },
      { code: 'too_many' },
    ],
  }),
  operation({
    ...write,
    id: 'allowClaimant',
    permission: 'administration',
    method: 'DELETE',
    path: '/denied_claimants/{id}',
    summary: 'Allow a denied claimant again',
    description: 'Removes an entry from the deny list.',
    responses: oneResource('deny_list_changes', 'The entry is removed.', { added: 0, removed: 1 }),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
]

export const claimOperations = [...ruleOperations, ...claimListOperations, ...denyListOperations]
