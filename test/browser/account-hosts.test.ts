import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import { type Role, startService } from '#app/service'
import * as campaigns from '#campaigns'
import { readConfig } from '#platform/config/config'
import { newId } from '#platform/lib/ids'
import { createLog } from '#platform/observability/log'
import { inTransaction } from '#platform/postgres/database'
import { createAdminClient } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { findFreePort, startOnDemandProxy } from '#test/on-demand-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import { startZoneServer } from '#test/zone-server'

/*
 * Two accounts with hosts of their own, on two nodes that share only the database, behind a TLS proxy that asks for which
 * names it may get a certificate.
 */

const target = 'pages.bestow.example'
const zone = await startZoneServer()
zone.hosts.set(target, ['127.0.0.1'])
const { url } = await createMigratedDatabase()
const db = openTestDatabase(url, { size: 4 })
const tlsPort = await findFreePort()
const origin = `https://${target}:${tlsPort}`

async function startNode(...roles: Role[]) {
  const config = readConfig({
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    BESTOW_ORIGIN: origin,
    BESTOW_SEED: 'none',
    BESTOW_TRUSTED_PROXIES: '127.0.0.1',
    BESTOW_NAME_SERVERS: zone.address,
    BESTOW_HOST_TARGETS: target,
    BESTOW_DATABASE_CONNECTIONS: '6',
  })
  const onSchemaOutdated = (problem: string) => assert.fail(problem)
  const service = await startService(config, createLog({ level: 'silent' }), {
    ...{ roles, onSchemaOutdated },
  })
  return { base: await service.app.listen({ host: '127.0.0.1', port: 0 }), stop: service.stop }
}

const [front, back] = [await startNode('web', 'api'), await startNode('web', 'worker')]
const proxy = await startOnDemandProxy(tlsPort, new URL(front.base))
const browser = await openBrowser([
  '--host-resolver-rules=MAP *.example 127.0.0.1',
  '--ignore-certificate-errors',
])
after(async () => {
  await proxy.close()
  await Promise.all([front.stop(), back.stop()])
  await zone.close()
  await db.pool.end()
})

/** Creates an account with a brand and an admin, and proves its domain. */
async function createBrand(name: string, domain: string) {
  const account_id = await createAccount(db)
  const run = <T>(act: Parameters<typeof inTransaction<T>>[2]) => inTransaction(db, account_id, act)
  const email = `ada@${domain}`
  return run(async (ctx) => {
    await seed(ctx)
    await accounts.updateSettings(ctx, { name, sender_name: name }, () => {})
    const theme = JSON.stringify({ headline: `A present from ${name}` })
    await ctx.query(
      'update campaigns.campaign set theme = theme || $2::jsonb where account_id = $1',
      [account_id, theme],
    )
    const { password } = await accounts.createUser(ctx, { email, role: 'admin', name: 'Ada' })
    await ctx.query(
      `insert into access.domain (account_id, id, name, token, created_at, proven_at) values ($1, $2, $3, 'x', now(), now())`,
      [account_id, newId(ctx.now), domain],
    )
    const { token } = await apiKeys.createToken(ctx)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const campaign_id = data.find((each) => each.invitation_method === 'email')?.id
    return { account_id, email, password, token, campaign_id }
  })
}

type Brand = Awaited<ReturnType<typeof createBrand>>

/** Sets the host on one node and checks it on the other one. */
async function setHost({ email, password }: Brand, name: string) {
  const client = createAdminClient(origin)
  const send = async (method: string, path: string, baseUrl: string, body?: unknown) => {
    const response = await client.send(method, path, { body, baseUrl })
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.json
  }
  await send('POST', '/session', back.base, { email, password })
  await send('PUT', '/host', back.base, { name })
  assert.equal(await ask(name), 404, 'before a check')
  zone.aliases.set(name, target)
  assert.equal((await send('POST', '/host/verify', back.base)).problem, null)
}

const ask = async (domain: string) =>
  (await fetch(`${front.base}/hosts/ask?${new URLSearchParams({ domain })}`)).status

async function createGift({ token, campaign_id }: Brand): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    'service-api-version': '2026-05',
    'content-type': 'application/json',
  }
  const call = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${front.base}/api${path}`, { headers, ...init })).json()) as {
      id: string
      redemption_url: string | null
    }
  const recipient = { first_name: 'Bo', last_name: 'Ito', email: 'bo@recipient.example' }
  const body = JSON.stringify({ campaign_id, recipient })
  const { id } = await call('/gift_requests', { method: 'POST', body })
  return eventually(async () => (await call(`/gift_requests/${id}`)).redemption_url, {
    timeoutMs: 20_000,
  })
}

it('opens and claims a gift at the host of its account, and nothing of another', async () => {
  const acorn = await createBrand('Acorn Confections', 'acorn.example')
  const birch = await createBrand('Birch & Sons', 'birch.example')
  await setHost(acorn, 'gifts.acorn.example')
  await setHost(birch, 'presents.birch.example')
  for (const name of ['gifts.acorn.example', 'presents.birch.example'])
    await eventually(async () => ((await ask(name)) === 200 ? true : null))
  for (const name of ['', 'evil.example', 'acorn.example', 'a.gifts.acorn.example', target])
    assert.equal(await ask(name), 404, name)

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  after(() => context.close())
  const page = await context.newPage()
  const foreign: string[] = []
  const own = `https://gifts.acorn.example:${tlsPort}`
  page.on('request', (each) => {
    if (!each.url().startsWith(own)) foreign.push(each.url())
  })
  const link = await createGift(acorn)
  assert.ok(link.startsWith(`${own}/r/`), link)
  await page.goto(link)
  await page.locator('.letter .main').first().click()
  await page.locator('.card:has(> input) .words').first().click()
  await page.locator('#choose .main').first().click()
  await page.locator('#address').waitFor()
  assert.ok(page.url().startsWith(link), page.url())
  const cookies = await context.cookies()
  for (const { domain, secure } of cookies)
    assert.deepEqual([domain, secure], ['gifts.acorn.example', true])
  const texts = [await page.content()]
  assert.deepEqual(foreign, [])

  const otherLink = new URL(await createGift(birch))
  assert.equal(otherLink.hostname, 'presents.birch.example')
  for (const path of [otherLink.pathname, '/', '/api/gift_requests', '/sign-in', '/hosts/ask']) {
    const response = await page.goto(own + path)
    assert.equal(response?.status(), 404, path)
    texts.push(await page.content())
  }
  for (const text of texts) assert.doesNotMatch(text, /Birch/)
  assert.equal((await page.goto(otherLink.href))?.status(), 200)
  await assert.rejects(page.goto(`https://evil.example:${tlsPort}/`), /ERR_/)
})
