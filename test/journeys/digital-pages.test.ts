import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { addContent, importLines } from '#test/digital-fixture'
import { testShipping } from '#test/fulfilment-fixture'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const browser = (language = 'en-GB') => {
  const cookies = createCookieJar()
  return {
    ...createRecipientBrowser(origin, { 'accept-language': language }, cookies),
    cookies,
  }
}
type Browser = ReturnType<typeof browser>

let count = 0
/** Creates a campaign that offers one digital product with these variants. */
async function createShop(...names: string[]) {
  const number = ++count
  return testApp.run(async (ctx) => {
    const variants = names.map((name) => ({ sku: `${name}-${number}`, name, images: [] }))
    const product = { name: `Present ${number}`, description: '', images: [], variants }
    const created = await catalogue.createProduct(ctx, { ...product, kind: 'digital' })
    const template = testApp.campaign('email')
    const ids = created.variants.map(({ id }) => id)
    const settings = { ...template, name: product.name, sender_id: template.sender.id }
    const campaign_id = await campaigns.create(ctx, { ...settings, variant_ids: ids })
    return { campaign_id, ids, id: ids[0] ?? '' }
  })
}

async function createCodeShop(...codes: string[]) {
  const shop = await createShop('Voucher')
  await addContent(testApp, shop.id, { delivery: 'code' })
  if (codes.length > 0) await importLines(testApp, shop.id, codes.join('\n'))
  return shop
}

async function openReview(ada: Browser, gift: CreatedGift, variant: string) {
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  return ada.submit(unwrapped, 'choose', { variant })
}

const confirm = (ada: Browser, review: RecipientPage) =>
  ada.submit(review, 'review', {}, ['do', 'redeem'])

async function redeem(ada: Browser, shop: { campaign_id: string; id: string }) {
  const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
  return { gift, done: await confirm(ada, await openReview(ada, gift, shop.id)) }
}

async function findEmails(gift: CreatedGift, kind: string) {
  return testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: gift.id })
    const found = []
    for (const { id } of messages.filter((each) => each.kind === kind))
      found.push({
        asRecipient: (await mail.findAsRecipient(ctx, id))?.rendered?.text ?? '',
        asUser: (await mail.find(ctx, id))?.rendered?.text ?? '',
      })
    return found
  })
}

const findProofLink = (text: string) =>
  new URL(/https?:\/\/\S+\/verify\?proof=[\w-]+/.exec(text)?.[0] ?? 'x:').href

const findItem = async (gift: CreatedGift) =>
  (await testApp.run((ctx) => digital.findItems(ctx, gift.id)))[0]

describe('a code on the page of its gift', () => {
  it('appears after the recipient presses the button, and again on every visit', async () => {
    const shop = await createCodeShop('SHOW-ME-1234')
    await testApp.run((ctx) =>
      digital.saveSettings(ctx, shop.id, {
        instructions: 'Enter it at <the> checkout.',
        low_stock_threshold: 0,
      }),
    )
    const ada = browser()
    const { gift, done } = await redeem(ada, shop)
    assert.match(done.visibleText, /Your gift is right here.*Voucher Show my code/)
    assert.doesNotMatch(done.text, /SHOW-ME/)
    assert.equal((await findItem(gift))?.revealed_at, null)
    const revealed = await ada.submit(done, 'reveal')
    assert.match(
      revealed.visibleText,
      /Your code is on this page.*Voucher Your code SHOW-ME-1234 .*Enter it at <the> checkout\./,
    )
    assert.match(revealed.text, /data-copy="SHOW-ME-1234"/)
    assert.equal(revealed.headers.get('cache-control'), 'no-store')
    const again = await ada.open(gift.path)
    assert.match(again.text, /SHOW-ME-1234/)
    assert.match(again.text, /<details class="past problem" id="help">/)
    assert.match(again.visibleText, /Doesn’t it work, or isn’t it what you picked\?/)
  })

  it('is not revealed by a GET of any page', async () => {
    const shop = await createCodeShop('SCANNED-1')
    const ada = browser()
    const { gift } = await redeem(ada, shop)
    for (const page of ['', '/done', '/reveal', '/download', '/thanks', '/verify'])
      assert.doesNotMatch((await ada.open(gift.path + page)).text, /SCANNED-1/)
    assert.equal((await findItem(gift))?.revealed_at, null)
  })

  it('is hidden from a visitor who has only the link, also from one who posts the forms', async () => {
    const shop = await createCodeShop('HIDDEN-1')
    const ada = browser()
    const { gift, done } = await redeem(ada, shop)
    const review = /name="confirmation" value="(\w+)"/
    const eve = browser()
    const item = await findItem(gift)
    for (const path of ['reveal', 'download']) {
      const response = await fetch(`${origin}${gift.path}/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ item: item?.id ?? '' }),
        redirect: 'manual',
      })
      assert.equal(response.status, 303)
      assert.deepEqual(response.headers.getSetCookie(), [])
    }
    assert.equal((await findItem(gift))?.revealed_at, null)
    const body = { variant: shop.id, do: 'redeem', confirmation: 'a'.repeat(22) }
    const again = await fetch(`${origin}${gift.path}/redeem`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    })
    assert.deepEqual(again.headers.getSetCookie(), [], 'a second confirmation proves nothing')
    assert.doesNotMatch(done.text, review)
    await ada.submit(done, 'reveal')
    const seen = await eve.open(gift.path)
    assert.doesNotMatch(seen.text, /HIDDEN-1/)
    assert.match(seen.visibleText, /we only show it in the browser that confirmed the gift/)
  })

  it('is visible in the browser of a recipient who taps twice', async () => {
    const shop = await createCodeShop('TAPPED-TWICE-1')
    const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
    const review = await openReview(browser(), gift, shop.id)
    await confirm(browser(), review) // loses the first response and its cookie
    const ada = browser()
    const done = await confirm(ada, review)
    assert.match((await ada.submit(done, 'reveal')).text, /TAPPED-TWICE-1/)
  })

  it('is visible after the link in the email, which users of the account do not see', async () => {
    const shop = await createCodeShop('BY-MAIL-1')
    const { gift } = await redeem(browser(), shop)
    const [ready] = await findEmails(gift, 'ready')
    assert.match(ready?.asRecipient ?? '', /waiting for you on its page/)
    assert.doesNotMatch(ready?.asRecipient ?? '', /BY-MAIL-1/)
    assert.doesNotMatch(ready?.asUser ?? '', /verify|BY-MAIL-1/)
    const other = browser()
    const verify = await other.open(findProofLink(ready?.asRecipient ?? ''))
    assert.match(verify.visibleText, /See your gift/)
    assert.deepEqual(other.cookies.names(), [])
    const shown = await other.submit(verify, 'verify')
    assert.match((await other.submit(shown, 'reveal')).text, /BY-MAIL-1/)

    const later = browser()
    const page = await later.open(gift.path)
    assert.doesNotMatch(page.text, /BY-MAIL-1/)
    await later.submit(page, 'link')
    const [link] = await findEmails(gift, 'content_link')
    const proof = await later.open(findProofLink(link?.asRecipient ?? ''))
    assert.match((await later.submit(proof, 'verify')).text, /BY-MAIL-1/)
  })

  it('is not revealed by the email to a corrected address', async () => {
    const shop = await createCodeShop('CORRECTED-1')
    const { gift } = await redeem(browser(), shop)
    await testApp.run((ctx) => gifting.correctEmail(ctx, gift.id, 'eve@example.com'))
    const emails = await findEmails(gift, 'ready')
    assert.equal(emails.length, 2)
    assert.equal(emails.filter(({ asRecipient }) => asRecipient.includes('/verify?')).length, 1)
    const eve = browser()
    assert.equal((await eve.open(gift.path)).text.includes('id="link"'), false)
  })

  it('is replaced by a new one, and the page and an email say so', async () => {
    const shop = await createCodeShop('OLDER-0001', 'NEWER-0002')
    const ada = browser()
    const { gift, done } = await redeem(ada, shop)
    assert.match((await ada.submit(done, 'reveal')).text, /OLDER-0001/)
    const item = await findItem(gift)
    await testApp.run((ctx) => gifting.replaceCode(ctx, gift.id, item?.id ?? '', 'It was used'))
    const page = await ada.open(gift.path)
    assert.match(
      page.visibleText,
      /This is a new code\. The old one no longer works\. Show my code/,
    )
    const revealed = await ada.submit(page, 'reveal')
    assert.match(revealed.text, /NEWER-0002/)
    assert.doesNotMatch(revealed.text, /OLDER-0001/)
    const [email] = await findEmails(gift, 'code_replaced')
    assert.match(email?.asRecipient ?? '', /The old code no longer works/)
    assert.doesNotMatch(email?.asRecipient ?? '', /0001|0002/)
  })

  it('cannot be chosen when none is left, and the last recipient sees one clear page', async () => {
    const shop = await createCodeShop('LAST-ONE-1')
    const [first, second] = [browser(), browser()]
    const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
    const review = await openReview(second, gift, shop.id)
    await redeem(first, shop)
    const late = await confirm(second, review)
    assert.equal(late.status, 409)
    assert.match(late.visibleText, /Everything’s gone for now/)
    assert.match((await browser().open(gift.path)).visibleText, /Everything’s gone for now/)
    await importLines(testApp, shop.id, 'RESTOCKED-1')
    const choices = await second.open(gift.path)
    const retried = await confirm(
      second,
      await second.submit(choices, 'choose', { variant: shop.id }),
    )
    assert.match((await second.submit(retried, 'reveal')).text, /RESTOCKED-1/)
  })
})

it('a link opens in a new tab, and its item is shown in the language of the reader', async () => {
  const shop = await createShop('Class')
  const link_url = 'https://classes.example/join?a=1&b=2'
  await addContent(testApp, shop.id, { delivery: 'link', link_url })
  for (const [language, button] of [
    ['en-GB', /Show my link/],
    ['de', /Link anzeigen/],
    ['fr', /Afficher mon lien/],
    ['es', /Mostrar mi enlace/],
    ['ja', /リンクを表示する/],
  ] as const) {
    const ada = browser(language)
    const { done } = await redeem(ada, shop)
    assert.match(done.visibleText, button)
    const revealed = await ada.submit(done, 'reveal')
    assert.match(
      revealed.text,
      /<a class="button main" href="https:\/\/classes\.example\/join\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">/,
    )
  }
})

it('a file is downloaded from the same origin, counted, and never cached', async () => {
  const shop = await createShop('Book')
  await addContent(testApp, shop.id, { delivery: 'file' })
  const content = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(600_000, 'x')])
  await testApp.run((ctx) => digital.saveFile(ctx, shop.id, 'Über “Käse”.pdf', content))
  const ada = browser()
  const { gift, done } = await redeem(ada, shop)
  const revealed = await ada.submit(done, 'reveal')
  assert.match(revealed.visibleText, /Download Über “Käse”\.pdf 0\.6 MB/)
  const item = await findItem(gift)
  const download = (headers: Record<string, string>) =>
    fetch(`${origin}${gift.path}/download`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ item: item?.id ?? '' }),
      redirect: 'manual',
    })
  assert.equal((await download({})).status, 303, 'only with a recipient proof')
  const response = await download(ada.cookies.headerFor(`${gift.path}/download`))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="_ber _K_se_\.pdf"; filename\*=UTF-8''%C3%9Cber/,
  )
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(content))
  assert.equal((await findItem(gift))?.downloads, 1)
})

describe('a digital gift that replaces an unclaimed one', () => {
  it('opens by the link of the first invitation, and asks for nothing', async () => {
    const unclaimed = await createShop('Cup')
    const shop = await createCodeShop('INSTEAD-1')
    await testApp.run((ctx) => campaigns.updateFallback(ctx, unclaimed.campaign_id, shop.id))
    const gift = await testApp.createGift({ campaign_id: unclaimed.campaign_id })
    await testApp.run((ctx) => gifting.simulateTo(ctx, gift.id, 'expired'))
    await fulfilment.runOnce(testApp.db, testShipping)
    const ada = browser()
    const page = await ada.open(gift.path)
    assert.match(page.visibleText, /Your code is on this page/)
    assert.doesNotMatch(page.text, /INSTEAD-1/)
    assert.doesNotMatch(page.visibleText, /address|choose|expired/i)
    const { reissued_as } = await testApp.run((ctx) =>
      gifting.findReissues(ctx, { account_id: ctx.account_id, id: gift.id }),
    )
    const [ready] = await findEmails({ ...gift, id: reissued_as?.id ?? '' }, 'ready')
    const verified = await ada.open(findProofLink(ready?.asRecipient ?? ''))
    const shown = await ada.submit(verified, 'verify')
    assert.match((await ada.submit(shown, 'reveal')).text, /INSTEAD-1/)
  })
})
