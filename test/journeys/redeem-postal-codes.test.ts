import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as gifting from '#gifting'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of the button that fills in a Japanese address from its postal code,
 * in a browser without JavaScript.
 */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

const lookup = ['do', 'lookup'] as const
const typed = {
  ...{ name: '山田 花子', line_2: '宮内ビル3階', phone: '03-1234-5678' },
  ...{ country: 'JP', postal_code: '１０００００１' },
}

const withCookies = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language }, createCookieJar())
const withoutCookies = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language })

/** Opens a gift and chooses an item. Returns the address form for Japan. */
async function openForm(browser: RecipientBrowser) {
  const gift = await testApp.createGift()
  const choices = await browser.submit(await browser.open(gift.path), 'open')
  const variant = /value="([0-9a-f-]{36})"/.exec(choices.text)?.[1] ?? ''
  const form = await browser.submit(choices, 'choose', { variant })
  const page = await browser.submit(form, 'address', { country: 'JP' }, ['do', 'country'])
  return { gift, page }
}

const findTag = ({ text }: RecipientPage, name: string): string =>
  new RegExp(`<(?:input|select) [^>]*id="${name}"[^>]*>`).exec(text)?.[0] ?? assert.fail(name)
const readValue = (page: RecipientPage, name: string) =>
  / value="([^"]*)"/.exec(findTag(page, name))?.[1]
const readRegion = ({ text }: RecipientPage) =>
  /<select id="region"[\s\S]*?<option value="([^"]*)" selected>/.exec(text)?.[1]

for (const [name, createBrowser] of [
  ['with cookies', withCookies],
  ['without cookies', withoutCookies],
] as const)
  it(`fills a Japanese address and preserves all typed input, ${name}`, async () => {
    const visitor = createBrowser('ja')
    const { gift, page } = await openForm(visitor)
    const filled = await visitor.submit(page, 'address', { ...typed, region: '27' }, lookup)
    assert.deepEqual([filled.status, filled.path], [200, `${gift.path}/address`])
    assert.equal(readValue(filled, 'postal_code'), '100-0001')
    assert.equal(readRegion(filled), '13')
    assert.equal(readValue(filled, 'line_1'), '千代田区千代田')
    assert.equal(readValue(filled, 'name'), typed.name)
    assert.equal(readValue(filled, 'line_2'), typed.line_2)
    assert.equal(readValue(await visitor.open(filled.url), 'line_1'), '千代田区千代田')
    const review = await visitor.submit(filled, 'address', { line_1: '千代田区千代田1-1' })
    assert.equal(review.path, `${gift.path}/review`)
    assert.match(review.visibleText, /〒100-0001 東京都 千代田区千代田1-1 宮内ビル3階 山田 花子/)
    await visitor.submit(review, 'redeem')
    const address = await testApp.run((ctx) => gifting.addressForRecipient(ctx, gift.id))
    const expected = {
      ...typed,
      line_1: '千代田区千代田1-1',
      region: '13',
      postal_code: '100-0001',
    }
    assert.deepEqual(address, expected)
  })

it('fills a Japanese address on an English page', async () => {
  const visitor = withCookies('en-GB')
  const { page } = await openForm(visitor)
  assert.match(page.text, /<button name="do" value="lookup" formnovalidate>Fill in address</)
  const filled = await visitor.submit(page, 'address', typed, lookup)
  assert.equal(readValue(filled, 'line_1'), '千代田区千代田')
  assert.match(filled.text, /<option value="13" selected>Tokyo/)
  assert.match(
    filled.text,
    /This postcode belongs to <bdi lang="ja">東京都千代田区千代田<\/bdi>\. Please add/,
  )
})

describe('a second lookup', () => {
  it('replaces a first line that the recipient did not change', async () => {
    const visitor = withCookies('ja')
    const { page } = await openForm(visitor)
    const filled = await visitor.submit(page, 'address', typed, lookup)
    const withErrors = await visitor.submit(filled, 'address', { name: '' })
    assert.equal(withErrors.status, 422)
    const osaka = await visitor.submit(withErrors, 'address', { postal_code: '530-0001' }, lookup)
    assert.equal(readValue(osaka, 'line_1'), '大阪市北区梅田')
    assert.equal(readRegion(osaka), '27')
  })

  it('does not change a first line that the recipient typed', async () => {
    const visitor = withCookies('ja')
    const { page } = await openForm(visitor)
    const filled = await visitor.submit(page, 'address', typed, lookup)
    const input = { line_1: '千代田区千代田1-1', postal_code: '530-0001' }
    const osaka = await visitor.submit(filled, 'address', input, lookup)
    assert.equal(readValue(osaka, 'line_1'), '千代田区千代田1-1')
    assert.equal(readRegion(osaka), '27')
    assert.match(
      osaka.text,
      /この郵便番号の住所は「<bdi lang="ja">大阪府大阪市北区梅田<\/bdi>」です/,
    )
  })
})

describe('the result for assistive technology', () => {
  it('is the description of the first line, which gets the focus', async () => {
    const visitor = withCookies('ja')
    const { page } = await openForm(visitor)
    assert.doesNotMatch(page.text, /autofocus|line_1-hint/)
    const filled = await visitor.submit(page, 'address', typed, lookup)
    assert.match(findTag(filled, 'line_1'), /aria-describedby="line_1-hint" autofocus/)
    assert.match(filled.text, /<label for="line_1">/)
    assert.match(
      filled.text,
      /<p class="hint" id="line_1-hint">[^<]*<bdi lang="ja">東京都千代田区千代田<\/bdi>」です。番地など/,
    )
    assert.equal(filled.text.match(/ autofocus/g)?.length, 1)
  })

  it('is an error of the postal code if the code is unknown', async () => {
    const visitor = withCookies('ja')
    const { page } = await openForm(visitor)
    const input = { ...typed, postal_code: '999-8888', line_1: '千代田1-1', region: '13' }
    const unknown = await visitor.submit(page, 'address', input, lookup)
    assert.equal(unknown.status, 422)
    assert.match(
      findTag(unknown, 'postal_code'),
      /aria-invalid="true" aria-describedby="postal_code-error"/,
    )
    assert.match(unknown.text, /role="alert" id="summary"[\s\S]*<a href="#postal_code">/)
    assert.doesNotMatch(findTag(unknown, 'line_1'), /autofocus/)
    const values = ['postal_code', 'line_1', 'name', 'line_2'].map((each) =>
      readValue(unknown, each),
    )
    assert.deepEqual(values, ['999-8888', '千代田1-1', typed.name, typed.line_2])
    assert.equal(readRegion(unknown), '13')
    assert.equal(unknown.text.match(/id="\w+-error"/g)?.length, 1)
  })
})

// biome-ignore format: read down the columns
const messages: [language: string, malformed: RegExp, unknown: RegExp][] = [
  ['ja', /「154-0023」の形式で/,           /この郵便番号は見つかりませんでした/],
  ['en', /Enter a valid code/,             /We couldn’t find this postcode/],
  ['ar', /يُرجى إدخال رمز صحيح/,             /لم نعثر على هذا الرمز البريدي/],
  ['de', /gültige Postleitzahl/,           /Diese Postleitzahl haben wir nicht gefunden/],
  ['es', /un código postal válido/,        /No hemos encontrado este código postal/],
  ['fr', /un code postal valide/,          /Nous n’avons pas trouvé ce code postal/],
  ['it', /un codice valido/,               /Non abbiamo trovato questo codice postale/],
  ['ko', /올바른 번호를 입력해/,            /이 우편번호를 찾지 못했습니다/],
  ['nl', /een geldige code/,               /We hebben deze postcode niet gevonden/],
  ['pl', /poprawny kod/,                   /Nie znaleźliśmy tego kodu pocztowego/],
  ['pt', /um código válido/,               /Não encontramos este código postal/],
  ['zh', /请输入有效的编码/,                /找不到这个邮政编码/],
]
for (const [language, malformed, unknown] of messages)
  it(`rejects malformed and unknown postal codes in ${language}`, async () => {
    const visitor = withCookies(language)
    const { page } = await openForm(visitor)
    for (const [postal_code, message] of [
      ['1000', malformed],
      ['999-8888', unknown],
    ] as const) {
      const rejected = await visitor.submit(page, 'address', { ...typed, postal_code }, lookup)
      const [, error = ''] =
        /<p class="error" id="postal_code-error">([^<]+)/.exec(rejected.text) ?? []
      assert.match(error, message)
      assert.equal(readValue(rejected, 'line_1'), '')
    }
  })

it('asks for the postal code if it is empty', async () => {
  const visitor = withCookies('ja')
  const { page } = await openForm(visitor)
  const rejected = await visitor.submit(page, 'address', { ...typed, postal_code: '' }, lookup)
  assert.match(rejected.text, /id="postal_code-error">「郵便番号」をご入力ください/)
})

it('exists only in the form of Japan', async () => {
  const visitor = withCookies('en-GB')
  const { page } = await openForm(visitor)
  const input = { ...typed, country: 'IL', postal_code: '1000001' }
  const other = await visitor.submit(page, 'address', input, lookup)
  assert.doesNotMatch(other.text, /value="lookup"/)
  assert.equal(other.status, 200)
  assert.deepEqual(
    ['postal_code', 'line_1'].map((name) => readValue(other, name)),
    ['1000001', ''],
  )
})

it('fills the address in the correction of a confirmed gift', async () => {
  const visitor = withCookies('ja')
  const { gift, page } = await openForm(visitor)
  const input = { ...typed, line_1: '渋谷区渋谷2-21-1', postal_code: '150-0002', region: '13' }
  await visitor.submit(await visitor.submit(page, 'address', input), 'redeem')
  const form = await visitor.open(`${gift.path}/problem`)
  const osaka = { postal_code: '5300001', line_1: '' }
  const filled = await visitor.submit(form, 'problem', osaka, lookup)
  assert.equal(filled.path, `${gift.path}/problem`)
  assert.equal(readValue(filled, 'line_1'), '大阪市北区梅田')
  assert.equal(readRegion(filled), '27')
  const rejected = await visitor.submit(form, 'problem', { postal_code: '999-8888' }, lookup)
  assert.equal(rejected.status, 422)
  assert.match(rejected.visibleText, /この郵便番号は見つかりませんでした/)
  const saved = await visitor.submit(filled, 'problem', { line_1: '大阪市北区梅田3-1' })
  assert.match(saved.path, /address-changed$/)
})
