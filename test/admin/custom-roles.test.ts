import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { builtInRoles, grantablePermissions, withNeeded } from '#contract/permissions'
import { webRoutes } from '#http/admin'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sampleId = '01890000-0000-7000-8000-000000000000'

async function createRole(name: string, permissions: readonly string[]): Promise<string> {
  const { status, json } = await admin.post('/roles', { name, permissions })
  assert.equal(status, 201, JSON.stringify(json))
  return json.id
}

/** Creates a user and gives them the role. */
async function signInAs(role: string) {
  const user = await testApp.createUser('viewer')
  const { data } = (await admin.get('/members')).json
  const { id } = data.find(({ email }: { email: string }) => email === user.email)
  const { status, json } = await admin.patch(`/members/${id}`, { role })
  assert.equal(status, 200)
  assert.equal(json.role, role)
  return { id: id as string, client: await testApp.signIn(user) }
}

describe('a role of the account', () => {
  it('allows exactly the operations of its permissions, in the session and in what it says of it', async () => {
    for (const permission of grantablePermissions) {
      const role = await createRole(`only ${permission}`, [permission])
      const { client } = await signInAs(role)
      const { me } = (await client.get('/session')).json
      assert.deepEqual([...me.permissions].sort(), withNeeded(permission).sort())
      assert.equal(me.role_name, `only ${permission}`)
      for (const { method, path, requirement } of webRoutes) {
        if (['none', 'any'].includes(requirement.permission) || path === '/stream') continue
        const isAllowed = accounts.isAllowed(me, requirement)
        assert.ok(!isAllowed || me.permissions.includes(requirement.permission), path)
        if (isAllowed && method !== 'GET') continue
        const body = method === 'GET' || method === 'DELETE' ? undefined : {}
        const response = await client.send(method, path.replace(/:\w+/g, sampleId), { body })
        const isRefused = response.status === 403 && response.json?.errors[0].code === 'forbidden'
        assert.equal(isRefused, !isAllowed, `${permission}: ${method} ${path}: ${response.status}`)
      }
    }
  })

  it('masks addresses without addresses:read, and shows them with it', async () => {
    const email = 'ada.role@planted.example'
    const id = await fixture.sendGift(email)
    const masked = await signInAs(await createRole('Masked', ['gift_requests:read']))
    const shown = await signInAs(
      await createRole('Shown', ['gift_requests:read', 'addresses:read']),
    )
    for (const path of [`/gift_requests/${id}`, '/gift_requests', `/gift_requests/${id}/emails`]) {
      assert.ok(!(await masked.client.get(path)).text.includes(email), path)
      assert.ok((await shown.client.get(path)).text.includes(email), path)
    }
    const search = '/search?q=ada.role'
    assert.deepEqual((await masked.client.get(search)).json.data, [])
    assert.deepEqual(pluck((await shown.client.get(search)).json.data, 'kind'), ['gift_request'])
  })

  it('changes for everyone who has it, from the next request', async () => {
    const id = await createRole('Growing', ['campaigns:read'])
    const { client } = await signInAs(id)
    assert.equal((await client.get('/spend')).status, 403)
    const changed = await admin.put(`/roles/${id}`, { name: 'Grown', permissions: ['spend:read'] })
    assert.equal(changed.status, 200)
    assert.equal((await client.get('/spend')).status, 200)
    assert.equal((await client.get('/campaigns')).status, 403)
    const { data } = (await admin.get('/audit')).json
    const entry = data.find(({ action }: { action: string }) => action === 'role.change')
    assert.deepEqual(entry.details.after, { name: 'Grown', permissions: ['spend:read'] })
  })

  it('cannot be deleted while someone has it, or an invitation or a group gives it', async () => {
    const id = await createRole('Used', ['campaigns:read'])
    const member = await signInAs(id)
    assert.equal((await admin.delete(`/roles/${id}`)).status, 409)
    await admin.patch(`/members/${member.id}`, { role: 'viewer' })
    const invited = { email: 'used@role.example', name: 'Used', role: id }
    const invitation = await admin.post('/invitations', invited)
    assert.equal(invitation.json.role_name, 'Used')
    const refused = await admin.delete(`/roles/${id}`)
    assert.deepEqual([refused.status, refused.json.errors[0].code], [409, 'invalid_transition'])
    await admin.delete(`/invitations/${invitation.json.id}`)
    const provisioning = { default_role: 'viewer', group_roles: [{ name: 'Buyers', role: id }] }
    assert.equal((await admin.put('/provisioning', provisioning)).status, 200)
    assert.equal((await admin.delete(`/roles/${id}`)).status, 409)
    await admin.put('/provisioning', { default_role: 'viewer', group_roles: [] })
    assert.equal((await admin.delete(`/roles/${id}`)).status, 204)
    assert.equal((await admin.delete(`/roles/${id}`)).status, 404)
  })

  it('is left with a member who was removed, and can then be deleted', async () => {
    const id = await createRole('Left', ['campaigns:read'])
    const member = await signInAs(id)
    assert.equal((await admin.delete(`/members/${member.id}`)).status, 204)
    assert.equal((await admin.delete(`/roles/${id}`)).status, 204)
  })

  it('is given or deleted, when both happen at the same instant', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await createRole(`Raced ${round}`, ['campaigns:read'])
      const invited = { email: `raced${round}@role.example`, name: 'Raced', role: id }
      const [given, deleted] = await Promise.all([
        admin.post('/invitations', invited),
        admin.delete(`/roles/${id}`),
      ])
      const outcome = `${given.status} ${deleted.status}`
      assert.ok(['201 409', '422 204'].includes(outcome), outcome)
    }
  })

  it('needs a name of its own and known permissions, and never administration', async () => {
    const post = async (body: object) => {
      const { status, json } = await admin.post('/roles', body)
      return [status, json.errors?.[0].param]
    }
    await createRole('Taken', ['spend:read'])
    assert.deepEqual(await post({ name: 'TAKEN', permissions: ['spend:read'] }), [422, 'name'])
    assert.deepEqual(await post({ name: 'Admin', permissions: ['spend:read'] }), [422, 'name'])
    assert.deepEqual(await post({ name: ' ', permissions: ['spend:read'] }), [422, 'name'])
    assert.deepEqual(await post({ name: 'None', permissions: [] }), [422, 'permissions'])
    for (const refused of ['administration', 'everything', '__proto__'])
      assert.deepEqual(await post({ name: 'All', permissions: [refused] }), [422, 'permissions'])
  })

  it('belongs to its account', async () => {
    const other = await testApp.createAccount('Other roles')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    const id = await createRole('Private', ['spend:read'])
    assert.ok(!(await stranger.get('/roles')).text.includes('Private'))
    const change = { name: 'Stolen', permissions: ['spend:read'] }
    assert.equal((await stranger.put(`/roles/${id}`, change)).status, 404)
    assert.equal((await stranger.delete(`/roles/${id}`)).status, 404)
    const invited = { email: 'x@other.example', name: 'X', role: id }
    const refused = await stranger.post('/invitations', invited)
    assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'role'])
    const [member] = (await stranger.get('/members')).json.data
    assert.equal((await stranger.patch(`/members/${member.id}`, { role: id })).status, 422)
  })

  it('is listed with what each permission allows, and every operation needs a listed one', async () => {
    const { data, permissions } = (await admin.get('/roles')).json
    assert.deepEqual(pluck(data, 'id').slice(0, 7), Object.keys(builtInRoles))
    assert.deepEqual(pluck(permissions, 'name'), grantablePermissions)
    for (const { name, operations } of permissions)
      if (!['addresses:read', 'approvals:confirm'].includes(name))
        assert.ok(operations.length > 0, name)
  })
})
