import assert from 'node:assert/strict'
import { get } from 'node:http'
import { it } from 'node:test'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin)
const dayMs = 24 * 3_600_000

const post = (path: string, reaction: string, cookies = createCookieJar()) =>
  fetch(`${origin}${path}/reaction`, {
    method: 'POST',
    redirect: 'manual',
    headers: cookies.headerFor(path),
    body: new URLSearchParams({ reaction }),
  })

const reactionOf = (id: string) =>
  testApp.run(async (ctx) => (await gifting.getRedemptionPage(ctx, id))?.reaction)

const countEvents = (id: string) =>
  testApp.run(async (ctx) => {
    const rows = await ctx.query<{ count: number }>(
      'select count(*)::int as count from webhooks.event where account_id = $1 and subject_id = $2',
      [ctx.account_id, id],
    )
    return rows[0]?.count
  })

it('saves one reaction to a delivered gift, which the recipient can change, without an event', async () => {
  const gift = await testApp.createGift()
  const cookies = testApp.createRecipientCookies(gift)
  const ada = createRecipientBrowser(origin, {}, cookies)
  assert.doesNotMatch((await ada.open(gift.path)).text, /id="reaction"/)
  assert.equal((await post(gift.path, 'love', cookies)).status, 303)
  assert.equal(await reactionOf(gift.id), null, 'not before the delivery')
  await testApp.advance(gift.id, 'delivered')
  const events = await countEvents(gift.id)
  const page = await ada.open(gift.path)
  assert.match(page.visibleText, /How do you like it\?/)
  await post(gift.path, 'love')
  assert.equal(await reactionOf(gift.id), null, 'not by a visitor with only the link')
  const responses = await Promise.all([1, 2, 3].map(() => post(gift.path, 'love', cookies)))
  assert.deepEqual(
    responses.map((response) => response.headers.get('location')),
    Array.from({ length: 3 }, () => `${gift.path}#reactions`),
  )
  assert.equal(await reactionOf(gift.id), 'love')
  for (const unknown of ['', 'constructor', '❤️']) await post(gift.path, unknown, cookies)
  assert.equal(await reactionOf(gift.id), 'love')
  const changed = await ada.submit(await ada.open(gift.path), 'reaction', {}, ['reaction', 'wow'])
  assert.match(changed.text, /value="wow" aria-pressed="true"/)
  assert.match(changed.visibleText, /Dana Lee can see your reaction/)
  assert.equal(await countEvents(gift.id), events)
})

it('is one tap away from the email about the delivery, on every device', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'delivered')
  const email = await testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: gift.id })
    const { id = '' } = messages.find(({ kind }) => kind === 'delivered') ?? {}
    const asUser = (await mail.find(ctx, id))?.rendered?.text ?? ''
    return { asUser, asRecipient: (await mail.findAsRecipient(ctx, id))?.rendered }
  })
  const { text = '', html = '' } = email.asRecipient ?? {}
  assert.doesNotMatch(email.asUser, /proof=/)
  const name = (await testApp.api.get(`/gift_requests/${gift.id}`)).json.line_items[0].name
  assert.ok(text.includes(name), 'names the item')
  assert.match(html, /<img[^>]+\/images\/[^"]+\.thumbnail\.png"/)
  const link = /https?:\/\/\S+\/verify\?proof=[\w-]+/.exec(text)?.[0] ?? ''
  const cookies = createCookieJar()
  const phone = createRecipientBrowser(origin, {}, cookies)
  const page = await phone.open(link)
  assert.match(page.visibleText, /Your gift has arrived How do you like it\?.*Show my gift/)
  assert.equal(await reactionOf(gift.id), null, 'a GET reacts to nothing')
  const reacted = await phone.submit(page, 'reaction', {}, ['reaction', 'joy'])
  assert.match(reacted.text, /value="joy" aria-pressed="true"/)
  assert.equal(await reactionOf(gift.id), 'joy')
  await testApp.advanceTime(15 * dayMs)
  const late = await phone.open(link)
  assert.equal(late.path, gift.path, 'the old link leads to the page of the gift')
  assert.match(late.visibleText, /Send Dana Lee a note/)
})

it('offers the last day as a calendar file until the gift is redeemed', async () => {
  const gift = await testApp.createGift()
  assert.match((await ada.open(gift.path)).text, /href="[^"]+\/calendar\.ics"/)
  const response = await fetch(`${origin}${gift.path}/calendar.ics`)
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
  const text = await response.text()
  const { recipient } = (await testApp.api.get(`/gift_requests/${gift.id}`)).json
  const { expires_at } = (await testApp.api.get(`/gift_requests/${gift.id}/details`)).json
  const day = new Date(Date.parse(expires_at) - dayMs / 2).toISOString().slice(0, 10)
  assert.match(text, new RegExp(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}\r\n`))
  assert.match(text, /SUMMARY:Last day to open your gift from Dana Lee\r\n/)
  for (const personal of [recipient.email, recipient.first_name, gift.id])
    assert.ok(!text.includes(personal), personal)
  await testApp.advance(gift.id, 'ordered')
  const later = await fetch(`${origin}${gift.path}/calendar.ics`, { redirect: 'manual' })
  assert.equal(later.status, 303)
})

it('compresses pages and files below 15 KB, and no page with an address', async () => {
  const gift = await testApp.createGift()
  const weigh = async (path: string, headers: Record<string, string> = {}) => {
    return new Promise<{ bytes: number; encoding: string | undefined; text: string }>(
      (done, fail) =>
        get(
          `${origin}${path}`,
          { headers: { 'accept-encoding': 'br', ...headers } },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () => {
              const body = Buffer.concat(chunks)
              const encoding = response.headers['content-encoding']
              done({ bytes: body.length, encoding, text: body.toString() })
            })
          },
        ).on('error', fail),
    )
  }
  const page = await ada.open(gift.path)
  const files = [...page.text.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  let total = 0
  for (const path of [gift.path, ...files]) {
    const { bytes, encoding } = await weigh(path)
    assert.equal(encoding, 'br', path)
    total += bytes
  }
  assert.ok(total < 15_000, `${total} bytes`)
  const cookie = { cookie: 'bestow_recipient=x' }
  assert.equal((await weigh(gift.path, cookie)).encoding, undefined)
  const policy = page.headers.get('permissions-policy') ?? ''
  assert.match(policy, /geolocation=\(\)/)
  assert.doesNotMatch(policy, /bluetooth/, 'browsers report an unknown feature on every page')
})
