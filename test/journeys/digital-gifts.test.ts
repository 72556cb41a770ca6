import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import { ApiError } from '#contract'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { addContent, findCodes, importLines } from '#test/digital-fixture'
import { createFulfilmentRunner, findEmittedEvents, findStates } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'

const app = await createTestApp()
const runner = createFulfilmentRunner(app)
const isOutOfStock = { code: 'out_of_stock' }
/** Returns a check of whether an error has a field error with this text. */
const says = (text: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.fieldErrors.some(({ message }) => text.test(message))

const createShop = (selection_mode: 'one' | 'all' = 'one') =>
  createCatalogueFixture(
    app,
    [{ name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } }],
    selection_mode,
  )

/** Creates a shop with a voucher, which gives these codes. */
async function createCodeShop(codes: readonly string[]) {
  const shop = await createShop()
  const id = shop.id('Voucher')
  await addContent(app, id, { delivery: 'code' })
  if (codes.length > 0) await importLines(app, id, codes.join('\n'))
  return { ...shop, voucher: id }
}

const reveal = (id: string, item_id: string) =>
  app.run((ctx) => gifting.revealItem(ctx, id, item_id))
const itemsOf = (id: string) => app.run((ctx) => digital.findItems(ctx, id))
const contentsOf = (id: string) => app.run((ctx) => digital.findRevealedContents(ctx, id))

async function revealAll(id: string): Promise<string[]> {
  for (const item of await itemsOf(id)) await reveal(id, item.id)
  return [...(await contentsOf(id)).values()].map(({ code, url }) => code ?? url ?? '')
}

/** Sends a voucher directly. The service places it in the outbox of fulfilment. */
async function sendDirect(variant_id: string, quantity = 1): Promise<string> {
  const { status, json, text } = await app.api.post('/gift_requests', {
    ...directGiftBody(app),
    campaign_id: await createDirectCampaign(variant_id),
    line_items: [{ variant_id, quantity }],
  })
  if (status !== 201) throw new Error(text)
  await app.advanceTime()
  return json.id
}

const createDirectCampaign = (variant_id: string) =>
  app.run(async (ctx) => {
    const template = app.campaign('sender_provided_address')
    return campaigns.create(ctx, {
      ...template,
      name: 'Vouchers',
      sender_id: template.sender.id,
      variant_ids: [variant_id],
    })
  })

describe('a redeemed gift with a code', () => {
  it('is complete with both events, and its code is stored encrypted', async () => {
    const shop = await createCodeShop(['AAAA-BBBB-1111'])
    const id = await shop.createGift()
    const gift = await redeem(app, id, { variant_ids: [shop.voucher] })
    assert.equal(gift?.state, 'complete')
    assert.equal(await findEmittedEvents(app, id), 'created redeemed delivered')
    assert.deepEqual(await revealAll(id), ['AAAA-BBBB-1111'])
    const stored = await app.run((ctx) =>
      ctx.query<{ row: string }>(
        `select encode(encrypted_code, 'escape') || c::text as row from digital.code c where variant_id = $1`,
        [shop.voucher],
      ),
    )
    assert.equal(stored.length, 1)
    assert.doesNotMatch(stored[0]?.row ?? '', /AAAA|BBBB|1111/)
  })

  it('has no content before the reveal, and records the first reveal only', async () => {
    const shop = await createCodeShop(['CODE-2-1'])
    const id = await shop.createGift()
    await redeem(app, id, { variant_ids: [shop.voucher] })
    assert.equal((await contentsOf(id)).size, 0)
    const [item] = await itemsOf(id)
    assert.equal(item?.revealed_at, null)
    assert.equal(await reveal(id, item?.id ?? ''), true)
    const [first] = await itemsOf(id)
    await app.advanceTime(60_000)
    await reveal(id, item?.id ?? '')
    assert.deepEqual((await itemsOf(id))[0]?.revealed_at, first?.revealed_at)
  })

  it('is not revealed through another gift', async () => {
    const shop = await createCodeShop(['CODE-3-1', 'CODE-3-2'])
    const [one, other] = [await shop.createGift(), await shop.createGift()]
    for (const id of [one, other]) await redeem(app, id, { variant_ids: [shop.voucher] })
    const [item] = await itemsOf(one)
    assert.equal(await reveal(other, item?.id ?? ''), false)
    assert.equal((await contentsOf(one)).size, 0)
  })

  it('cannot be redeemed without codes, and gives the codes that expire first before others', async () => {
    const shop = await createCodeShop([])
    const id = await shop.createGift()
    const body = { variant_ids: [shop.voucher] }
    await assert.rejects(redeem(app, id, body), isOutOfStock)
    assert.deepEqual(await itemsOf(id), [])
    await importLines(
      app,
      shop.voucher,
      'code,pin,expires_on\nLATER-1,77,2029-01-01\nEXPIRED-1,,2020-01-01\nSOONER-1,4711,2028-01-01',
    )
    await redeem(app, id, body)
    await revealAll(id)
    const [content] = [...(await contentsOf(id)).values()]
    assert.deepEqual(
      [content?.code, content?.pin, content?.expires_on],
      ['SOONER-1', '4711', '2028-01-01'],
    )
    await redeem(app, await shop.createGift(), body)
    await assert.rejects(redeem(app, await shop.createGift(), body), isOutOfStock)
  })

  it('gives each of ten codes to one of thirty concurrent recipients', async () => {
    const codes = Array.from({ length: 10 }, (_, index) => `RACE-${index}-XY`)
    const shop = await createCodeShop(codes)
    const ids = await Promise.all(Array.from({ length: 30 }, () => shop.createGift()))
    const results = await Promise.allSettled(
      ids.map((id) => redeem(app, id, { variant_ids: [shop.voucher] })),
    )
    const given = ids.filter((_, index) => results[index]?.status === 'fulfilled')
    for (const result of results)
      if (result.status === 'rejected') assert.equal(result.reason.code, 'out_of_stock')
    const revealed = await Promise.all(given.map(revealAll))
    assert.deepEqual(revealed.flat().sort(), codes)
  })

  it('makes an unrevealed code free again when the gift is cancelled, and keeps a revealed one', async () => {
    const products = [
      { name: 'Mug', stock: { Mug: 5 } },
      { name: 'Voucher', kind: 'digital' as const, stock: { Voucher: 0 } },
    ]
    const shop = await createCatalogueFixture(app, products, 'all')
    const voucher = shop.id('Voucher')
    await addContent(app, voucher, { delivery: 'code' })
    await importLines(app, voucher, 'CANCEL-1\nCANCEL-2')
    const body = { shipping_address: homeAddress }
    const [one, other] = [await shop.createGift(), await shop.createGift()]
    for (const id of [one, other]) await redeem(app, id, body)
    const [revealed] = await revealAll(other)
    for (const id of [one, other]) await app.run((ctx) => gifting.cancel(ctx, id, 'test'))
    const codes = await findCodes(app, voucher)
    assert.deepEqual(
      pluck(codes, 'state').sort(),
      ['free', 'given'],
      'the revealed code stays given',
    )
    const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, other))
    assert.deepEqual(page?.digital_items, [])
    const next = await shop.createGift()
    await redeem(app, next, body)
    assert.notEqual((await revealAll(next))[0], revealed)
  })
})

describe('a direct gift with codes', () => {
  it('is delivered when there are codes', async () => {
    const shop = await createCodeShop(['DIRECT-1', 'DIRECT-2', 'DIRECT-3'])
    const id = await sendDirect(shop.voucher, 2)
    await runner.run()
    assert.deepEqual((await findStates(app, id)).slice(-4), [
      'redeemed',
      'ordered',
      'delivered',
      'complete',
    ])
    assert.equal(await findEmittedEvents(app, id), 'created redeemed delivered')
    assert.deepEqual(await revealAll(id), ['DIRECT-1', 'DIRECT-2'])
  })

  it('waits without codes, and the oldest gets the first imported ones', async () => {
    const shop = await createCodeShop([])
    const older = await sendDirect(shop.voucher, 2)
    await app.advanceTime(1000)
    const newer = await sendDirect(shop.voucher)
    await runner.run()
    for (const id of [older, newer]) assert.equal((await findStates(app, id)).at(-1), 'backordered')
    await importLines(app, shop.voucher, 'WAITED-1')
    await assert.rejects(
      redeem(app, await shop.createGift(), { variant_ids: [shop.voucher] }),
      isOutOfStock,
      'a recipient cannot take a code that an older gift waits for',
    )
    await fulfilment.fillDigitalBackorders(app.db)
    assert.equal((await findStates(app, older)).at(-1), 'backordered', 'it needs two codes')
    await importLines(app, shop.voucher, 'WAITED-2\nWAITED-3\nWAITED-4')
    await fulfilment.fillDigitalBackorders(app.db)
    for (const id of [older, newer]) {
      assert.deepEqual((await findStates(app, id)).slice(-4), [
        'backordered',
        'ordered',
        'delivered',
        'complete',
      ])
      assert.equal(await findEmittedEvents(app, id), 'created redeemed delivered')
    }
    assert.deepEqual((await revealAll(older)).sort(), ['WAITED-1', 'WAITED-2'])
    assert.deepEqual(await revealAll(newer), ['WAITED-3'])
    assert.equal(await fulfilment.fillDigitalBackorders(app.db), 0)
  })

  it('gets no code after its cancellation', async () => {
    const shop = await createCodeShop([])
    const id = await sendDirect(shop.voucher)
    await runner.run()
    await app.run((ctx) => gifting.cancel(ctx, id, 'test'))
    await importLines(app, shop.voucher, 'UNUSED-1')
    await fulfilment.fillDigitalBackorders(app.db)
    assert.deepEqual(pluck(await findCodes(app, shop.voucher), 'state'), ['free'])
  })
})

describe('the replacement of a code', () => {
  it('revokes the old code, and the recipient reveals the new one', async () => {
    const shop = await createCodeShop(['OLD-CODE-0001', 'NEW-CODE-0002'])
    const id = await shop.createGift()
    await redeem(app, id, { variant_ids: [shop.voucher] })
    await revealAll(id)
    const [item] = await itemsOf(id)
    const replace = () =>
      app.run((ctx) => gifting.replaceCode(ctx, id, item?.id ?? '', 'It did not work'))
    const replaced = await replace()
    assert.deepEqual([replaced?.revoked, replaced?.given], ['0001', '0002'])
    const [changed] = await itemsOf(id)
    assert.equal(changed?.revealed_at, null)
    assert.notEqual(changed?.replaced_at, null)
    assert.deepEqual(await revealAll(id), ['NEW-CODE-0002'])
    const codes = await findCodes(app, shop.voucher)
    assert.deepEqual(pluck(codes, 'last_four', 'state', 'revoked_reason'), [
      ['0002', 'given', null],
      ['0001', 'revoked', 'It did not work'],
    ])
    await assert.rejects(replace(), isOutOfStock)
    assert.deepEqual(await revealAll(id), ['NEW-CODE-0002'], 'a failed replacement changes nothing')
  })
})

describe('erasure and retention', () => {
  it('remove the items and the codes, and keep the count and the duplicate check', async () => {
    const shop = await createCodeShop(['ERASED-1'])
    const recipient = { first_name: 'Eve', last_name: 'Erased', email: 'eve@example.com' }
    const id = await shop.createGift({ recipient })
    await redeem(app, id, { variant_ids: [shop.voucher] })
    await revealAll(id)
    await app.run((ctx) => gifting.erase(ctx, 'eve@example.com'))
    assert.deepEqual(await itemsOf(id), [])
    const [row] = await app.run((ctx) =>
      ctx.query<{ erased: boolean }>(
        `select encrypted_code is null and encrypted_pin is null and gift_request_id is null as erased
           from digital.code where variant_id = $1`,
        [shop.voucher],
      ),
    )
    assert.equal(row?.erased, true)
    const summary = await app.run((ctx) => digital.describeContents(ctx, [shop.voucher]))
    assert.equal(summary.get(shop.voucher)?.counts.given, 1)
    await assert.rejects(importLines(app, shop.voucher, 'ERASED-1'), says(/already imported/))
  })
})

describe('links', () => {
  it('are the same for all gifts, or one for each gift', async () => {
    const shop = await createShop()
    const id = shop.id('Voucher')
    const shared = 'https://example.com/class'
    await addContent(app, id, { delivery: 'link', link_url: shared })
    const gift = await shop.createGift()
    await redeem(app, gift, { variant_ids: [id] })
    assert.deepEqual(await revealAll(gift), [shared])

    const other = await createShop()
    await addContent(app, other.id('Voucher'), { delivery: 'link', is_link_per_gift: true })
    await importLines(app, other.id('Voucher'), 'https://example.com/a?x=1,2')
    const own = await other.createGift()
    await redeem(app, own, { variant_ids: [other.id('Voucher')] })
    assert.deepEqual(await revealAll(own), ['https://example.com/a?x=1,2'])
  })

  it('can be given without content by variants that are older than contents', async () => {
    const shop = await createShop()
    const id = await shop.createGift()
    const gift = await redeem(app, id, { variant_ids: [shop.id('Voucher')] })
    assert.equal(gift?.state, 'complete')
  })
})

describe('a file', () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_300_000, 'a')])
  const save = (id: string, content: Buffer, name = 'my book.docx') =>
    app.run((ctx) => digital.saveFile(ctx, id, name, content))

  it('is stored encrypted in parts, and read back as it was', async () => {
    const shop = await createShop()
    const id = shop.id('Voucher')
    await addContent(app, id, { delivery: 'file' })
    const gift = await shop.createGift()
    await assert.rejects(redeem(app, gift, { variant_ids: [id] }), isOutOfStock)
    const file = await save(id, pdf)
    assert.deepEqual([file.name, file.content_type], ['my book.pdf', 'application/pdf'])
    const parts: Buffer[] = []
    for await (const part of digital.readFile(app.db, file)) parts.push(part)
    assert.equal(parts.length, 3)
    assert.ok(Buffer.concat(parts).equals(pdf))
    await redeem(app, gift, { variant_ids: [id] })
    const [item] = await itemsOf(gift)
    const start = () => app.run((ctx) => gifting.startDownload(ctx, gift, item?.id ?? ''))
    assert.equal(await start(), undefined, 'a file is revealed before its download')
    await reveal(gift, item?.id ?? '')
    assert.equal((await start())?.size, pdf.length)
    assert.equal((await itemsOf(gift))[0]?.downloads, 1)
  })

  it('must have one of the types, judged by its content', async () => {
    const shop = await createShop()
    const id = shop.id('Voucher')
    await addContent(app, id, { delivery: 'file' })
    await assert.rejects(save(id, Buffer.from('<script>'), 'a.pdf'), says(/PDF, EPUB, MP3 or ZIP/))
    await assert.rejects(save(id, Buffer.alloc(20_000_001, '%PDF-')), says(/20 MB/))
    const zip = await save(id, Buffer.from('PK\u0003\u0004......'), '../../etc/"pass\u0007wd".exe')
    assert.equal(zip.name, 'passwd.zip')
    const count = await app.run((ctx) =>
      ctx.query('select from digital.file where variant_id = $1', [id]),
    )
    assert.equal(count.length, 1)
  })
})
