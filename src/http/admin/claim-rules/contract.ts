import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, page, strict, Timestamp } from '../lib/schemas.ts'
import { ClaimRules } from '../one-links/contract.ts'

/** An address or a domain that cannot claim from any one-link. */
export const DeniedClaimant = Type.Object({
  id: Type.String(),
  kind: oneOfTexts('address', 'domain'),
  entry: Type.String(),
  created_at: Timestamp,
})
export type DeniedClaimant = Static<typeof DeniedClaimant>

const ClaimDefaults = Type.Object({ require_confirmation: Type.Boolean() }, strict)

export const readClaimRules = operation('GET', '/claim-rules', {
  role: 'sender',
  summary: 'show the default rules of new one-links',
  reply: ClaimRules,
})

export const changeClaimRules = operation('PATCH', '/claim-rules', {
  role: 'admin',
  summary: 'change whether new one-links require confirmation',
  body: ClaimDefaults,
  reply: ClaimDefaults,
})

export const listDenied = operation('GET', '/claim-rules/denied', {
  role: 'admin',
  summary: 'list addresses and domains that cannot claim',
  reply: page(DeniedClaimant),
})

export const denyClaims = operation('POST', '/claim-rules/denied', {
  role: 'admin',
  summary: 'deny claims of addresses and domains',
  body: Type.Object(
    { entries: Type.Array(boundedText(320), { minItems: 1, maxItems: 500 }) },
    strict,
  ),
  reply: Type.Object({ added: Type.Integer() }),
})

export const allowClaims = operation('DELETE', '/claim-rules/denied/:id', {
  role: 'admin',
  summary: 'allow claims of a denied address or domain again',
})
