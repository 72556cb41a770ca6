import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { createAdminTestApp } from '#test/admin-harness'
import { createScimClient } from '#test/scim-fixture'

const testApp = await createAdminTestApp()
const scim = await createScimClient(testApp)

const newUser = async (name: string): Promise<string> =>
  (await scim.create('Users', { userName: `${name}@example.org` })).id

const roleOf = async (id: string) =>
  (await testApp.run((ctx) => accounts.findActiveUser(ctx, { id })))?.role

const setRoles = (group_roles: accounts.GroupRole[], default_role: accounts.Role = 'viewer') =>
  testApp.run((ctx) => accounts.saveProvisioningRoles(ctx, { default_role, group_roles }))

const membersOf = async (id: string): Promise<string[]> =>
  (await scim.get(`/Groups/${id}`)).json.members.map(({ value }: { value: string }) => value).sort()

describe('the members of a group', () => {
  it('are added, removed and replaced in every form of PATCH', async () => {
    const [a, b, c] = [await newUser('m1'), await newUser('m2'), await newUser('m3')] as const
    const { id } = await scim.create('Groups', { displayName: 'Forms', members: [{ value: a }] })
    const path = `/Groups/${id}`
    // biome-ignore format: one operation a line
    const steps: [operation: object, expected: string[]][] = [
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: b }] },           [a, b]],
      [{ op: 'add', path: 'members', value: [{ value: b }] },                       [a, b]],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] },        [b]],
      [{ op: 'replace', path: 'members', value: [{ value: a }, { value: c }] },     [a, c]],
      [{ op: 'remove', path: `members[value eq "${a}"]` },                          [c]],
      [{ op: 'add', value: { members: [{ value: a }] } },                           [a, c]],
      [{ op: 'remove', path: `members[value eq "${a}" or value eq "${c}"]` },       []],
      [{ op: 'add', path: 'members', value: { value: a } },                         [a]],
      [{ op: 'replace', value: { id, displayName: 'Forms 2', members: [] } },       []],
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: [{ value: b }] }, [b]],
      [{ op: 'remove', path: 'members' },                                           []],
    ]
    for (const [operation, expected] of steps) {
      const changed = await scim.patch(path, operation)
      assert.equal(changed.status, 200, JSON.stringify([operation, changed.json]))
      assert.deepEqual(await membersOf(id), [...expected].sort(), JSON.stringify(operation))
    }
    assert.equal((await scim.get(path)).json.displayName, 'Forms 2')
  })

  it('are users of the account, at most 1,000 in a request', async () => {
    const { id } = await scim.create('Groups', { displayName: 'Bounds' })
    const add = (value: unknown) =>
      scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value })
    const user = await newUser('bounds')
    for (const value of [[{ value: 'x' }], [{ value: id }], [{ value: user }, { value: '' }]])
      assert.equal((await add(value)).json.scimType, 'invalidValue')
    assert.deepEqual(await membersOf(id), [])
    const many = Array.from({ length: 1_001 }, () => user)
    assert.ok([400, 413].includes((await add(many)).status))
    const halves = [many.slice(0, 501), many.slice(0, 501)]
    const operations = halves.map((value) => ({ op: 'add', path: 'members', value }))
    assert.match((await scim.patch(`/Groups/${id}`, ...operations)).json.detail, /at most 1000/)
  })

  it('are left out if the client excludes them', async () => {
    const user = await newUser('excluded')
    await scim.create('Groups', {
      displayName: 'Large',
      externalId: 'e1',
      members: [{ value: user }],
    })
    const query = `filter=${encodeURIComponent('externalId eq "e1"')}&excludedAttributes=members`
    const [found] = (await scim.get(`/Groups?${query}`)).json.Resources
    assert.equal(found.displayName, 'Large')
    assert.equal('members' in found, false)
    const filter = `id eq "${found.id}" and members eq "${user}"`
    assert.equal((await scim.find('Groups', filter)).length, 1)
    assert.deepEqual(await scim.find('Groups', `members eq "${found.id}"`), [])
    const shown = (await scim.get(`/Users/${user}?attributes=groups.display`)).json
    assert.deepEqual(shown.groups, [{ display: 'Large' }])
    assert.deepEqual(Object.keys(shown), ['schemas', 'id', 'groups'])
  })
})

describe('the role of a user', () => {
  it('is the strongest of the groups, and the default role without them', async () => {
    await setRoles([
      { name: 'Gift senders', role: 'sender' },
      { name: 'Warehouse', role: 'packer' },
      { name: 'IT', role: 'admin' },
    ])
    const id = await newUser('roles')
    const create = (displayName: string) => scim.create('Groups', { displayName })
    const [senders, warehouse, it] = [
      await create('gift  SENDERS'),
      await create('Warehouse'),
      await create('IT'),
    ] as const
    const change = async (op: string, group: { id: string }) => {
      await scim.patch(`/Groups/${group.id}`, { op, path: 'members', value: [{ value: id }] })
      return roleOf(id)
    }
    assert.equal(await roleOf(id), 'viewer')
    assert.equal(await change('add', warehouse), 'packer')
    assert.equal(await change('add', senders), 'sender')
    assert.equal(await change('add', it), 'admin')
    assert.equal(await change('remove', it), 'sender')
    assert.equal((await scim.send('DELETE', `/Groups/${senders.id}`)).status, 204)
    assert.equal(await roleOf(id), 'packer')
    await setRoles([{ name: 'Warehouse', role: 'developer' }], 'sender')
    assert.equal(await roleOf(id), 'developer')
    await scim.patch(`/Groups/${warehouse.id}`, {
      op: 'replace',
      path: 'displayName',
      value: 'Depot',
    })
    assert.equal(await roleOf(id), 'sender')
    const entries = await testApp.run((ctx) => audit.listSubjectEntries(ctx, id, 1))
    assert.deepEqual(entries[0]?.actor.kind, 'provisioning')
    assert.deepEqual(entries[0]?.details, {
      before: { role: 'developer' },
      after: { role: 'sender' },
    })
  })

  it('stays as it is while no group has a role', async () => {
    await setRoles([])
    const member = await testApp.createUser('packer')
    await scim.create('Groups', { displayName: 'Without role', members: [{ value: member.id }] })
    assert.equal(await roleOf(member.id), 'packer')
  })

  it('never takes the last admin away', async () => {
    await setRoles([{ name: 'Viewers', role: 'viewer' }])
    const body = { displayName: 'Viewers', members: [{ value: testApp.admin.id }] }
    const rejected = await scim.send('POST', '/Groups', body)
    assert.equal(rejected.status, 409)
    assert.match(rejected.json.detail, /at least one admin/)
    assert.deepEqual(await scim.find('Groups', 'displayName eq "Viewers"'), [])
    await testApp.createUser('admin')
    await scim.create('Groups', body)
    assert.equal(await roleOf(testApp.admin.id), 'viewer')
  })
})

it('rejects a second group with the name', async () => {
  await scim.create('Groups', { displayName: 'Once' })
  const second = await scim.send('POST', '/Groups', { displayName: ' ONCE ' })
  assert.equal(second.status, 409)
  assert.equal(second.json.scimType, 'uniqueness')
})
