import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCatalogueTexts } from '#test/web-catalogues'

const japanese = '[ぁ-んァ-ヶー一-龠々]'
const isJapanese = new RegExp(japanese)

const texts = readCatalogueTexts('ja').filter(({ text }) => isJapanese.test(text))

/**
 * The placeholders for a number, an amount, an address or a code. A space separates them from Japanese words.
 */
const separate = new Set(
  `a actor addresses age all amount amounts attempts available barcode budget bytes cancelled changed chosen code count created currency
  days delivered digest done email endpoint entry error failed free from gift gifts host id idle in_flight keys lastFour
  last_four late left length line max minutes new_key newCount number ok old_key open pages paused pending perAddress perDevice
  percent percentile perNetwork pid position quantity r ratio ready redeemed reference refused rejected reserved rest rows seconds
  sent sentTo shown size status subject to total unchanged until url used value version waiting word`.split(
    /\s+/,
  ),
)

/** The placeholders that begin with a number and end with its Japanese unit, such as '3 分'. */
const withUnit = new Set(['delay', 'duration', 'failures', 'median', 'requests', 'slowest'])

/**
 * The placeholders for dates and times, which begin in several ways, and
 * '{day}', which is a number or a date.
 */
const dates = new Set(['date', 'day', 'end', 'localTime', 'start', 'time'])

/**
 * Returns whether the spaces around a placeholder are right. A placeholder outside the lists, such as
 * '{name}さん', has no space around it.
 */
function hasRightSpaces(text: string, name: string): boolean {
  const hasSpaceBefore = new RegExp(`${japanese} \\{${name}\\}`).test(text)
  const hasNoneBefore = new RegExp(`${japanese}\\{${name}\\}`).test(text)
  const hasSpaceAfter = new RegExp(`\\{${name}\\} ${japanese}`).test(text)
  const hasNoneAfter = new RegExp(`\\{${name}\\}${japanese}`).test(text)
  if (dates.has(name)) return name === 'day' || !hasSpaceAfter
  const isRightBefore = separate.has(name) || withUnit.has(name) ? !hasNoneBefore : !hasSpaceBefore
  return isRightBefore && (separate.has(name) ? !hasNoneAfter : !hasSpaceAfter)
}

it('has a space between Japanese words and Latin letters or digits', () => {
  assert.ok(texts.length > 2_000)
  const touching = new RegExp(`${japanese}[A-Za-z0-9]|[A-Za-z0-9%]${japanese}`)
  assert.deepEqual(
    texts.filter(({ text }) => touching.test(text)),
    [],
  )
})

it('has a space around numbers, amounts and codes that are filled in, and none around names', () => {
  const wrong = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => !hasRightSpaces(text, name))
      .map((name) => ({ file, name, text })),
  )
  assert.deepEqual(wrong, [])
})

it('has Japanese punctuation, and one form of each term', () => {
  const wrong =
    /[ぁ-ん一-龠]:|〜|ブラウザ(?!ー)|ログイン|贈り物|品物|運用者|ウェブアプリ|(?<!宛名)ラベル/
  assert.deepEqual(
    texts.filter(({ text }) => wrong.test(text)),
    [],
  )
})
