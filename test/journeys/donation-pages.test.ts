import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as mail from '#email'
import { createCatalogueFixture, type ProductFixture } from '#test/catalogue-fixture'
import { createCharity, findDonations } from '#test/donation-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const browser = (language = 'en-GB') =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())
type Browser = ReturnType<typeof browser>

const charity: ProductFixture = { name: 'Sea rescue', kind: 'donation', stock: { Rescue: 0 } }

async function openReview(ada: Browser, path: string, variant: string) {
  const choose = await ada.submit(await ada.open(path), 'open')
  return ada.submit(choose, 'choose', { variant })
}

const listEmails = async (gift_request_id: string) =>
  (await testApp.run((ctx) => mail.list(ctx, { gift_request_id }))).map(({ kind }) => kind)

describe('a recipient who donates the gift', () => {
  it('chooses an amount, confirms without an address, and gets an email', async () => {
    const shop = await createCharity(testApp)
    const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
    const ada = browser()
    const choose = await ada.submit(await ada.open(gift.path), 'open')
    assert.match(choose.text, /Donation of €25\.00/)
    assert.doesNotMatch(choose.text, /Digital/)
    const review = await ada.submit(choose, 'choose', { variant: shop.id('Rescue') })
    assert.match(review.text, /is donating €25\.00 to Sea rescue on your behalf/)
    assert.doesNotMatch(review.text, /how you’ll get it|Your address/i)
    const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
    assert.match(done.text, /All set, Ada/)
    assert.match(done.text, /There’s nothing else for you to do/)
    assert.match(done.text, /is donating €25\.00 to Sea rescue on your behalf/)
    const later = await browser().open(gift.path)
    assert.match(later.text, /Your gift is now a donation/)
    assert.match(later.text, /Questions about the donation\?/)
    assert.equal((await findDonations(testApp, gift.id)).length, 1)
    assert.deepEqual((await listEmails(gift.id)).toSorted(), ['donated', 'invitation'])
  })

  it('reads the pages in each language', async () => {
    const texts: Record<string, [review: RegExp, later: RegExp]> = {
      de: [/spendet in Ihrem Namen 25,00\s€ an Sea rescue/, /Ihr Geschenk wird zur Spende/],
      fr: [/fait un don de 25,00\s€ à Sea rescue en votre nom/, /Votre cadeau devient un don/],
      es: [/dona 25,00\s€ a Sea rescue en tu nombre/, /Tu regalo se convierte en un donativo/],
      ja: [/Sea rescueへ€25\.00が寄付されます/, /贈り物は寄付になりました/],
    }
    for (const [language, [expected, heading]] of Object.entries(texts)) {
      const shop = await createCharity(testApp)
      const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
      const ada = browser(language)
      const review = await openReview(ada, gift.path, shop.id('Rescue'))
      assert.match(review.text, expected)
      await ada.submit(review, 'review', {}, ['do', 'redeem'])
      assert.match((await ada.open(gift.path)).text, heading)
    }
  })

  it('cannot choose an amount whose cap is reached', async () => {
    const shop = await createCharity(testApp, { Rescue: 1 }, [{ name: 'Cup', stock: { Red: 5 } }])
    const first = await testApp.createGift({ campaign_id: shop.campaign_id })
    const second = await testApp.createGift({ campaign_id: shop.campaign_id })
    const [ada, ida] = [browser(), browser()]
    const reviews = [
      await openReview(ada, first.path, shop.id('Rescue')),
      await openReview(ida, second.path, shop.id('Rescue')),
    ] as const
    await ada.submit(reviews[0], 'review', {}, ['do', 'redeem'])
    const late = await ida.submit(reviews[1], 'review', {}, ['do', 'redeem'])
    assert.equal(late.status, 409)
    assert.match(late.text, /Rescue/)
    assert.deepEqual(await findDonations(testApp, second.id), [])
  })

  it('gets the parcel and the donation of a gift with both', async () => {
    const shop = await createCatalogueFixture(
      testApp,
      [charity, { name: 'Cup', stock: { Red: 5 } }],
      'all',
    )
    const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
    await testApp.advance(gift.id, 'delivered')
    const page = await browser().open(gift.path)
    assert.match(page.text, /is donating €25\.00 to Sea rescue on your behalf/)
    assert.match(page.text, /Red/)
    assert.doesNotMatch(page.text, /Your gift is now a donation/)
  })
})

it('tells the recipient of an expired gift what the sender donates instead', async () => {
  const shop = await createCharity(testApp)
  await testApp.run((ctx) => campaigns.updateFallback(ctx, shop.campaign_id, shop.id('Rescue')))
  const gift = await testApp.createGift({ campaign_id: shop.campaign_id })
  await testApp.advance(gift.id, 'expired')
  const texts = {
    en: /is donating €25\.00 to Sea rescue instead/,
    de: /Stattdessen spendet .* 25,00\s€ an Sea rescue/,
    fr: /À la place, .* fait un don de 25,00\s€ à Sea rescue/,
    es: /En su lugar, .* dona 25,00\s€ a Sea rescue/,
    ja: /代わりに、.*Sea rescueへ€25\.00が寄付されます/,
  }
  for (const [language, expected] of Object.entries(texts))
    assert.match((await browser(language).open(gift.path)).text, expected)
})
