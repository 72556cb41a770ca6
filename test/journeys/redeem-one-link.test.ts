import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as qrcode from 'qrcode'
import * as mail from '#email'
import * as oneLinks from '#one-links'

import { confirmationPath, latestEmail } from '#test/claim-fixture'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'
import { dumpTables, tablesContaining } from '#test/table-dump'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const visitor = createRecipientBrowser(origin)

const ada = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
const personalLinkPattern = /href="(\/r\/[0-9A-Za-z]{22})"/

/** Opens the link in the latest email to an address. */
const openConfirmation = async (email: string) =>
  visitor.open(await confirmationPath(testApp, email))

it('a claim is confirmed with the button behind the emailed link, and shows the personal link', async () => {
  const link = await testApp.createOneLink()
  const page = await visitor.open(link.path)
  assert.match(page.visibleText, /From Dana Lee Take one home/)
  assert.match(page.visibleText, /One per person\..*We’ll email you a link to confirm it’s you\./)
  const mailed = await visitor.submit(page, 'claim', ada)
  assert.match(mailed.visibleText, /Check your inbox/)
  assert.doesNotMatch(mailed.text, /\/r\//)
  const claimedCount = async () => (await testApp.api.get(`/one_links/${link.id}`)).json.claimed
  const path = await confirmationPath(testApp, ada.email)
  for (let scan = 0; scan < 3; scan++)
    assert.match((await visitor.open(path)).visibleText, /One last click/)
  assert.equal(await claimedCount(), 0, 'opening the link confirms nothing')
  const scanned = await visitor.open(path)
  assert.equal(scanned.headers.get('set-cookie'), null)
  const claimed = await visitor.submit(scanned, 'confirm')
  assert.match(claimed.visibleText, /It’s yours, Ada!/)
  const [, own = ''] = personalLinkPattern.exec(claimed.text) ?? []
  assert.match((await visitor.open(own)).visibleText, /Ada, this is for you/)
  assert.equal(await claimedCount(), 1)
  const again = await createRecipientBrowser(origin).open(path)
  assert.equal(personalLinkPattern.exec(again.text)?.[1], own, 'on another device')
})

it('confirming twice at once or late, and after the end, has a clear page', async () => {
  const link = await testApp.createOneLink()
  await visitor.submit(await visitor.open(link.path), 'claim', ada)
  const page = await openConfirmation(ada.email)
  const taps = await Promise.all([1, 2, 3].map(() => visitor.submit(page, 'confirm')))
  assert.equal(new Set(taps.map(({ text }) => personalLinkPattern.exec(text)?.[1])).size, 1)
  const bea = { ...ada, email: 'bea@example.com' }
  await visitor.submit(await visitor.open(link.path), 'claim', bea)
  const late = await openConfirmation(bea.email)
  const path = await confirmationPath(testApp, bea.email)
  await testApp.advanceTime(31 * 60_000)
  const lapsed = await visitor.submit(late, 'confirm')
  assert.equal(lapsed.status, 410)
  assert.match(lapsed.visibleText, /This link no longer works.*Start again/)
  assert.equal((await visitor.open(path)).status, 410)
  const cleo = { ...ada, email: 'cleo@example.com' }
  await visitor.submit(await visitor.open(link.path), 'claim', cleo)
  const last = await openConfirmation(cleo.email)
  await testApp.api.post(`/one_links/${link.id}/close`)
  assert.match((await visitor.submit(last, 'confirm')).visibleText, /This link no longer works/)
  for (const broken of ['?claim=', '?claim=x&claim=y', '', `?claim=${'A'.repeat(900)}`])
    assert.equal((await visitor.open(`${link.path}/confirm${broken}`)).status, 410, broken)
})

it('keeps the claim when the language changes, and confirms in that language', async () => {
  const link = await testApp.createOneLink()
  const eve = { ...ada, email: 'eve@example.com' }
  await visitor.submit(await visitor.open(`${link.path}?lang=de`), 'claim', eve)
  assert.match((await latestEmail(testApp, eve.email))?.text ?? '', /Geschenk bestätigen/)
  const path = await confirmationPath(testApp, eve.email)
  const page = await visitor.open(path)
  const [, french = ''] = /href="([^"]*lang=fr[^"]*)"/.exec(page.text) ?? []
  const inFrench = await visitor.open(french.replaceAll('&amp;', '&'))
  assert.match(inFrench.visibleText, /Plus qu’un clic/)
  assert.match((await visitor.submit(inFrench, 'confirm')).visibleText, /Il est à vous/)
})

it('offers the waiting list when all gifts are taken', async () => {
  const link = await testApp.createOneLink({ quantity: 1 })
  await visitor.submit(await visitor.open(link.path), 'claim', { ...ada, email: 'fay@example.com' })
  await visitor.submit(await openConfirmation('fay@example.com'), 'confirm')
  const full = await visitor.open(link.path)
  assert.match(full.visibleText, /All gifts are taken right now/)
  const queued = await visitor.submit(full, 'claim', { ...ada, email: 'gil@example.com' })
  assert.match(queued.visibleText, /Open it within 30 minutes to join the waiting list/)
  const joined = await visitor.submit(await openConfirmation('gil@example.com'), 'confirm')
  assert.match(joined.visibleText, /You’re on the waiting list.*12 hours/)
  await testApp.advanceTime(25 * 3_600_000)
  const offer = await openConfirmation('gil@example.com')
  assert.match(offer.visibleText, /It’s your turn/)
  assert.match((await visitor.submit(offer, 'confirm')).visibleText, /It’s yours, Ada!/)
})

it('a claimant leaves the waiting list, and shows a claim that waits for approval', async () => {
  const link = await testApp.createOneLink({ quantity: 1 })
  await testApp.run((ctx) => oneLinks.updateClaimRules(ctx, link.id, { require_approval: true }))
  const page = await visitor.open(link.path)
  assert.match(page.visibleText, /Dana Lee reviews each request; you’ll get an email either way/)
  await visitor.submit(page, 'claim', { ...ada, email: 'hal@example.com' })
  const pending = await visitor.submit(await openConfirmation('hal@example.com'), 'confirm')
  assert.match(pending.visibleText, /Dana Lee still has to approve it/)
  const left = await visitor.submit(pending, 'withdraw', {}, ['do', 'withdraw'])
  assert.match(left.visibleText, /Done, we’ve removed you/)
  assert.equal((await testApp.api.get(`/one_links/${link.id}`)).json.available, 1)
  assert.deepEqual(tablesContaining(await dumpTables(testApp), 'hal@example.com'), [])
})

it('a repeated form shows the same link, and another claim with that address shows none', async () => {
  const link = await testApp.createOneLink({}, { require_confirmation: false })
  const page = await visitor.open(link.path)
  const taps = await Promise.all([1, 2, 3].map(() => visitor.submit(page, 'claim', ada)))
  const links = new Set(taps.map(({ text }) => personalLinkPattern.exec(text)?.[1]))
  assert.equal(links.size, 1)
  assert.ok(!links.has(undefined))
  const secondClaim = await visitor.submit(await visitor.open(link.path), 'claim', {
    ...ada,
    email: 'ADA@example.com',
  })
  assert.match(
    secondClaim.visibleText,
    /Check your inbox We’ve emailed the link to your gift to ADA@example\.com/,
  )
  assert.doesNotMatch(secondClaim.text, /\/r\//)
  const [resent] = await testApp.run((ctx) => mail.listByRecipient(ctx, ada.email))
  assert.equal(resent?.kind, 'link_resend')
  const forged = await visitor.submit(page, 'claim', { ...ada, form_token: 'A'.repeat(22) })
  assert.doesNotMatch(forged.text, personalLinkPattern)
})

it('reports all errors of the form, and keeps the input', async () => {
  const link = await testApp.createOneLink({ allowed_email_domains: ['larkfield.example'] })
  const page = await visitor.open(link.path)
  const empty = await visitor.submit(page, 'claim', {
    first_name: 'Ada',
    last_name: '',
    email: 'ada',
  })
  assert.equal(empty.status, 422)
  assert.match(empty.visibleText, /Please check 2 things/)
  assert.match(empty.text, /value="Ada"/)
  assert.match(empty.visibleText, /Please fill in “Last name”\. Enter a valid email address/)
  const foreign = await visitor.submit(empty, 'claim', ada)
  assert.match(
    foreign.visibleText,
    /This link works with larkfield\.example addresses\. Try your work email/,
  )
  const right = await visitor.submit(foreign, 'claim', { ...ada, email: 'ada@larkfield.example' })
  assert.match(
    right.visibleText,
    /We’ve sent a link to ada@larkfield\.example, if it can claim a gift/,
  )
})

it('shows the same page for a new and for a repeated claim', async () => {
  const link = await testApp.createOneLink({ allowed_email_domains: ['larkfield.example'] })
  const page = await visitor.open(link.path)
  assert.match(
    page.visibleText,
    /For larkfield\.example addresses\. We’ll email the link to your gift there\./,
  )
  const email = 'ada@larkfield.example'
  const first = await visitor.submit(page, 'claim', { ...ada, email })
  assert.match(first.visibleText, /Open it within 30 minutes/)
  const twice = await visitor.submit(page, 'claim', { ...ada, email })
  await visitor.submit(await openConfirmation(email), 'confirm')
  const other = await visitor.submit(await visitor.open(link.path), 'claim', { ...ada, email })
  for (const each of [first, twice, other]) {
    assert.doesNotMatch(each.text, /\/r\//)
    assert.equal(each.visibleText, first.visibleText)
  }
})

it('limits claims per hour, network and device, and does not count invalid forms', async () => {
  const link = await testApp.createOneLink({ quantity: 20 }, { max_claims_per_network: 3 })
  let guestCount = 0
  const claimAs = async (remoteAddress: string, last_name = 'Larkin') => {
    const email = `guest${++guestCount}@example.com`
    const body = new URLSearchParams({ first_name: 'Ada', last_name, email, do: 'claim' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return testApp.app.inject({
      method: 'POST',
      url: link.path,
      remoteAddress,
      headers,
      payload: body.toString(),
    })
  }
  for (let n = 0; n < 5; n++) assert.equal((await claimAs('2001:db8:1:2::1', '')).statusCode, 422)
  const network: number[] = []
  for (let n = 0; n < 4; n++) network.push((await claimAs(`2001:db8:1:2:${n}::7`)).statusCode)
  assert.deepEqual(network, [200, 200, 200, 429])
  const limited = await claimAs('2001:db8:1:2::9')
  assert.ok(Number(limited.headers['retry-after']) > 0)
  assert.match(limited.body, /One moment, please<\/strong> Please try again in/)
  assert.match(limited.body, /value="Larkin"/, 'the form keeps what was typed')
  const other = await claimAs('2001:db8:1:3::1')
  assert.equal(other.statusCode, 200, 'another network')
  assert.match(
    String(other.headers['set-cookie']),
    /^bestow_device=[\w-]{22}; Max-Age=86400; Path=\/l\/\w+; HttpOnly; SameSite=Lax/,
  )
})

it('does not say why it refuses an address', async () => {
  const link = await testApp.createOneLink()
  await testApp.run((ctx) => oneLinks.addDenied(ctx, ['denied@example.com']))
  for (const email of ['denied@example.com', 'x@mailinator.com']) {
    const page = await visitor.submit(await visitor.open(link.path), 'claim', { ...ada, email })
    assert.equal(page.status, 422)
    assert.match(page.visibleText, /This address can’t be used here/)
  }
})

it('explains that the gifts are all claimed, all reserved or the link is closed', async () => {
  const one = await testApp.createOneLink(
    { quantity: 1 },
    { require_confirmation: false, has_waiting_list: false },
  )
  const page = await visitor.open(one.path)
  await visitor.submit(page, 'claim', ada)
  assert.match((await visitor.open(one.path)).visibleText, /All gifts have been claimed/)
  const late = await visitor.submit(page, 'claim', { ...ada, email: 'bea@example.com' })
  assert.match(late.visibleText, /All gifts have been claimed/)

  const full = await testApp.createOneLink({ quantity: 1 }, { has_waiting_list: false })
  const form = await visitor.open(full.path)
  await visitor.submit(form, 'claim', ada)
  const close = await visitor.submit(form, 'claim', { ...ada, email: 'bea@example.com' })
  assert.match(close.visibleText, /All gifts are on hold for people who are confirming/)
  assert.equal(close.headers.get('retry-after'), '1800')

  const closing = await testApp.createOneLink()
  const open = await visitor.open(closing.path)
  await testApp.api.post(`/one_links/${closing.id}/close`)
  assert.match((await visitor.open(closing.path)).visibleText, /This link is closed/)
  assert.match((await visitor.submit(open, 'claim', ada)).visibleText, /This link is closed/)
})

it('changes the language and keeps the input', async () => {
  const link = await testApp.createOneLink()
  const page = await visitor.open(link.path)
  const french = await visitor.submit(page, 'claim', ada, ['do', 'show', `${link.path}?lang=fr`])
  assert.match(french.text, /<html lang="fr"/)
  assert.match(french.text, /value="ada@example\.com"/)
  await visitor.submit(french, 'claim')
  const path = await confirmationPath(testApp, ada.email)
  const claimed = await visitor.submit(await visitor.open(`${path}&lang=fr`), 'confirm')
  assert.match(claimed.visibleText, /Il est à vous, Ada/)
  assert.match(claimed.text, /href="\/r\/[0-9A-Za-z]{22}\?lang=fr"/)
})

it('serves QR codes of both kinds of links, for screens and for print', async () => {
  const gift = await testApp.createGift()
  for (const { path } of [await testApp.createOneLink(), gift]) {
    const svg = await fetch(`${origin}${path}/qr.svg`)
    assert.match(svg.headers.get('content-type') ?? '', /^image\/svg\+xml/)
    const expectedQr = await qrcode.toString(origin + path, {
      type: 'svg',
      errorCorrectionLevel: 'Q',
      margin: 4,
    })
    assert.equal(await svg.text(), expectedQr)
    const png = await fetch(`${origin}${path}/qr.png`)
    assert.equal(png.headers.get('content-type'), 'image/png')
    const bytes = Buffer.from(await png.arrayBuffer())
    assert.deepEqual(
      [bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16) >= 600],
      ['PNG', true],
    )
  }
  for (const path of ['/l/nothing/qr.svg', '/r/nothing/qr.png'])
    assert.equal((await fetch(origin + path)).status, 404)
})
