import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getTextDirection, type Language, languages } from '#platform/lib/languages'
import { pageCatalogues } from '#platform/messages/page-texts'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const browserFor = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language })

const { en } = pageCatalogues.byLanguage
const keys = Object.keys(en)

interface ShownPage {
  text: string
  visibleText: string
}

function assertTranslated(page: ShownPage, language: Language, name: string) {
  const direction = getTextDirection(language) === 'rtl' ? ' dir="rtl"' : ''
  assert.ok(page.text.includes(`<html lang="${language}"${direction}>`), `${name} in ${language}`)
  assert.doesNotMatch(page.visibleText, /\{\w+\}|undefined|\[object/, `${name} in ${language}`)
  for (const key of keys)
    assert.ok(!page.visibleText.includes(key), `${name} in ${language} shows the key ${key}`)
  const isEnglish = page.visibleText.includes(en['common.quiet'] ?? 'missing')
  assert.equal(isEnglish, language === 'en', `${name} in ${language}`)
}

for (const language of languages)
  it(`shows each page of a gift and a one-link in ${language}`, async () => {
    const visitor = browserFor(language)
    const gift = await testApp.createGift()
    const closed = await visitor.open(gift.path)
    const choices = await visitor.submit(closed, 'open')
    const [, variant = ''] =
      /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input).)*Linen notebook/s.exec(choices.text) ?? []
    const address = await visitor.submit(choices, 'choose', { variant })
    const rejected = await visitor.submit(address, 'address', { country: 'DE', postal_code: '1' })
    const review = await visitor.submit(address, 'address', {
      ...{ country: 'DE', name: 'Ada Larkin', line_1: 'Allee 1' },
      ...{ city: 'Berlin', postal_code: '10117' },
    })
    const done = await visitor.submit(review, 'review', {}, ['do', 'redeem'])
    await testApp.advance(gift.id, 'in_transit')
    const link = await testApp.createOneLink({}, { require_confirmation: false })
    const pages = {
      ...{ closed, choices, address, rejected, review, done },
      tracking: await browserFor(language).open(gift.path),
      claim: await browserFor(language).open(link.path),
      unknown: await browserFor(language).open('/r/unknown-code'),
    }
    for (const [name, page] of Object.entries(pages)) assertTranslated(page, language, name)
  })

it('picks the language of a browser with a region, and keeps Arabic dates western and Gregorian', async () => {
  const gift = await testApp.createGift()
  for (const [accepted, language] of [
    ['pt-PT', 'pt'],
    ['zh-CN,zh;q=0.9', 'zh'],
    ['zh-TW,zh;q=0.9,en-US;q=0.8', 'zh-Hant'],
    ['ko-KR,en;q=0.8', 'ko'],
    ['nl-BE', 'nl'],
    ['ar-SA', 'ar'],
    ['tlh, pl;q=0.5', 'pl'],
  ] as const)
    assert.match(
      (await browserFor(accepted).open(gift.path)).text,
      new RegExp(`lang="${language}"`),
    )
  const { visibleText } = await browserFor('ar-SA').open(gift.path)
  assert.match(visibleText, /\b20\d\d\b/)
  assert.doesNotMatch(visibleText, /[٠-٩]/)
})

it('isolates names in a right-to-left text', async () => {
  const { text } = await browserFor('ar').open((await testApp.createGift()).path)
  assert.match(text, /\u2068Dana Lee\u2069/)
  assert.doesNotMatch(
    (await browserFor('en').open((await testApp.createGift()).path)).text,
    /\u2068/,
  )
})
