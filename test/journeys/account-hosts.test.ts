import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as mail from '#email'
import { captureTransport } from '#platform/lib/mail-transport'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import * as sends from '#sends'
import { giftBody } from '#test/api-harness'
import { giveHost } from '#test/host-fixture'
import { createRedeemTestApp } from '#test/redeem-harness'

/* The pages of recipients on the host of an account. */

const testApp = await createRedeemTestApp()
const { app, api, db, hosts, deployment } = testApp
const other = await testApp.createOtherAccount()
const host = 'gifts.acorn.example'
const origin = `http://${host}:3000`

before(async () => {
  await giveHost(db, hosts, testApp.account.id, host)
  await giveHost(db, hosts, other.account.id, 'presents.birch.example')
})

const get = (url: string, name = host) =>
  app.inject({ url, headers: { host: name, accept: 'text/html' } })
const statusOf = async (url: string, name = host) => (await get(url, name)).statusCode

const urlOf = async (id: string) =>
  (await api.get(`/gift_requests/${id}`)).json.redemption_url as string

async function createOtherLinks() {
  const { data } = (await other.api.get('/campaigns')).json
  const find = (method: string) =>
    data.find(
      (each: { invitation_method: string; state: string }) =>
        each.invitation_method === method && each.state === 'available',
    ).id as string
  const body = { ...giftBody(testApp), campaign_id: find('email') }
  const { id } = (await other.api.post('/gift_requests', body)).json
  await testApp.advanceTime()
  const gift = (await other.api.get(`/gift_requests/${id}`)).json.redemption_url as string
  const link = { campaign_id: find('one_link'), quantity: 3 }
  return [gift, (await other.api.post('/one_links', link)).json.url as string]
}

it('names the host in the API, webhooks and QR codes, and the installation in links to the web app', async () => {
  const { id, path } = await testApp.createGift()
  const { json } = await api.get(`/gift_requests/${id}`)
  assert.equal(json.redemption_url, `${origin}${path}`)
  assert.equal(json.web_url, `${deployment.origin}/gift-requests/${id}`)
  const { data } = (await api.get('/gift_requests')).json
  assert.equal(data[0].redemption_url, `${origin}${path}`)
  const link = await testApp.createOneLink()
  const view = (await api.get(`/one_links/${link.id}`)).json
  assert.equal(view.url, `${origin}${link.path}`)
  assert.ok(view.campaign.web_url.startsWith(`${deployment.origin}/`))
  await api.post(`/gift_requests/${id}/cancel`)
  const events = (await api.get(`/events?gift_request_id=${id}`)).json.data
  assert.equal(events[0].body.redemption_url, `${origin}${path}`)
  const codes = await Promise.all(
    [host, 'localhost:3000'].map((name) => get(`${link.path}/qr.svg`, name)),
  )
  assert.equal(codes[0]?.statusCode, 200)
  assert.equal(codes[0]?.body, codes[1]?.body)
})

it('sends emails whose links and pictures are on the host only', async () => {
  const { id } = await testApp.createGift()
  await testApp.run((ctx) =>
    accounts.updateSettings(
      ctx,
      { logo_url: `${deployment.origin}/images/${catalogue.defaultLogoFile}` },
      () => {},
    ),
  )
  const from = { name: 'Bestow', email: 'gifts@bestow.example' }
  const config = { from, bounceAddress: undefined }
  await testApp.advance(id, 'delivered')
  const emails = await testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: id })
    return Promise.all(messages.map((each) => mail.findOutgoing(ctx, each.id, config)))
  })
  await mail.sendDue(db, captureTransport, config)
  assert.ok(emails.length > 1, `${emails.length} emails`)
  const text = JSON.stringify(emails)
  assert.ok(!text.includes(deployment.origin), 'names the installation')
  for (const part of ['/r/', '/reminders/', '/images/', '/pages/wrapping-'])
    assert.ok(text.includes(`${origin}${part}`), `lacks ${part}`)
})

it('has the pages of the account, and nothing else', async () => {
  const { path } = await testApp.createGift()
  const page = await get(path)
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes(`${origin}/pages/wrapping-`), 'the picture of a shared link')
  const [, style = ''] = /href="(\/pages\/[^"]+\.css)"/.exec(page.body) ?? []
  assert.equal(await statusOf(style), 200)
  assert.equal(await statusOf(`${path}/calendar.ics`), 200)
  assert.match((await get(`${path}/calendar.ics`)).body, /URL:http:\/\/gifts\.acorn\.example/)
  for (const url of ['/', '/preview', '/docs', '/healthz', '/R', '/pages/x']) {
    const { statusCode, body } = await get(url)
    assert.equal(statusCode, 404, url)
    assert.ok(!body.includes('Larkfield'), url)
  }
  for (const name of [host.toUpperCase(), `${host}.`, `${host}:8443`])
    assert.deepEqual([await statusOf(path, name), await statusOf('/docs', name)], [200, 404], name)
})

it('does not show the links of another account', async () => {
  const [gift = '', oneLink = ''] = await createOtherLinks()
  const own = await testApp.createGift()
  for (const url of [gift, oneLink]) {
    assert.ok(url.startsWith('http://presents.birch.example:3000/'), url)
    const { pathname } = new URL(url)
    for (const path of ['', '/qr.svg', '/confirm', '/media', '.'].map((end) => pathname + end)) {
      const { statusCode, body } = await get(path)
      assert.equal(statusCode, 404, path)
      assert.ok(!body.includes('Larkfield'), path)
    }
    assert.equal(await statusOf(pathname, 'presents.birch.example'), 200)
    assert.equal(await statusOf(pathname, 'localhost:3000'), 200)
    // The error page of a link shows its brand only where the link exists.
    await get(pathname, 'presents.birch.example')
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({
      method: 'POST',
      url: pathname,
      headers,
      payload: 'a'.repeat(70_000),
    })
    assert.ok(!posted.body.includes('Larkfield'))
  }
  assert.equal(await statusOf(own.path), 200)
})

it('has the pages on which a sender tries a campaign, of its own account only', async () => {
  const campaign = testApp.campaign('email')
  const { url } = await testApp.run(async (ctx) => {
    const [sender] = await accounts.listMembers(ctx)
    return sends.createPreviewLink(ctx, campaign.id, sender ?? assert.fail('no member'))
  })
  assert.ok(url.startsWith(`${origin}/try/`), url)
  const { pathname } = new URL(url)
  for (const path of [pathname, `${pathname}/unwrapped`, `${pathname}/qr.svg`]) {
    assert.equal(await statusOf(path), 200, path)
    assert.equal(await statusOf(path, 'presents.birch.example'), 404, path)
  }
})

it('does not show the uploaded pictures of another account', async () => {
  const name = `${'a1'.repeat(16)}.png`
  await testApp.run(
    (ctx) =>
      ctx.query(
        `insert into catalogue.picture (account_id, name, content_type, content, created_at)
         values ($1, $2, 'image/png', 'x', now())`,
        [other.account.id, name],
      ),
    other.account.id,
  )
  assert.equal(await statusOf(`/images/${name}`), 404)
  for (const where of ['presents.birch.example', 'localhost:3000'])
    assert.equal(await statusOf(`/images/${name}`, where), 200)
})

it('does not follow a forged Host header', async () => {
  const { path } = await testApp.createGift()
  for (const name of ['evil.example', 'gifts.acorn.example.evil.example', 'xgifts.acorn.example']) {
    const { statusCode, body, headers } = await get(path, name)
    assert.equal(statusCode, 200)
    assert.ok(!JSON.stringify([body, headers]).includes(name), name)
  }
})

it('stops the reminders of its own gifts only', async () => {
  const { id } = await testApp.createGift()
  const [message] = await testApp.run((ctx) => mail.list(ctx, { gift_request_id: id }))
  const found = await testApp.run((ctx) =>
    mail.findOutgoing(ctx, message?.id ?? '', {
      from: { name: '', email: 'a@b.example' },
      bounceAddress: undefined,
    }),
  )
  const [, path = ''] = /(\/reminders\/[\w-]+)/.exec(JSON.stringify(found)) ?? []
  assert.equal(await statusOf(path, 'presents.birch.example'), 404)
  assert.equal(await statusOf(path), 200)
})

it('sets cookies for the host alone', async () => {
  const { path } = await testApp.createGift()
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded', origin }
  const { headers: sent, statusCode } = await app.inject({
    ...{ method: 'POST', url: `${path}/open`, headers, payload: '' },
  })
  assert.ok(statusCode < 400, String(statusCode))
  const location = String(sent.location ?? '')
  assert.ok(location.startsWith('/'), location)
  for (const cookie of [sent['set-cookie'] ?? []].flat()) assert.doesNotMatch(cookie, /domain=/i)
})

it('uses the installation for new links of a suspended account, and still serves the old ones', async () => {
  const { id, path } = await testApp.createGift()
  const { account } = testApp
  await testApp.run(
    (ctx) => accounts.suspendAccount(ctx, account.id, { reason: 'x' }),
    ALL_ACCOUNTS,
  )
  assert.ok(testApp.wokenTopics.includes('hosts'))
  await hosts.refresh(db)
  assert.equal(hosts.nameOf(account.id), undefined)
  assert.equal(await statusOf(path), 200)
  await testApp.run((ctx) => accounts.resumeAccount(ctx, account.id), ALL_ACCOUNTS)
  await hosts.refresh(db)
  assert.equal(await urlOf(id), `${origin}${path}`)
  await testApp.run((ctx) => ctx.query('update access.domain set proven_at = null'))
  await hosts.refresh(db)
  assert.equal(await urlOf(id), `${deployment.origin}${path}`)
  assert.equal(await statusOf(path), 200)
  await testApp.run((ctx) => accounts.removeHost(ctx))
  await hosts.refresh(db)
  assert.equal(await statusOf(path), 200, 'as any name that reaches the service')
  assert.equal(hosts.accountOf(host), undefined)
})
