import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as qrcode from 'qrcode'
import { createServer } from '#app/http-server'
import * as mail from '#email'
import { redeem } from '#http/redeem'
import { createLog } from '#platform/observability/log'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const visitor = createRecipientBrowser(origin)

const ada = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
const personalLinkPattern = /href="(\/r\/[0-9A-Za-z]{22})"/

it('a claim reserves one gift and shows the personal link', async () => {
  const link = await testApp.createOneLink()
  const page = await visitor.open(link.path)
  assert.match(page.visibleText, /From Dana Lee Take one home/)
  assert.match(page.visibleText, /One per person\./)
  const claimed = await visitor.submit(page, 'claim', ada)
  assert.match(claimed.visibleText, /It’s yours, Ada!/)
  const [, path = ''] = personalLinkPattern.exec(claimed.text) ?? []
  const own = await visitor.open(path)
  assert.match(own.visibleText, /Ada, this is for you/)
  assert.equal((await testApp.api.get(`/one_links/${link.id}`)).json.claimed, 1)
})

it('a repeated form shows the same link, and another claim with that address shows none', async () => {
  const link = await testApp.createOneLink()
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
  const forged = await visitor.submit(page, 'claim', { ...ada, form_token: 'A'.repeat(22) })
  assert.doesNotMatch(forged.text, personalLinkPattern)
  const emails = await testApp.run((ctx) =>
    ctx.query<{ kind: string }>(`select kind from mail.message where kind = 'link_resend'`),
  )
  assert.equal(emails.length, 1, 'the link is emailed to that address once')
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
  assert.match(
    empty.visibleText,
    /Last name: Please fill in this field\. Email address: Enter a valid email address/,
  )
  const foreign = await visitor.submit(empty, 'claim', ada)
  assert.match(foreign.visibleText, /This link only works with certain email addresses/)
  const right = await visitor.submit(foreign, 'claim', { ...ada, email: 'ada@larkfield.example' })
  assert.match(
    right.visibleText,
    /If ada@larkfield\.example is eligible for a gift, we’ve sent the link there/,
  )
})

it('a claim with allowed domains never shows the link, and always shows the same page', async () => {
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
  const other = await visitor.submit(await visitor.open(link.path), 'claim', { ...ada, email })
  for (const each of [first, twice, other]) {
    assert.doesNotMatch(each.text, /\/r\//)
    assert.equal(each.visibleText, first.visibleText)
  }
  const [sent] = await testApp.run((ctx) => mail.listByRecipient(ctx, email))
  const shown = await testApp.run((ctx) => mail.findAsRecipient(ctx, sent?.id ?? ''))
  const [own = ''] = /http\S+\/r\/\w{22}/.exec(shown?.rendered?.text ?? '') ?? []
  assert.match((await visitor.open(new URL(own).pathname)).visibleText, /Ada, this is for you/)
})

it('limits claims per hour and network, and does not count invalid forms', async () => {
  const app = createServer(createLog({ level: 'silent' }))
  await app.register(redeem({ db: testApp.db, rateLimit: 1_000, claimLimit: 3 }))
  after(() => app.close())
  const free = await testApp.createOneLink({ quantity: 20 })
  const limited = await testApp.createOneLink({
    quantity: 20,
    allowed_email_domains: ['example.com'],
  })
  let guestCount = 0
  const claimAs = async (path: string, remoteAddress: string, last_name = 'Larkin') => {
    const email = `guest${++guestCount}@example.com`
    const body = new URLSearchParams({ first_name: 'Ada', last_name, email, do: 'claim' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers,
      payload: body.toString(),
    })
    return response.statusCode
  }
  const many = async (count: number, one: (n: number) => Promise<number>) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push(await one(n))
    return found
  }
  const mistakes = await many(5, () => claimAs(free.path, '2001:db8:1:2::1', ''))
  assert.deepEqual(new Set(mistakes), new Set([422]))
  const network = await many(4, (n) => claimAs(free.path, `2001:db8:1:2:${n}::7`))
  assert.deepEqual(network, [200, 200, 200, 429])
  assert.equal(await claimAs(free.path, '2001:db8:1:3::1'), 200, 'another network')
  const byMail = await many(5, () => claimAs(limited.path, '192.0.2.9'))
  assert.deepEqual(
    new Set(byMail),
    new Set([200]),
    'the limit is ten times as high when the link is emailed',
  )
})

it('explains that the gifts are all claimed or the link is closed', async () => {
  const one = await testApp.createOneLink({ quantity: 1 })
  const page = await visitor.open(one.path)
  await visitor.submit(page, 'claim', ada)
  assert.match((await visitor.open(one.path)).visibleText, /All gifts have been claimed/)
  const late = await visitor.submit(page, 'claim', { ...ada, email: 'bea@example.com' })
  assert.match(late.visibleText, /All gifts have been claimed/)

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
  const claimed = await visitor.submit(french, 'claim')
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
