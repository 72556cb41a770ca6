import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as contacts from '#contacts'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { createScimClient } from '#test/scim-fixture'

const testApp = await createAdminTestApp()
const scim = await createScimClient(testApp)
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
let admin: AdminClient

const save = async (makes_contacts: boolean | undefined) => {
  const body = { default_role: 'viewer', group_roles: [], makes_contacts }
  const saved = await admin.put('/provisioning', body)
  assert.equal(saved.status, 200, saved.text)
  return saved.json
}

before(async () => {
  admin = await testApp.signIn(testApp.admin)
})

const newUser = (name: string, more: object = {}) =>
  scim.create('Users', { userName: `${name}@scim.example`, ...more })
const findContact = (email: string) => testApp.run((ctx) => contacts.findByEmail(ctx, email))
const requireContact = async (email: string) => {
  const found = await findContact(email)
  assert.ok(found, `no contact for ${email}`)
  return found
}
const ada = {
  name: { givenName: 'Ada', familyName: 'Larkin' },
  displayName: 'Ada Larkin',
  preferredLanguage: 'de_DE',
  addresses: [{ type: 'work', country: 'DE' }],
  [enterprise]: { department: 'Sales', manager: { value: 'boss-7' } },
}

describe('people of an identity provider', () => {
  it('become contacts only while the setting is on, also those of before, in pages', async () => {
    assert.equal((await admin.get('/provisioning')).json.makes_contacts, false)
    const user = await newUser('early', ada)
    assert.equal(await findContact('early@scim.example'), undefined)
    const stored = await testApp.run((ctx) => accounts.getProvisionedUser(ctx, user.id))
    assert.deepEqual(stored.profile, {}, 'what contacts alone need is not stored')
    assert.equal((await save(true)).makes_contacts, true)
    const contact = await requireContact('early@scim.example')
    assert.deepEqual([contact.given_name, contact.family_name], ['Ada', 'Larkin'])
    assert.equal(contact.origins.given_name?.source, 'scim')
    const [entry] = (await admin.get('/audit?action=account.save_provisioning')).json.data
    assert.deepEqual(entry.details.after.makes_contacts, true)
    assert.equal((await save(undefined)).makes_contacts, true, 'it stays without a value')
    assert.equal(await findContact(testApp.sender.email), undefined, 'not of the provider')
  })

  it('bring name, address, language, country, department, manager and groups', async () => {
    await newUser('boss', { externalId: 'boss-7', displayName: 'Bo Boss' })
    const user = await newUser('ada', ada)
    const group = { displayName: 'Sales, EMEA', members: [{ value: user.id }] }
    await scim.create('Groups', group)
    const contact = await requireContact('ada@scim.example')
    const { language, country, department, groups, manager_id } = contact
    assert.deepEqual([language, country, department], ['de-DE', 'DE', 'Sales'])
    assert.deepEqual(groups, ['Sales EMEA'])
    assert.equal(manager_id, (await requireContact('boss@scim.example')).id)
  })

  it('change their contacts, but not what a person has entered, consent and the reason for no gifts', async () => {
    const user = await newUser('cleo', ada)
    const { id } = await requireContact('cleo@scim.example')
    await testApp.run((ctx) =>
      contacts.updateContact(ctx, id, {
        ...{ department: 'Design', consent: 'asked in May', do_not_gift: 'declined' },
      }),
    )
    const changed = await scim.patch(
      `/Users/${user.id}`,
      { op: 'replace', path: 'name.familyName', value: 'Stone' },
      { op: 'Replace', path: `${enterprise}:department`, value: 'Legal' },
      { op: 'replace', path: 'locale', value: 'not a language!' },
      { op: 'remove', path: 'addresses[type eq "work"].country' },
    )
    assert.equal(changed.status, 200, JSON.stringify(changed.json))
    const contact = await requireContact('cleo@scim.example')
    assert.deepEqual(
      [contact.family_name, contact.department, contact.country, contact.language],
      ['Stone', 'Design', null, null],
    )
    assert.deepEqual([contact.consent, contact.do_not_gift], ['asked in May', 'declined'])
  })

  it('who leave take their contact along, unless something else holds it', async () => {
    const [gone, stored, deleted] = [
      await newUser('gone'),
      await newUser('stored'),
      await newUser('deleted'),
    ]
    const { id } = await requireContact('stored@scim.example')
    await testApp.run((ctx) => contacts.updateContact(ctx, id, { consent: 'yes' }))
    for (const { id } of [gone, stored])
      await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'False' })
    assert.equal((await scim.send('DELETE', `/Users/${deleted.id}`)).status, 204)
    assert.equal(await findContact('gone@scim.example'), undefined)
    assert.equal(await findContact('deleted@scim.example'), undefined)
    const contact = await requireContact('stored@scim.example')
    assert.deepEqual(Object.keys(contact.origins), ['consent'])
    await scim.patch(`/Users/${gone.id}`, { op: 'replace', path: 'active', value: true })
    await requireContact('gone@scim.example')
  })

  it('who cannot become a contact are named with the reason, and the request succeeds', async () => {
    const other = { work_emails: ['mix@scim.example'] }
    await testApp.run((ctx) => contacts.createContact(ctx, other))
    const user = await newUser('split', { displayName: 'Split Person' })
    const value = [{ value: 'MIX@scim.example', type: 'work' }]
    const patched = await scim.patch(`/Users/${user.id}`, { op: 'replace', path: 'emails', value })
    assert.equal(patched.status, 200, JSON.stringify(patched.json))
    const { contact_problems } = (await admin.get('/provisioning')).json
    assert.deepEqual(
      contact_problems.map(({ key }: { key: string }) => key),
      [user.id],
    )
    assert.match(contact_problems[0].problem, /belong to several contacts.*merge them/)
  })

  it('at the same instant become one contact each', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `peer${n}`)
    await Promise.all(names.map((name) => newUser(name, { displayName: 'Same Name' })))
    for (const name of names) await requireContact(`${name}@scim.example`)
  })

  it('leave their contacts as they are when the setting is switched off', async () => {
    const user = await newUser('late', ada)
    await save(false)
    const contact = await requireContact('late@scim.example')
    await scim.send('DELETE', `/Users/${user.id}`)
    assert.deepEqual(await requireContact('late@scim.example'), contact)
    await newUser('after', ada)
    assert.equal(await findContact('after@scim.example'), undefined)
  })
})
