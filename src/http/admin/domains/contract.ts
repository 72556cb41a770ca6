import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

export const Domain = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'A-labels in lower case.' }),
  record: Type.Object(
    { name: Type.String(), value: Type.String() },
    { description: 'The TXT record that proves the domain.' },
  ),
  proven_at: orNull(Timestamp),
  checked_at: orNull(Timestamp),
  problem: orNull(oneOfTexts('record_missing', 'dns_failed', 'proven_elsewhere')),
  missing_since: orNull(Timestamp),
  created_at: Timestamp,
})
export type Domain = Static<typeof Domain>

export const listDomains = operation('GET', '/domains', {
  permission: 'administration',
  clock: 'real',
  summary: 'list the domains of the account, with the records that prove them',
  reply: page(Domain),
})

export const addDomain = operation('POST', '/domains', {
  permission: 'administration',
  clock: 'real',
  summary: 'add a domain to prove',
  body: Type.Object({ name: boundedText(300) }, strict),
  status: 201,
  reply: Domain,
})

export const checkDomain = operation('POST', '/domains/:id/verify', {
  permission: 'administration',
  summary: 'look the record of a domain up in the DNS',
  weight: 10,
  reply: Domain,
})

export const removeDomain = operation('DELETE', '/domains/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'remove a domain, and end its proof',
})
