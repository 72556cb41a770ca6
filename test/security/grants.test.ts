import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import * as contacts from '#contacts'
import { fullAccess, scopeNames } from '#contract'
import { operations } from '#contract/operations'
import { type BuiltInRole, builtInRoleNames } from '#contract/permissions'
import * as gifting from '#gifting'
import { admin, webRoutes } from '#http/admin'
import { createAdminClient, inAccount } from '#test/admin-harness'
import { createApiClient } from '#test/api-client'
import { directGiftBody } from '#test/api-harness'
import { drain } from '#test/eventually'
import { createRedeemTestApp } from '#test/redeem-harness'
import { createTestUser } from '#test/test-user'

/*
 * Sends every operation that reads with every kind of grant: the sessions of all roles, and tokens of all
 * scopes. Searches each response for planted addresses, links and secrets. The table says which grant may see
 * which text. If a new operation or a new grant shows one of them, it needs a line in the table.
 */

// biome-ignore format: one operation a line
const visible: readonly string[] = [
  'address of a direct gift: api /events/{id}: *, events:read',
  'address of a direct gift: api /events: *, events:read',
  'address of a direct gift: api /gift_requests/{id}: *, gift_requests:read',
  'address of a direct gift: api /gift_requests: *, gift_requests:read',
  'address of a direct gift: api /recipients/{id}/gift_requests: *',
  'address of a direct gift: api /recipients/{id}/personal_data: *, recipients:write',
  'address of a direct gift: web /recipients/:id/personal_data: admin',
  'confirmed address: api /recipients/{id}/personal_data: *, recipients:write',
  'confirmed address: web /recipients/:id/personal_data: admin',
  'email address: api /events/{id}: *, events:read',
  'email address: api /events: *, events:read',
  'email address: api /exports/gift_requests: *, reports:read',
  'email address: api /gift_requests/{id}/emails: *, gift_requests:read',
  'email address: api /gift_requests/{id}: *, gift_requests:read',
  'email address: api /gift_requests: *, gift_requests:read',
  'email address: api /recipients/{id}/gift_requests: *, recipients:read',
  'email address: api /recipients/{id}/personal_data: *, recipients:write',
  'email address: api /recipients/{id}: *, recipients:read',
  'email address: api /recipients: *, recipients:read',
  'email address: web /events/:id: admin',
  'email address: web /events: admin',
  'email address: web /exports/gift_requests: admin, sender',
  'email address: web /gift-requests/:id/emails/:email: admin, sender',
  'email address: web /gift_requests/:id/emails: admin, sender',
  'email address: web /gift_requests/:id: admin, sender',
  'email address: web /gift_requests: admin, sender',
  'email address: web /recipients/:id/gift_requests: admin, sender',
  'email address: web /recipients/:id/personal_data: admin',
  'email address: web /recipients/:id: admin, sender',
  'email address: web /recipients: admin, sender',
  'email address: web /search: admin, sender',
  'gift link: api /gift_requests/{id}: *, gift_requests:read',
  'gift link: api /gift_requests: *, gift_requests:read',
  'gift link: api /recipients/{id}/gift_requests: *',
  'gift link: api /recipients/{id}/personal_data: *, recipients:write',
  'gift link: web /gift-requests/:id/emails/:email/page: admin, sender',
  'gift link: web /gift-requests/:id/emails/:email: admin, sender',
  'gift link: web /gift_requests/:id: admin, sender',
  'gift link: web /gift_requests: admin, sender',
  'gift link: web /recipients/:id/gift_requests: admin, sender',
  'gift link: web /recipients/:id/personal_data: admin',
  'one-link: api /one_links/{id}: *, one_links:read',
  'one-link: api /one_links: *, one_links:read',
  'one-link: web /one_links/:id: admin, sender',
  'one-link: web /one_links: admin, sender',
  'phone of a contact: web /contact-doubles: admin, sender',
  'phone of a contact: web /contacts/:id: admin, sender',
  'phone of a contact: web /contacts: admin, sender',
  'private address of a contact: web /contact-doubles: admin, sender',
  'private address of a contact: web /contacts/:id: admin, sender',
  'private address of a contact: web /contacts: admin, sender',
]

/** The operations that have nothing to read in this account. */
// biome-ignore format: one operation a line
const unread: readonly string[] = [
  'api /attention/{id}',
  'api /deliveries/{id}',
  'api /gift_requests/{id}/thank_you_note',
  'web /accounts',
  'web /attention/:id',
  'web /bulk-actions/:id',
  'web /bulk-actions/:id/rejected',
  'web /bulk-actions/:id/rejected.csv',
  'web /catalogue/suppliers/:id/products',
  'web /deliveries/:id',
  'web /endpoints/:id/recoverable',
  'web /event-catalogue/:type/:version',
  'web /gift-requests/:id/problem-photos/:photo',
  'web /gift_requests/:id/thank_you_note',
  'web /greeting-media/:id',
  'web /greeting-media/:id/content',
  'web /operator-tokens',
  'web /packing/parcels/:id/carrier-label',
  'web /packing/parcels/:id/rates',
  'web /requests/:id',
  'web /sends/:id',
  'web /sends/:id/approval',
  'web /sends/:id/content',
  'web /sends/:id/failed-rows.csv',
  'web /single-sign-on/:path_id/description',
  'web /system',
]

const testApp = await createRedeemTestApp()
await testApp.app.register(admin({ db: testApp.db, webhookAllowPrivate: true }), {
  prefix: '/admin/api',
})
const origin = await testApp.listen()

/** A session or a token with which operations are called. */
interface Grant {
  name: string
  read(path: string): Promise<{ status: number; text: string }>
}

const here = await testApp.run((ctx) => Promise.resolve(ctx.account_id))
const { account: elsewhere } = await testApp.createOtherAccount()

/** Signs in a person who has the role in this account and is an admin of another one. */
async function signIn(role: BuiltInRole) {
  const email = `${role}@colleague.example`
  const { password } = await testApp.run((ctx) => createTestUser(ctx, { email, role }))
  await testApp.run((ctx) => createTestUser(ctx, { email, role: 'admin' }), elsewhere.id)
  const session = createAdminClient(origin)
  assert.equal((await session.post('/session', { email, password })).status, 201)
  const client = inAccount(origin, session, here)
  return { name: role, read: (path: string) => client.get(path), client }
}

async function createTokenGrant(name: string): Promise<Grant> {
  const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx, { scopes: [name] }))
  const client = createApiClient(testApp.app, token)
  return { name, read: (path) => client.get(path) }
}

const administrator = await signIn('admin')
const fromElsewhere = inAccount(origin, administrator.client, elsewhere.id)
const grants = {
  web: [
    administrator,
    { name: 'an admin of another account', read: (path: string) => fromElsewhere.get(path) },
    ...(await Promise.all(builtInRoleNames.filter((role) => role !== 'admin').map(signIn))),
  ],
  api: await Promise.all([fullAccess, ...scopeNames].map(createTokenGrant)),
} satisfies Record<string, readonly Grant[]>

const { texts, ids } = await plant()

/** Stores one text of each kind. Returns the texts, and the ids of the resources that contain them. */
async function plant() {
  const recipient = { first_name: 'Xq', last_name: 'Larkin', email: 'xq7email@planted.example' }
  const open = await testApp.createGift({ recipient })
  const confirmed = await testApp.createGift({ recipient })
  await testApp.run(async (ctx) => {
    const page = await gifting.getRedemptionPage(ctx, confirmed.id)
    const variant_id = page?.items.find(({ kind }) => kind === 'physical')?.variant_id ?? ''
    await gifting.redeem(ctx, confirmed.id, {
      variant_ids: [variant_id],
      shipping_address: toAddress('Xq7confirmed 17'),
    })
  })
  await testApp.advance(confirmed.id, 'in_transit')
  const direct = await testApp.api.post(
    '/gift_requests',
    directGiftBody(testApp, { recipient, shipping_address: toAddress('Xq7direct 3') }),
  )
  await drain(() => gifting.processDue(testApp.db))
  const oneLink = await testApp.createOneLink()
  const { json: endpoint } = await administrator.client.post('/endpoints', {
    url: `${origin}/hook`,
    headers: [{ name: 'x-key', value: 'xq7header' }],
  })
  const contact = { given_name: 'Xq', phone: '+4915112345678' }
  await testApp.run((ctx) => contacts.createContact(ctx, contact))
  const private_emails = ['xq7private@planted.example']
  await testApp.run((ctx) => contacts.createContact(ctx, { ...contact, private_emails }))
  const { me } = (await administrator.client.get('/session')).json
  const { json: rule } = await administrator.client.post('/occasions', {
    ...{ name: 'Birthdays', owner_id: me.id, kind: 'birthday', field: null, repeats: false },
    ...{ years: [], offset_days: 0, group_ids: [], countries: [], departments: [], team_id: null },
    ...{ campaign_id: testApp.campaign('email').id, email_message: null, timing: 'on_day' },
    ...{ choice_days: 0, weekends: 'same', send_time: '09:00', time_zone: 'UTC' },
    ...{ needs_approval: false, max_days_late: 0 },
  })
  const key = await testApp.run((ctx) => apiKeys.createToken(ctx))
  await testApp.advanceTime(60_000) // advances the time, because exports leave out the last 30 seconds
  return {
    ids: [open.id, confirmed.id, direct.json.id, oneLink.id, endpoint.id, rule.id],
    texts: {
      'email address': recipient.email,
      'confirmed address': 'Xq7confirmed',
      'address of a direct gift': 'Xq7direct',
      'phone of a contact': contact.phone,
      'private address of a contact': 'xq7private',
      'gift link': open.path.slice('/r/'.length),
      'one-link': oneLink.path.slice('/l/'.length),
      'endpoint header': 'xq7header',
      'endpoint secret': endpoint.secrets?.[0]?.secret ?? endpoint.secret,
      token: key.token,
    },
  }
}

function toAddress(line_1: string) {
  return { name: 'Xq Larkin', line_1, city: 'Berlin', postal_code: '10119', country: 'DE' }
}

/** Finds every id that an admin can see in a list. */
async function findIds(): Promise<string[]> {
  const found = new Set<string>(ids)
  for (const { method, path } of webRoutes) {
    if (method !== 'GET' || path.includes(':') || path === '/stream') continue
    const { text } = await administrator.read(path)
    for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) found.add(id)
  }
  return [...found]
}

const known = await findIds()
const gift = `/gift-requests/${ids[0]}`
const emails = await administrator.read(`/gift_requests/${ids[0]}/emails`)
const emailPath = `${gift}/emails/${JSON.parse(emails.text).data[0]?.id}`

/** The paths of operations that need more than an id. */
const ownPaths: Readonly<Record<string, readonly string[]>> = {
  '/search': ['/search?q=xq7email', '/search?q=xq7email@planted.example'],
  '/gift-requests/:id/emails/:email': [emailPath],
  '/gift-requests/:id/emails/:email/page': [`${emailPath}/page`],
}
const maxOfOperation = 12

/** Finds the paths of an operation that exist. */
async function findPaths(path: string, [first]: readonly Grant[]): Promise<readonly string[]> {
  if (ownPaths[path] !== undefined) return ownPaths[path]
  const [start = '', end, ...others] = path.split(/:\w+|\{\w+\}/)
  if (others.length > 0) return []
  const paths = end === undefined ? [start] : known.map((id) => `${start}${id}${end}`)
  const existing: string[] = []
  for (const each of paths)
    if (existing.length < maxOfOperation && (await first?.read(each))?.status === 200)
      existing.push(each)
  return existing
}

const reads = {
  web: webRoutes.filter(({ method, path }) => method === 'GET' && path !== '/stream'),
  api: operations.filter(({ method }) => method === 'GET'),
}

describe('what a grant reads', () => {
  const shown = new Map<string, Set<string>>()
  const empty: string[] = []

  for (const kind of ['web', 'api'] as const)
    for (const { path } of reads[kind])
      it(`${kind} ${path} has no error`, async () => {
        const paths = await findPaths(path, grants[kind])
        if (paths.length === 0) empty.push(`${kind} ${path}`)
        for (const { name, read } of grants[kind])
          for (const each of paths) {
            const { status, text } = await read(each)
            assert.ok(status < 500, `${each}: ${status}`)
            for (const [label, secret] of Object.entries(texts)) {
              if (!text.includes(secret)) continue
              const line = `${label}: ${kind} ${path}`
              shown.set(line, (shown.get(line) ?? new Set()).add(name))
            }
          }
      })

  it('shows addresses, links and secrets as the table says', () => {
    for (const [label, secret] of Object.entries(texts)) assert.ok(secret, label)
    const lines = [...shown].map(([line, names]) => `${line}: ${[...names].join(', ')}`)
    assert.deepEqual(lines.sort(), visible.toSorted())
  })

  it('has something to read for all other operations', () => {
    assert.deepEqual(empty.sort(), unread.toSorted())
  })
})
