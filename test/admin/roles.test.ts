import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { shippingFromConfig } from '#app/shipping'
import { type BuiltInRole, builtInRoleNames, builtInRoles } from '#contract/permissions'
import { webRoutes } from '#http/admin'
import * as oneLinks from '#one-links'
import { createAdminFixture } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp, inAccount } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

/** The carriers of a new installation, with the connectors that accounts can use. */
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
})
const testApp = await createAdminTestApp({ shipping })
const fixture = await createAdminFixture(testApp)
const sampleId = '01890000-0000-7000-8000-000000000000'
const roles = builtInRoleNames
const isAllowed = (role: BuiltInRole, requirement: accounts.Requirement) =>
  accounts.isAllowed({ permissions: builtInRoles[role], is_operator: false }, requirement)
const clients = new Map<BuiltInRole, AdminClient>()
const elsewhere = await testApp.createAccount('Elsewhere')

/** Signs in a person who has the role in this account, and the most or the least rights in another one. */
async function signIn(role: BuiltInRole): Promise<AdminClient> {
  const user = await testApp.createUser(role)
  const { email } = user
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email, role: role === 'admin' ? 'viewer' : 'admin' }),
    elsewhere.id,
  )
  return inAccount(testApp.origin, await testApp.signIn(user), testApp.account.id)
}

for (const role of roles) clients.set(role, await signIn(role))
const clientOf = (role: BuiltInRole): AdminClient => clients.get(role) ?? assert.fail(role)

const protectedRoutes = webRoutes.filter(({ requirement }) => requirement.permission !== 'none')
const allowedAreas = (role: BuiltInRole) => [
  ...new Set(
    protectedRoutes.flatMap(({ path, requirement }) =>
      requirement.permission !== 'any' && isAllowed(role, requirement) ? [path.split('/')[1]] : [],
    ),
  ),
]

describe('every operation in every role', () => {
  for (const role of roles)
    it(`is refused to a ${role} unless the role allows it`, async () => {
      const client = clientOf(role)
      for (const { method, path, requirement } of protectedRoutes) {
        if (isAllowed(role, requirement)) continue
        const body = method === 'GET' || method === 'DELETE' ? undefined : {}
        const response = await client.send(method, path.replace(/:\w+/g, sampleId), { body })
        assert.equal(response.status, 403, `${method} ${path}`)
        assert.equal(response.json.errors[0].code, 'forbidden', `${method} ${path}`)
      }
    })

  for (const role of roles)
    it(`that reads is open to a ${role} if the role allows it`, async () => {
      const client = clientOf(role)
      for (const { method, path, requirement, tier } of protectedRoutes) {
        if (method !== 'GET' || path === '/stream' || tier !== undefined) continue
        if (!isAllowed(role, requirement)) continue
        const { status } = await client.get(path.replace(/:\w+/g, sampleId))
        assert.ok(status !== 401 && status !== 403 && status < 500, `${path}: ${status}`)
      }
    })

  it('is for admins, except those of the installation', () => {
    for (const { requirement, path } of protectedRoutes)
      assert.equal(isAllowed('admin', requirement), requirement.permission !== 'operator', path)
  })
})

describe('a viewer', () => {
  it('may call nothing that changes something, besides the own sign-in', () => {
    for (const { method, path, requirement } of protectedRoutes)
      if (method !== 'GET' && requirement.permission !== 'any')
        assert.equal(isAllowed('viewer', requirement), false, `${method} ${path}`)
  })

  it('may download no list with recipients', () => {
    const files = protectedRoutes.filter(
      ({ requirement }) => requirement.mediaTypes !== undefined && requirement.permission !== 'any',
    )
    assert.deepEqual(
      pluck(
        files.filter(({ requirement }) => isAllowed('viewer', requirement)),
        'path',
      ).sort(),
      [
        '/catalogue/export.csv',
        '/donations/totals.csv',
        '/greeting-media/:id/content',
        '/spend.csv',
        '/spend/costs.csv',
      ],
    )
  })

  it('sees gifts, recipients and one-links without email addresses and links', async () => {
    const email = 'augusta.king@planted.example'
    const id = await fixture.sendGift(email)
    const link = await fixture.run((ctx) =>
      oneLinks.create(ctx, { campaign_id: fixture.campaign('one_link').id, quantity: 3 }),
    )
    const gift = await readGiftPage(clientOf('admin'), id)
    const code = /\/r\/([^/?#]+)/.exec(JSON.stringify(gift))?.[1] ?? assert.fail('no code')
    const { json: recipients } = await clientOf('admin').get('/recipients')
    const recipient = recipients.data.find((each: { email: string }) => each.email === email)
    const { json: shared } = await clientOf('admin').get(`/one_links/${link.id}`)
    const linkCode = /\/l\/([^/?#]+)/.exec(shared.url)?.[1] ?? assert.fail('no link code')

    const viewer = clientOf('viewer')
    for (const path of [
      '/gift_requests',
      `/gift_requests/${id}`,
      `/gift_requests/${id}/details`,
      `/gift_requests/${id}/emails`,
      `/gift-requests/${id}/events`,
      '/recipients',
      `/recipients/${recipient.id}`,
      '/one_links',
      `/one_links/${link.id}`,
      `/one_links/${link.id}/claims`,
      `/search?q=${encodeURIComponent(email)}`,
      '/attention',
      '/campaigns',
      `/campaigns/${fixture.campaign('email').id}`,
    ]) {
      const { status, text } = await viewer.get(path)
      assert.equal(status, 200, path)
      for (const secret of [email, 'augusta.king', code, linkCode, testApp.admin.email])
        assert.ok(!text.includes(secret), `${path} shows ${secret}`)
    }
    const shown = (await viewer.get(`/recipients/${recipient.id}`)).text
    assert.ok(shown.includes('a…@planted.example'))
    assert.equal((await viewer.get('/session')).json.me.role, 'viewer')
  })

  it('streams the gifts that they see, and no deliveries', async () => {
    const refused = await clientOf('viewer').get(`/stream?topic=deliveries&ids=${sampleId}`)
    assert.equal(refused.status, 403)
    const packer = await clientOf('packer').get(`/stream?topic=gift_requests&ids=${sampleId}`)
    assert.equal(packer.status, 403)
  })

  it('is no sender of a campaign', async () => {
    const { text } = await clientOf('admin').get('/campaigns/choices')
    assert.ok(!text.includes('Ada viewer') && !text.includes('Ada developer'))
  })
})

describe('a developer', () => {
  it('has keys, endpoints, deliveries, events and the request log, and nothing else', () => {
    assert.deepEqual(allowedAreas('developer').sort(), [
      'api-keys',
      'deliveries',
      'endpoints',
      'event-catalogue',
      'events',
      'oauth-clients',
      'requests',
    ])
  })

  it('sees the bodies of events without addresses', async () => {
    const email = 'hidden.from.developers@planted.example'
    await fixture.sendGift(email)
    const developer = clientOf('developer')
    const [event] = (await developer.get('/events')).json.data
    const { status, text } = await developer.get(`/events/${event.id}`)
    assert.equal(status, 200)
    assert.ok(!text.includes(email), text)
    assert.ok((await clientOf('admin').get(`/events/${event.id}`)).text.includes(email))
  })
})

describe('a list of invitations', () => {
  it('invites each person of the list with a link, and names the problem of the others', async () => {
    const people = [
      { email: 'Grace@list.example', name: 'Grace Hopper' },
      { email: 'no address', name: 'Unknown' },
      { email: testApp.sender.email, name: 'Ada' },
    ]
    const { status, json } = await clientOf('admin').post('/invitations/bulk', {
      people,
      role: 'viewer',
    })
    assert.equal(status, 201)
    assert.deepEqual(pluck(json.data, 'problem'), [
      null,
      'must be an email address such as ada@example.com',
      'already belongs to a member of this account',
    ])
    const token = await testApp.findLastEmailToken('Grace@list.example')
    assert.match(json.data[0].invitation.url, /\/invitation#[\w-]{43}$/)
    // the mailed link proves the address, but the copied link does not
    assert.ok(token !== undefined && !json.data[0].invitation.url.endsWith(token))
    assert.equal(json.data[0].invitation.role, 'viewer')
    assert.equal(json.data[1].invitation, null)
    const list = (await clientOf('admin').get('/invitations')).json.data
    assert.equal(list.length, 1)
  })

  it('has at most a hundred people', async () => {
    const people = Array.from({ length: 101 }, (_, n) => ({
      email: `p${n}@list.example`,
      name: 'P',
    }))
    const post = (some: typeof people) =>
      clientOf('admin').post('/invitations/bulk', { people: some, role: 'sender' })
    assert.equal((await post(people)).status, 422)
    assert.equal((await post([])).status, 422)
    assert.equal((await post(people.slice(0, 100))).status, 201)
  })

  it('invites an address once when two lists name it at the same instant', async () => {
    const post = () =>
      clientOf('admin').post('/invitations/bulk', {
        people: [{ email: 'twice@list.example', name: 'Twice' }],
        role: 'developer',
      })
    const statuses = (await Promise.all([post(), post()])).map(({ status }) => status)
    assert.deepEqual(statuses, [201, 201])
    const { data } = (await clientOf('admin').get('/invitations')).json
    const found = data.filter(({ email }: { email: string }) => email === 'twice@list.example')
    assert.equal(found.length, 1)
  })
})
