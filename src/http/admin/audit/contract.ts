import { type Static, Type } from 'typebox'
import { textRule, timestampRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { filterQuery, listQuery } from '../lib/query.ts'
import { anyObject, oneOfTexts, orNull, page, Timestamp } from '../lib/schemas.ts'

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Timestamp,
  actor: Type.Object({
    kind: oneOfTexts(
      'user',
      'api_token',
      'oauth_client',
      'provisioning',
      'recipient',
      'operator',
      'system',
    ),
    id: orNull(Type.String()),
    name: orNull(Type.String()),
    address: orNull(Type.String()),
  }),
  action: Type.String(),
  subject: Type.Object({
    kind: Type.String(),
    id: Type.String(),
    name: orNull(Type.String()),
  }),
  details: anyObject,
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  actor_id: textRule,
  subject_id: textRule,
  action: textRule,
  created_after: timestampRule,
  created_before: timestampRule,
}

export const listAuditEntries = operation('GET', '/audit', {
  permission: 'audit:read',
  summary: 'list the audit log',
  query: listQuery(filters),
  reply: page(AuditEntry),
})

export const findLatestChange = operation('GET', '/audit/latest/:id', {
  permission: 'audit:read',
  summary: 'show who changed an object last, and when; null without an entry',
  reply: orNull(Type.Object({ name: orNull(Type.String()), at: Timestamp })),
})

export const downloadAuditLog = operation('GET', '/audit.csv', {
  permission: 'audit:read',
  summary: 'download the audit log',
  query: filterQuery(filters),
  mediaTypes: ['text/csv'],
})
