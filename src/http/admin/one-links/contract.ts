import { Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { orNull, strict } from '../lib/schemas.ts'

export const renameOneLink = operation('PUT', '/one_links/:id/name', {
  permission: 'one_links:write',
  summary: 'rename a one-link, also one that has ended',
  body: Type.Object(
    { name: Type.String({ maxLength: 1_000, description: 'Empty for none.' }) },
    strict,
  ),
  reply: Type.Object({ name: orNull(Type.String()) }),
})

export const downloadClaims = operation('GET', '/one_links/:id/claims.csv', {
  permission: 'one_links:read',
  summary: 'download the claims of a one-link',
  mediaTypes: ['text/csv'],
})
