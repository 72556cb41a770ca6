import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as gifting from '#gifting'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

/* The tests of addresses that are valid but may not work. The page asks once, and the recipient decides. */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const browse = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())
const stateOf = async (id: string) =>
  (await testApp.run((ctx) => gifting.getRedemptionPage(ctx, id)))?.state

const broadway = {
  ...{ name: 'Ada Larkin', line_1: 'PO Box 12', city: 'New York' },
  ...{ region: 'NY', postal_code: '94043', country: 'US' },
}

/** Opens a gift, chooses an item, and submits an address. */
async function submitAddress(language: string, address: Record<string, string>) {
  const gift = await testApp.createGift()
  const browser = browse(language)
  const choices = await browser.submit(await browser.open(gift.path), 'open')
  const variant = /value="([0-9a-f-]{36})"/.exec(choices.text)?.[1] ?? ''
  const form = await browser.submit(choices, 'choose', { variant })
  return { gift, browser, page: await browser.submit(form, 'address', address) }
}

describe('a doubtful address', () => {
  it('is shown with what to check, and accepted unchanged', async () => {
    const { gift, browser, page } = await submitAddress('en-US', broadway)
    assert.equal(page.status, 200)
    assert.match(page.visibleText, /Please double-check your address/)
    assert.match(page.visibleText, /Many couriers can’t deliver to PO boxes/)
    assert.match(page.visibleText, /This ZIP code doesn’t seem to belong to this state/)
    assert.match(page.text, /aria-describedby="line_1-warning"/)
    assert.doesNotMatch(page.text, /aria-invalid/)
    const review = await browser.submit(page, 'address', broadway)
    assert.match(review.visibleText, /PO Box 12/)
    assert.match(review.path, /\/review$/)
    await browser.submit(review, 'redeem')
    assert.equal(await stateOf(gift.id), 'redeemed')
  })

  it('is asked about again only for a new doubt', async () => {
    const { browser, page } = await submitAddress('en-US', broadway)
    const other = { ...broadway, line_1: 'Broadway' }
    const again = await browser.submit(page, 'address', other)
    assert.match(again.visibleText, /Is the house number missing\?/)
    const fixed = await browser.submit(again, 'address', { ...other, line_1: '1 Broadway' })
    assert.match(fixed.path, /\/review$/)
  })

  it('is asked about for a phone number and a postal code that cannot exist', async () => {
    const address = { ...broadway, line_1: '1 Broadway', postal_code: '00000', phone: 'call me' }
    const { gift, browser, page } = await submitAddress('en-US', address)
    assert.match(page.visibleText, /This ZIP code doesn’t seem to exist/)
    assert.match(page.visibleText, /Enter one like \(201\) 555-0123, or leave the field empty\./)
    const review = await browser.submit(page, 'address', address)
    assert.match(review.visibleText, /call me/)
    await browser.submit(review, 'redeem')
    assert.equal(await stateOf(gift.id), 'redeemed')
  })

  it('has an example in the order of its digits on an Arabic page', async () => {
    const address = { ...broadway, line_1: '1 Broadway', phone: 'call me' }
    const { page } = await submitAddress('ar', address)
    assert.ok(page.text.includes('\u2066(201) 555-0123\u2069'))
  })

  it('is not asked about for the digits of another script, which arrive as ASCII', async () => {
    const { page } = await submitAddress('hi-IN', {
      ...{
        country: 'IN',
        name: 'Ada Larkin',
        line_1: '1 Janpath',
        city: 'New Delhi',
        region: 'DL',
      },
      ...{ postal_code: '११०००१', phone: '०११ २३४५ ६७८९' },
    })
    assert.match(page.path, /\/review$/)
    assert.match(page.visibleText, /110001/)
    assert.match(page.visibleText, /011 2345 6789/)
  })

  it('shows only the errors first', async () => {
    const { page } = await submitAddress('en-US', { ...broadway, postal_code: '9' })
    assert.equal(page.status, 422)
    assert.doesNotMatch(page.visibleText, /double-check/)
  })

  it('is asked about in the language of the page', async () => {
    const address = { ...broadway, line_1: 'Packstation 12', postal_code: '10117' }
    const german = { ...address, city: 'Berlin', region: '', country: 'DE' }
    const { page } = await submitAddress('de-DE', german)
    assert.match(page.visibleText, /Packstationen und Filialen nehmen nur Pakete/)
    assert.match(page.visibleText, /Diese Adresse verwenden/)
  })

  it('is asked about once in the correction of a confirmed gift', async () => {
    const valid = { ...broadway, line_1: '1 Broadway', postal_code: '10001' }
    const { gift, browser, page } = await submitAddress('en-US', valid)
    await browser.submit(page, 'redeem')
    const form = await browser.open(`${gift.path}/problem`)
    const asked = await browser.submit(form, 'problem', { ...valid, line_1: 'PO Box 9' })
    assert.match(asked.visibleText, /Please double-check your address/)
    const done = await browser.submit(asked, 'problem', { ...valid, line_1: 'PO Box 9' })
    assert.match(done.path, /address-changed$/)
  })
})
