import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { createScimClient } from '#test/scim-fixture'

/* The calls of identity providers in their order, with their bodies. */

const testApp = await createAdminTestApp()
const core = 'urn:ietf:params:scim:schemas:core:2.0'

it('serves the calls of Okta', async () => {
  const { id: account_id } = await testApp.createAccount('Okta')
  const scim = await createScimClient(testApp, account_id)
  const probe = await scim.get('/Users?startIndex=1&count=2')
  assert.equal(probe.status, 200)
  assert.deepEqual(probe.json.schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'])
  assert.equal(probe.json.totalResults, 0)
  assert.deepEqual(await scim.find('Users', 'userName eq "test.user@okta.local"'), [])
  const user = {
    schemas: [`${core}:User`],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const { id } = await scim.create('Users', user)
  assert.equal((await scim.get(`/Users/${id}`)).json.externalId, user.externalId)
  const replaced = await scim.send('PUT', `/Users/${id}`, {
    ...user,
    id,
    name: { givenName: 'Another', familyName: 'User' },
    displayName: 'Another User',
    meta: { resourceType: 'User' },
  })
  assert.equal(replaced.status, 200)
  assert.equal(replaced.json.name.givenName, 'Another')
  assert.equal(replaced.json.displayName, 'Another User')
  for (const active of [false, true]) {
    const changed = await scim.patch(`/Users/${id}`, { op: 'replace', value: { active } })
    assert.equal(changed.json.active, active)
  }
  const [group] = [await scim.create('Groups', { displayName: 'Test SCIMv2', members: [] })]
  assert.equal((await scim.get('/Groups?startIndex=1&count=100')).json.totalResults, 1)
  const renamed = await scim.patch(
    `/Groups/${group.id}`,
    { op: 'replace', value: { id: group.id, displayName: 'Test SCIMv2 renamed' } },
    { op: 'add', path: 'members', value: [{ value: id, display: 'test.user@okta.local' }] },
  )
  assert.equal(renamed.json.displayName, 'Test SCIMv2 renamed')
  assert.deepEqual(
    renamed.json.members.map(({ value }: { value: string }) => value),
    [id],
  )
  assert.equal((await scim.send('DELETE', `/Groups/${group.id}`)).status, 204)
  assert.equal((await scim.get(`/Groups/${group.id}`)).json.status, '404')
})

it('serves the calls of Entra ID', async () => {
  const { id: account_id } = await testApp.createAccount('Entra ID')
  const scim = await createScimClient(testApp, account_id)
  assert.deepEqual(
    await scim.find('Users', 'userName eq "9a1f0f4c-b5f0-4f5a-8d4d-2e2b6d0f3a11"'),
    [],
  )
  const { id } = await scim.create('Users', {
    schemas: [`${core}:User`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: 'jyoung',
    userName: 'jyoung@testuser.example',
    active: true,
    addresses: null,
    displayName: 'Joy Young',
    emails: [{ type: 'work', value: 'jyoung@Contoso.example', primary: true }],
    meta: { resourceType: 'User' },
    name: { familyName: 'Young', givenName: 'Joy' },
    phoneNumbers: null,
    title: null,
    department: null,
  })
  const [found] = await scim.find(
    'Users',
    'externalId eq "jyoung" and userName eq "JYOUNG@testuser.example"',
  )
  assert.equal(found.id, id)
  const path = `/Users/${id}`
  const changed = await scim.patch(
    path,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@microsoft.example' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'emails[type eq "other"].value', value: 'ignored@microsoft.example' },
    {
      op: 'Add',
      path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      value: 'R&D',
    },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 206 555 0100' },
    { op: 'Replace', path: 'displayName', value: 'Joy Updated' },
    { op: 'Add', value: { 'name.givenName': 'Joyce', nickName: 'Joy' } },
  )
  assert.equal(changed.status, 200, JSON.stringify(changed.json))
  const { emails, name, displayName } = changed.json
  assert.deepEqual(emails, [{ value: 'updated@microsoft.example', type: 'work', primary: true }])
  assert.deepEqual(
    [name.givenName, name.familyName, displayName],
    ['Joyce', 'updatedFamilyName', 'Joy Updated'],
  )
  const renamed = await scim.patch(path, {
    op: 'Replace',
    path: 'userName',
    value: 'new@testuser.example',
  })
  assert.equal(renamed.json.userName, 'new@testuser.example')
  assert.equal(renamed.json.emails[0].value, 'updated@microsoft.example')
  const disabled = await scim.patch(path, { op: 'Replace', path: 'active', value: 'False' })
  assert.equal(disabled.json.active, false)
  const group = await scim.create('Groups', {
    schemas: [
      `${core}:Group`,
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  })
  const members = async () =>
    (await scim.get(`/Groups/${group.id}`)).json.members.map(
      (each: { value: string }) => each.value,
    )
  const value = [{ $ref: null, value: id }]
  await scim.patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value })
  assert.deepEqual(await members(), [id])
  await scim.patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value })
  assert.deepEqual(await members(), [])
  assert.equal((await scim.send('DELETE', path)).status, 204)
})

it('describes itself as RFC 7643 says', async () => {
  const scim = await createScimClient(testApp)
  const config = (await scim.get('/ServiceProviderConfig')).json
  assert.equal(config.patch.supported, true)
  assert.equal(config.filter.maxResults, 200)
  const types = (await scim.get('/ResourceTypes')).json.Resources
  assert.deepEqual(
    types.map(({ id, endpoint, schema }: Record<string, string>) => [id, endpoint, schema]),
    [
      ['User', '/Users', `${core}:User`],
      ['Group', '/Groups', `${core}:Group`],
    ],
  )
  const schema = (await scim.get(`/Schemas/${core}:User`)).json
  assert.equal(schema.id, `${core}:User`)
  const names = schema.attributes.map(({ name }: { name: string }) => name)
  assert.ok(names.includes('userName'))
  assert.ok(!names.includes('roles') && !names.includes('password'))
  assert.equal((await scim.get('/Schemas')).json.totalResults, 2)
  assert.equal((await scim.get('/ResourceTypes/Role')).status, 404)
})
