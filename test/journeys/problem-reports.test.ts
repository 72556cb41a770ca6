import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runHousekeeping } from '#app/housekeeping'
import * as mail from '#email'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { jpegWithMetadata, pngWithMetadata, webpWithMetadata } from '#test/pictures'
import { pluck } from '#test/pluck'
import { createProblemFixture, type Report } from '#test/problem-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const { confirmedGift, send } = createProblemFixture(testApp, origin)

const reportsOf = ({ id }: CreatedGift) => testApp.run((ctx) => gifting.listProblems(ctx, { id }))

const emailsOf = (gift: CreatedGift) =>
  testApp.run(async (ctx) => mail.list(ctx, { gift_request_id: gift.id }))

const countPhotos = ({ id }: CreatedGift) =>
  testApp.run(async (ctx) => {
    const rows = await ctx.query<{ report_id: string | null }>(
      'select report_id from gifting.problem_photo where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, id],
    )
    return { drafts: rows.filter(({ report_id }) => report_id === null).length, all: rows.length }
  })

it('stores a report with photos, emails the sender once, and shows it to the recipient', async () => {
  const confirmed = await confirmedGift()
  const { browser, gift } = confirmed
  assert.doesNotMatch((await browser.open(gift.path)).text, /\/help"/, 'not before the dispatch')
  await testApp.advance(gift.id, 'in_transit')
  const track = await browser.open(gift.path)
  assert.match(track.text, new RegExp(`href="${gift.path}/help"`))
  const form = await browser.open(`${gift.path}/help`)
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(form.text) ?? []
  const photos = [jpegWithMetadata(6), pngWithMetadata(), webpWithMetadata()]
  for (const _ of [1, 2]) {
    const { status, location } = await send(confirmed, { id, photos })
    assert.deepEqual([status, location], [303, `${gift.path}?notice=reported#help`])
  }
  const [report, ...others] = await reportsOf(gift)
  assert.deepEqual(others, [], 'a repeated form reports nothing')
  assert.equal(report?.text, 'The handle is broken.')
  assert.deepEqual(pluck(report.photos, 'content_type'), ['image/jpeg', 'image/png', 'image/webp'])
  const stored = await testApp.run((ctx) =>
    gifting.findProblemPhoto(ctx, gift.id, report.photos[0]?.id ?? ''),
  )
  assert.doesNotMatch(stored?.content.toString('latin1') ?? 'GPS', /GPS|shot-by-ada|movie/)
  const emails = (await emailsOf(gift)).filter(({ kind }) => kind === 'problem_report')
  assert.equal(emails.length, 1)
  assert.match(
    (await browser.open(gift.path)).visibleText,
    /Your reports It arrived damaged Sent .*The handle is broken\. 3 photos attached/,
  )
})

it('stores text and photos encrypted', async () => {
  const confirmed = await confirmedGift()
  await send(confirmed, { text: 'secret-text', photos: [pngWithMetadata()] })
  const rows = await testApp.run((ctx) =>
    ctx.query<{ text: string; photo: string }>(
      `select encode(r.encrypted_text, 'escape') as text, encode(p.encrypted_content, 'escape') as photo
         from gifting.problem_report r
         join gifting.problem_photo p on p.account_id = r.account_id and p.report_id = r.id
        where r.account_id = $1 and r.gift_request_id = $2`,
      [ctx.account_id, confirmed.gift.id],
    ),
  )
  assert.equal(rows.length, 1)
  assert.doesNotMatch(JSON.stringify(rows), /secret-text|IHDR|iVBOR/)
})

it('keeps text and valid photos when one photo is no picture, and sends them with the next try', async () => {
  const confirmed = await confirmedGift()
  const id = newId()
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const first = await send(confirmed, {
    id,
    text: 'A crack <b>here</b>',
    photos: [pngWithMetadata(), ['../../photo.png', 'image/png', script]],
  })
  assert.equal(first.status, 422)
  assert.match(first.text, /Choose JPEG, PNG or WebP photos/)
  assert.match(first.text, /A crack &lt;b&gt;here&lt;\/b&gt;/)
  assert.match(first.text, new RegExp(`name="id" value="${id}"`))
  const [, draft = ''] = /name="draft-1" value="([^"]+)"/.exec(first.text) ?? []
  assert.deepEqual(await countPhotos(confirmed.gift), { drafts: 1, all: 1 })
  assert.equal(
    await testApp.run((ctx) => gifting.findProblemPhoto(ctx, confirmed.gift.id, draft)),
    undefined,
    'a draft is not shown',
  )
  assert.equal((await send(confirmed, { id, drafts: [draft] })).status, 303)
  const [report] = await reportsOf(confirmed.gift)
  assert.equal(report?.photos.length, 1)
})

// biome-ignore format: aligned columns
const hostile: [name: string, report: Report, message: RegExp][] = [
  ['an unknown problem',     { problem: 'constructor' },                                 /option for “What happened\?”/],
  ['no text',                { text: '  ' },                                             /fill in “Describe the problem”/],
  ['2,001 characters',       { text: 'x'.repeat(2_001) },                                /Use at most 2,000 characters/],
  ['four photos',            { photos: Array.from({ length: 4 }, pngWithMetadata) },     /at most 3 photos/],
  ['a photo of 16 MB',       { photos: [Buffer.concat([pngWithMetadata(), Buffer.alloc(16_000_000)])] }, /at most 15 MB/],
  ['a large file of zeros',  { photos: [Buffer.concat([pngWithMetadata(), Buffer.alloc(10_000_000)]).fill(0, 8)] }, /JPEG, PNG or WebP/],
  ['HTML named as a JPEG',   { photos: [Buffer.from('<html><script>alert(1)</script>')] }, /JPEG, PNG or WebP/],
  ['a truncated PNG',        { photos: [pngWithMetadata().subarray(0, 40)] },            /JPEG, PNG or WebP/],
]
for (const [name, report, message] of hostile)
  it(`rejects ${name}, and reports nothing`, async () => {
    const confirmed = await confirmedGift()
    const { status, text } = await send(confirmed, report)
    assert.equal(status, 422, text.slice(0, 2_000))
    assert.match(text, message)
    assert.deepEqual(await reportsOf(confirmed.gift), [])
    assert.ok((await countPhotos(confirmed.gift)).all <= 3)
  })

it('rejects a form of 50 MB and a form of a thousand parts with a page', async () => {
  const confirmed = await confirmedGift()
  const photos = Array.from({ length: 1_000 }, pngWithMetadata)
  const parts = await send(confirmed, { photos })
  assert.equal(parts.status, 413)
  assert.match(parts.text, /The photos are too large/)
  await assert.doesNotReject(async () => {
    const large = await send(confirmed, { photos: [Buffer.alloc(50_000_000)] }).catch(
      () => undefined,
    )
    assert.ok(large === undefined || large.status === 413, 'the connection is closed or 413')
  })
  assert.deepEqual(await reportsOf(confirmed.gift), [])
})

it('accepts a report only from a browser with a recipient proof', async () => {
  const confirmed = await confirmedGift()
  const stranger = createRecipientBrowser(origin)
  const page = await stranger.open(`${confirmed.gift.path}/help`)
  assert.match(page.visibleText, /Confirm that it’s you/)
  assert.doesNotMatch(page.text, /name="photos"/)
  const { status } = await send({ ...confirmed, cookies: createCookieJar() }, {})
  assert.equal(status, 303)
  assert.deepEqual(await reportsOf(confirmed.gift), [])
  await send(confirmed)
  assert.doesNotMatch((await stranger.open(confirmed.gift.path)).text, /The handle is broken/)
})

it('offers no report before the order', async () => {
  const gift = await testApp.createGift()
  const browser = createRecipientBrowser(origin)
  assert.equal((await browser.open(`${gift.path}/help`)).path, gift.path)
})

it('accepts three reports in an hour, also from requests at the same instant', async () => {
  const confirmed = await confirmedGift()
  const results = await Promise.all(Array.from({ length: 6 }, () => send(confirmed)))
  assert.deepEqual(results.map(({ status }) => status).sort(), [303, 303, 303, 429, 429, 429])
  assert.equal((await reportsOf(confirmed.gift)).length, 3)
  const same = await confirmedGift()
  const id = newId()
  await Promise.all([send(same, { id }), send(same, { id }), send(same, { id })])
  assert.equal((await reportsOf(same.gift)).length, 1, 'one form, one report')
})

it('emails an answer to the recipient, and shows it on the page until the report is resolved', async () => {
  const confirmed = await confirmedGift()
  const { gift, browser } = confirmed
  await send(confirmed)
  const [report] = await reportsOf(gift)
  const answer = { text: 'A new one is on its way.', author: 'Dana Lee' }
  await testApp.run((ctx) => gifting.answerProblem(ctx, gift.id, report?.id ?? '', answer))
  assert.match(
    (await browser.open(gift.path)).visibleText,
    /Answered .*Dana Lee wrote: A new one is on its way/,
  )
  assert.equal((await emailsOf(gift)).filter(({ kind }) => kind === 'problem_answer').length, 1)
  await testApp.run((ctx) => gifting.resolveProblem(ctx, gift.id, report?.id ?? '', 'replaced'))
  assert.match((await browser.open(gift.path)).visibleText, /Resolved .*is sending a replacement/)
  await assert.rejects(
    testApp.run((ctx) => gifting.answerProblem(ctx, gift.id, report?.id ?? '', answer)),
    /resolved/,
  )
})

it('exports reports with the personal data, and erases them', async () => {
  const confirmed = await confirmedGift()
  const { gift } = confirmed
  await send(confirmed, { photos: [pngWithMetadata()] })
  const { email } = (await testApp.api.get(`/gift_requests/${gift.id}`)).json.recipient
  const exported = await testApp.run((ctx) => gifting.exportPersonalData(ctx, email))
  const exportedGift = exported.gift_requests.find(({ id }) => id === gift.id)
  assert.equal(exportedGift?.problem_reports[0]?.text, 'The handle is broken.')
  await testApp.run((ctx) => gifting.erase(ctx, email))
  assert.deepEqual(await reportsOf(gift), [])
  assert.deepEqual(await countPhotos(gift), { drafts: 0, all: 0 })
})

it('deletes photos of unsent forms after a day', async () => {
  const confirmed = await confirmedGift()
  await send(confirmed, { text: '', photos: [pngWithMetadata()] })
  assert.equal((await countPhotos(confirmed.gift)).drafts, 1)
  await testApp.run((ctx) =>
    ctx.query(
      `update gifting.problem_photo set created_at = created_at - interval '25 hours' where account_id = $1 returning true`,
      [ctx.account_id],
    ),
  )
  await runHousekeeping(testApp.db)
  assert.equal((await countPhotos(confirmed.gift)).drafts, 0)
})
