import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { labelFonts } from '#connectors/label-fonts'
import type { Address } from '#contract'
import { createPdfRenderer } from '#fulfilment/documents'
import { readPdf } from '#test/pdf-text'
import { createDocumentRenderer } from '../../src/domain/fulfilment/documents/document-renderer.ts'
import type {
  PackingDocument,
  PrintedParcel,
} from '../../src/domain/fulfilment/documents/documents.ts'

const render = createPdfRenderer(labelFonts)

const address = (parts: Partial<Address>): Address =>
  ({
    name: 'Ada Larkin',
    line_1: '5 High Street',
    city: 'York',
    postal_code: 'YO1 7HH',
    country: 'GB',
    ...parts,
  }) as Address

const parcel = (number: number, overrides: Partial<PrintedParcel> = {}): PrintedParcel => ({
  barcode: `GR-7KQ2M9P4-${number}`,
  url: `https://gifts.example.com/packing?parcel=GR-7KQ2M9P4-${number}`,
  gift_reference: 'GR-7KQ2M9P4',
  number,
  count: 60,
  warehouse: { name: 'Hamburg harbour', country: 'DE', address: null },
  lines: [{ sku: 'MUG-BLUE', name: 'Blue mug', quantity: 2 }],
  address: address({}),
  card: null,
  ...overrides,
})

const toDocument = (
  kind: PackingDocument['kind'],
  paper: PackingDocument['paper'],
  parcels: PrintedParcel[],
): PackingDocument => ({
  kind,
  paper,
  card_style: { format: 'a6', has_marks: false },
  account_name: 'Larkfield',
  color: '#7c3aed',
  parcels,
  photos: {},
})

const range = (count: number) => Array.from({ length: count }, (_, index) => parcel(index + 1))

/** Removes spaces and the glyphs of composed letters, which the extraction adds by itself. */
const compact = (text: string) => text.normalize('NFKC').replace(/[\s\p{Cc}]/gu, '')

const renderLabel = async (parts: Partial<Address>) => {
  const pdf = await render(
    toDocument('address_label', '4x6', [parcel(1, { address: address(parts) })]),
  )
  const [page] = await readPdf(pdf)
  return page?.text ?? ''
}

describe('PDF documents', () => {
  // biome-ignore format: read down the columns
  const cases = [
    ['address_label', 'a4',     17, 3,  595.28, 841.89],
    ['address_label', 'letter', 13, 3,  612,    792],
    ['address_label', '4x6',     3, 3,  288,    432],
    ['packing_slip',  'a4',      2, 2,  595.28, 841.89],
    ['packing_slip',  'letter',  2, 2,  612,    792],
    ['packing_slip',  '4x6',     2, 2,  288,    432],
  ] as const
  for (const [kind, paper, count, pageCount, width, height] of cases)
    it(`print ${count} ${kind} on ${paper} with ${pageCount} pages`, async () => {
      const pages = await readPdf(await render(toDocument(kind, paper, range(count))))
      assert.equal(pages.length, pageCount)
      for (const page of pages) {
        assert.ok(Math.abs(page.width - width) < 0.1 && Math.abs(page.height - height) < 0.1)
      }
      const text = pages.map((page) => page.text).join(' ')
      for (let number = 1; number <= count; number++)
        assert.match(text, new RegExp(`GR-7KQ2M9P4-${number}\\b`))
    })

  it('print 50 labels of many scripts in one file', async () => {
    const parcels = range(50).map((each, index) => ({
      ...each,
      address: address(scripts[index % scripts.length]?.[1] ?? {}),
    }))
    const pages = await readPdf(await render(toDocument('address_label', '4x6', parcels)))
    assert.equal(pages.length, 50)
  })
})

const scripts: readonly (readonly [string, Partial<Address>])[] = [
  [
    'Latin with diacritics',
    { name: 'Élodie Żółć-Ğüneş', line_1: 'Österåsvägen 12 ñ', country: 'FR' },
  ],
  ['Vietnamese', { name: 'Nguyễn Thị Minh', line_1: '12 Đường Lê Lợi', country: 'VN' }],
  ['Cyrillic', { name: 'Иван Щербаков', line_1: 'ул. Тверская, д. 7', country: 'RU' }],
  ['Greek', { name: 'Γιώργος Παπαδόπουλος', line_1: 'Οδός Ερμού 15', country: 'GR' }],
  ['Japanese', { name: '山田太郎', line_1: '千代田区丸の内1丁目グラン', country: 'JP' }],
  ['Korean', { name: '김민준', line_1: '세종대로 110', country: 'KR' }],
  ['Simplified Chinese', { name: '王小明', line_1: '建国门外大街1号', country: 'CN' }],
  ['Traditional Chinese', { name: '陳怡君', line_1: '信義路五段7號', country: 'TW' }],
  ['Thai', { name: 'สมชาย', line_1: '99 ถนนสุขุมวิท', country: 'TH' }],
  ['Georgian', { name: 'გიორგი', line_1: 'რუსთაველის გამზირი 12', country: 'GE' }],
  ['Armenian', { name: 'Անահիտ', line_1: 'Մաշտոցի պողոտա 5', country: 'AM' }],
]

/** Scripts whose letters change their order or form, so that the text of the PDF differs from the input. */
const complexScripts: readonly (readonly [string, Partial<Address>])[] = [
  ['Devanagari', { name: 'राहुल शर्मा', line_1: '१२ महात्मा गांधी मार्ग', country: 'IN' }],
  ['Bengali', { name: 'অনিন্দিতা চক্রবর্তী', line_1: '১২ গুলশান এভিনিউ', country: 'BD' }],
  ['Tamil', { name: 'கார்த்திகேயன்', line_1: '12 அண்ணா சாலை', country: 'IN' }],
  ['Telugu', { name: 'శ్రీనివాస్', line_1: '12 బంజారా హిల్స్', country: 'IN' }],
  ['Kannada', { name: 'ಶ್ರೀಧರ್', line_1: '12 ಮಹಾತ್ಮ ಗಾಂಧಿ ರಸ್ತೆ', country: 'IN' }],
  ['Malayalam', { name: 'ശ്രീകുമാർ', line_1: '12 മഹാത്മാഗാന്ധി റോഡ്', country: 'IN' }],
  ['Gujarati', { name: 'કૃષ્ણકાંત', line_1: '12 આશ્રમ રોડ', country: 'IN' }],
  ['Gurmukhi', { name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', line_1: '12 ਮਾਲ ਰੋਡ', country: 'IN' }],
  ['Odia', { name: 'ପ୍ରଦୀପ', line_1: '12 ଜନପଥ', country: 'IN' }],
  ['Sinhala', { name: 'ශ්‍රීමාලි', line_1: '12 ගාලු පාර', country: 'LK' }],
  ['Khmer', { name: 'សុខា ច័ន្ទ', line_1: '12 មហាវិថីព្រះនរោត្តម', country: 'KH' }],
  ['Lao', { name: 'ສົມໄຊ', line_1: '12 ຖະໜົນລ້ານຊ້າງ', country: 'LA' }],
  ['Thaana', { name: 'އަޙުމަދު', line_1: '12 މަޖީދީމަގު', country: 'MV' }],
  ['Ethiopic', { name: 'አበበ በቂላ', line_1: '12 ቦሌ መንገድ', country: 'ET' }],
]

describe('address label', () => {
  for (const [script, parts] of scripts)
    it(`prints ${script}`, async () => {
      const text = compact(await renderLabel(parts))
      assert.ok(text.includes(compact(parts.name ?? '')), text)
      assert.ok(text.includes(compact(parts.line_1 ?? '')), text)
      assert.ok(!text.includes('\ufffd'))
    })

  for (const [script, parts] of complexScripts)
    it(`prints ${script} without a missing character`, async () => {
      const text = await renderLabel(parts)
      assert.ok(text.length > 0 && !text.includes('\ufffd'), text)
    })

  it('prints the sender address of the warehouse, or its name without one', async () => {
    const renderFrom = async (from: Address | null) => {
      const warehouse = { name: 'Hamburg harbour', country: 'DE', address: from }
      const [page] = await readPdf(
        await render(toDocument('address_label', '4x6', [parcel(1, { warehouse })])),
      )
      return page?.text ?? ''
    }
    assert.match(await renderFrom(null), /Hamburg harbour/)
    const text = await renderFrom(address({ name: 'Larkfield GmbH', line_1: 'Am Kai 5' }))
    assert.match(text, /Larkfield GmbH/)
    assert.match(text, /Am Kai 5/)
    assert.doesNotMatch(text, /Hamburg harbour/)
  })

  it('prints Arabic and Hebrew with all their letters', async () => {
    const names = ['محمد', 'יוסי']
    for (const name of names) {
      const text = await renderLabel({ name, country: 'SA' })
      for (const letter of name)
        assert.ok(compact(text).includes(letter), `${letter} is missing in ${text}`)
      assert.ok(!text.includes('\ufffd'))
    }
  })

  it('prints a name whose vowel signs the font cannot place, beside other labels', async () => {
    const names = ['اَلشَّيْخُ عَبْدُ اللّٰهِ', 'Ada Larkin']
    const parcels = names.map((name, index) => parcel(index + 1, { address: address({ name }) }))
    const pages = await readPdf(await render(toDocument('address_label', '4x6', parcels)))
    assert.ok(compact(pages[0]?.text ?? '').includes('د'))
    assert.match(pages[1]?.text ?? '', /Ada Larkin/)
  })

  it('replaces a character that no font has, and says so', async () => {
    const text = await renderLabel({ name: 'Ada 𓀀 Larkin', line_1: '5 𐎀 Street' })
    assert.match(text, /Ada \ufffd Larkin/)
    assert.match(text, /5 \ufffd Street/)
    assert.match(text, /cannot be printed\. Write it by hand/)
    assert.doesNotMatch(await renderLabel({}), /cannot be printed/)
  })

  it('is not reordered by control characters', async () => {
    const text = await renderLabel({ name: 'Ada \u202eLarkin', line_1: '5\u0000 High\nStreet' })
    assert.match(text, /Ada Larkin/)
    assert.match(text, /5 High Street/)
  })

  it('has the phone number with its country, and a text that is none as it is written', async () => {
    assert.match(await renderLabel({ phone: '01904 551550' }), /Tel\. \+441904551550/)
    assert.match(await renderLabel({ phone: 'call me' }), /Tel\. call me/)
  })

  it('names the country of a parcel abroad, but not of one at home', async () => {
    assert.match(await renderLabel({ country: 'GB' }), /UNITED KINGDOM/)
    assert.doesNotMatch(await renderLabel({ country: 'DE' }), /GERMANY/)
  })

  it('has the parts that the format of the country leaves out', async () => {
    assert.match(
      await renderLabel({ country: 'SG', city: 'Lonely City', region: 'Far Region' }),
      /Far Region/,
    )
  })

  it('prints the longest address completely on every paper', async () => {
    const long = (word: string) => `${word} `.repeat(255).slice(0, 250)
    const longest = address({
      name: long('Wilhelmina'),
      line_1: 'W'.repeat(255),
      line_2: '国'.repeat(255),
      city: long('Llanfairpwllgwyngyll'),
      postal_code: '1'.repeat(32),
      phone: '2'.repeat(32),
    })
    for (const paper of ['a4', 'letter', '4x6'] as const) {
      const pdf = await render(
        toDocument('address_label', paper, [parcel(1, { address: longest })]),
      )
      const [page] = await readPdf(pdf)
      const text = compact(page?.text ?? '')
      assert.equal(text.split('W').length - 1 >= 255, true)
      assert.equal(text.split('国').length - 1, 255)
      assert.ok(text.includes('1'.repeat(32)) && text.includes('2'.repeat(32)))
    }
  })
})

describe('packing slip', () => {
  it('has all items with a heading on each page, and no address', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      sku: `SKU-${index}-${'X'.repeat(40)}`,
      name: `Item ${index}: ${'抹茶チョコレート '.repeat(6)}`,
      quantity: index + 1,
    }))
    const pages = await readPdf(
      await render(toDocument('packing_slip', '4x6', [parcel(1, { lines })])),
    )
    assert.ok(pages.length > 5)
    for (const [index, { text }] of pages.entries()) {
      assert.match(text, /Packing slip GR-7KQ2M9P4/)
      assert.match(text, new RegExp(`Page ${index + 1} of ${pages.length}`))
      assert.doesNotMatch(text, /Ada|Larkin|High Street|York/)
    }
    const text = pages.map((page) => page.text).join(' ')
    for (const { quantity } of lines) assert.match(text, new RegExp(`\\b${quantity} ×`))
  })
})

describe('document renderer', () => {
  const account = 'an account'

  it('renders in a thread while the event loop continues', async () => {
    const renderer = createDocumentRenderer()
    let tickCount = 0
    const ticks = setInterval(() => {
      tickCount += 1
    }, 1)
    const pdfs = await Promise.all([
      renderer.render(account, toDocument('packing_slip', 'a4', range(50))),
      renderer.render(account, toDocument('address_label', 'a4', range(50))),
    ])
    clearInterval(ticks)
    assert.deepEqual(
      await Promise.all(pdfs.map(async (pdf) => (await readPdf(pdf)).length)),
      [50, 7],
    )
    assert.ok(tickCount > 20, `the event loop had ${tickCount} turns`)
    await renderer.close()
  })

  it('rejects documents above its limit, and continues after a failure', async () => {
    const renderer = createDocumentRenderer()
    const broken = toDocument('address_label', '4x6', [parcel(1, { address: null })])
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) => renderer.render(`account ${index}`, broken)),
    )
    const reasons = results.map((result) =>
      result.status === 'rejected' ? result.reason : undefined,
    )
    assert.equal(reasons.filter(({ code }) => code === 'too_many_requests').length, 5)
    const pdf = await renderer.render(account, toDocument('packing_slip', 'a4', range(1)))
    assert.equal((await readPdf(pdf)).length, 1)
    await renderer.close()
    await assert.rejects(async () => {
      const waiting = renderer.render(account, toDocument('packing_slip', 'a4', range(1)))
      await renderer.close()
      await waiting
    }, /stopping/)
  })

  it('rejects the fourth waiting document of one account, and accepts those of others', async () => {
    const renderer = createDocumentRenderer()
    const slips = toDocument('packing_slip', 'a4', range(1))
    const settled = await Promise.allSettled(
      ['a', 'a', 'a', 'a', 'b'].map((name) => renderer.render(name, slips)),
    )
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
    await renderer.close()
  })

  it('does not repeat the content of a document in an error', async () => {
    const renderer = createDocumentRenderer()
    const secret = {
      ...parcel(1),
      address: { name: 'Secretname', country: 7 },
    } as unknown as PrintedParcel
    await assert.rejects(
      renderer.render(account, toDocument('address_label', '4x6', [secret])),
      (error: Error) => {
        assert.doesNotMatch(`${error.message}${error.stack}`, /Secretname/)
        return true
      },
    )
    await renderer.close()
  })
})
