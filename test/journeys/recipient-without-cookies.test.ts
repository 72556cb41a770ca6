import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as digital from '#digital'
import * as mail from '#email'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { addContent, importLines } from '#test/digital-fixture'
import { createRecipientBrowser, type RecipientPage } from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of browsers without cookies. Browsers inside other apps lose cookies between two pages, and some
 * people block cookies. The link in the email is then the recipient proof of every page that it leads to.
 */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin)

/** Requests the emailed link, and presses the button on its page. */
async function openEmailedLink(gift: CreatedGift): Promise<RecipientPage> {
  await ada.submit(await ada.open(gift.path), 'link')
  const text = await testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: gift.id })
    const { id = '' } = messages.find(({ kind }) => /^(recipient|content)_link$/.test(kind)) ?? {}
    return (await mail.findAsRecipient(ctx, id))?.rendered?.text ?? ''
  })
  const verification = await ada.open(/https?:\/\/\S+\/verify\?proof=[\w-]+/.exec(text)?.[0] ?? '')
  return ada.submit(verification, 'verify')
}

async function createDigitalGift(delivery: 'code' | 'file') {
  const shop = await createCatalogueFixture(testApp, [
    { name: `A ${delivery}`, kind: 'digital', stock: { One: 0 } },
  ])
  await addContent(testApp, shop.id('One'), { delivery })
  return { shop, variant: shop.id('One') }
}

async function confirm(campaign_id: string, variant: string): Promise<CreatedGift> {
  const gift = await testApp.createGift({ campaign_id })
  const opened = await ada.submit(await ada.open(gift.path), 'open')
  const review = await ada.submit(opened, 'choose', { variant })
  await ada.submit(review, 'review', {}, ['do', 'redeem'])
  return gift
}

it('reveals a code, and shows it again after the note', async () => {
  const { shop, variant } = await createDigitalGift('code')
  await importLines(testApp, variant, 'NO-COOKIES-1')
  const gift = await confirm(shop.campaign_id, variant)
  assert.doesNotMatch((await ada.open(gift.path)).text, /NO-COOKIES|Show my code/)
  const page = await openEmailedLink(gift)
  assert.equal(page.status, 200)
  const revealed = await ada.submit(page, 'reveal')
  assert.match(revealed.visibleText, /NO-COOKIES-1/)
  const thanked = await ada.submit(revealed, 'note', { text: 'Thank you' })
  assert.match(thanked.visibleText, /Dana Lee has your note Thank you/)
  assert.match(thanked.visibleText, /NO-COOKIES-1/)
  assert.doesNotMatch(
    (await ada.open(gift.path)).text,
    /NO-COOKIES|Thank you</,
    'with only the link',
  )
})

it('downloads a file', async () => {
  const { shop, variant } = await createDigitalGift('file')
  const content = Buffer.from('%PDF-1.7 content')
  await testApp.run((ctx) => digital.saveFile(ctx, variant, 'book.pdf', content))
  const gift = await confirm(shop.campaign_id, variant)
  const revealed = await ada.submit(await openEmailedLink(gift), 'reveal')
  const file = await ada.submit(revealed, 'download')
  assert.equal(file.headers.get('content-type'), 'application/pdf')
})

it('changes the address, and reacts to the gift', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'shipping_error')
  const form = await openEmailedLink(gift)
  const changed = await ada.submit(form, 'address', { line_1: 'Karl-Marx-Allee 2' }, ['do', 'save'])
  assert.match(changed.visibleText, /Karl-Marx-Allee 2/)
  await testApp.advance(gift.id, 'delivered')
  await testApp.advanceTime(11 * 60_000)
  const page = await openEmailedLink(gift)
  const reacted = await ada.submit(page, 'reaction', {}, ['reaction', 'wow'])
  assert.match(reacted.text, /value="wow" aria-pressed="true"/)
  const other = await ada.submit(reacted, 'note', {}, [
    'do',
    'show',
    /formaction="([^"]+lang=de[^"]*)"/.exec(reacted.text)?.[1]?.replaceAll('&amp;', '&') ?? '',
  ])
  assert.match(other.visibleText, /Wie gefällt es Ihnen\?/)
})

it('carries the proof neither to a browser with the cookie nor into a compressed page', async () => {
  const gift = await testApp.createGift()
  await testApp.advance(gift.id, 'in_transit')
  const page = await openEmailedLink(gift)
  const [, carried = ''] = /href="([^"]+\/help\?proof=[\w-]+)"/.exec(page.text) ?? []
  const headers = { 'accept-encoding': 'br' }
  const response = await testApp.app.inject({ url: carried, headers })
  assert.equal(response.headers['content-encoding'], undefined)
  const cookies = testApp.createRecipientCookies(gift)
  const withCookie = await createRecipientBrowser(origin, {}, cookies).open(gift.path)
  assert.doesNotMatch(withCookie.text, /proof=/)
})
