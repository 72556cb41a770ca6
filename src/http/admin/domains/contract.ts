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

export const Host = Type.Object({
  name: Type.String({ description: 'A-labels in lower case.' }),
  records: Type.Array(
    Type.Object({
      type: oneOfTexts('CNAME', 'A', 'AAAA'),
      name: Type.String(),
      value: Type.String(),
    }),
    { description: 'The DNS records that point the host to this installation.' },
  ),
  is_proven: Type.Boolean({
    description: 'Whether the account has proven the domain of the host.',
  }),
  verified_at: orNull(Timestamp),
  checked_at: orNull(Timestamp),
  problem: orNull(oneOfTexts('record_missing', 'points_elsewhere', 'dns_failed')),
  missing_since: orNull(Timestamp),
})
export type Host = Static<typeof Host>

export const readHost = operation('GET', '/host', {
  permission: 'administration',
  summary: 'show the host of the pages of recipients',
  reply: Type.Object({
    is_available: Type.Boolean({ description: 'Whether the operator lets accounts have hosts.' }),
    host: orNull(Host),
  }),
})

export const setHost = operation('PUT', '/host', {
  permission: 'administration',
  clock: 'real',
  summary: 'set the host of the pages of recipients; links at the host before stop working',
  body: Type.Object({ name: boundedText(300) }, strict),
  reply: Host,
})

export const checkHost = operation('POST', '/host/verify', {
  permission: 'administration',
  summary:
    'look the records of the host up in the DNS, and use it for new links if they point here',
  weight: 10,
  reply: Host,
})

export const removeHost = operation('DELETE', '/host', {
  permission: 'administration',
  clock: 'real',
  summary: 'remove the host; its links stop working, and those of the installation do not',
})

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
