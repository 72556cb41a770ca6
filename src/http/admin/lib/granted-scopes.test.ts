import assert from 'node:assert/strict'
import { it } from 'node:test'
import { builtInRoles } from '#contract/permissions'
import { assertMayGrant } from './granted-scopes.ts'

it('keeps developers from granting scopes that send gifts or read recipients, in production', () => {
  const developer = { permissions: builtInRoles.developer, stage: 'production' } as const
  for (const scope of [
    '*',
    'gift_requests:write',
    'recipients:read',
    'events:read',
    'reports:read',
  ])
    assert.throws(
      () => assertMayGrant(developer, ['campaigns:read', scope]),
      { code: 'invalid' },
      scope,
    )
  assertMayGrant(developer, ['campaigns:read', 'catalogue:read', 'endpoints:write'])
  assertMayGrant(developer, ['gift_requests:write'], ['*']) // a user may give away only some of the scopes that an admin granted
  assert.throws(() => assertMayGrant(developer, ['*'], ['gift_requests:write']))
})

it('restricts neither admins nor staging', () => {
  assertMayGrant({ permissions: builtInRoles.admin, stage: 'production' }, ['*'])
  assertMayGrant({ permissions: builtInRoles.developer, stage: 'staging' }, ['*'])
})
