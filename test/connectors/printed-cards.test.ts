import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { labelFonts } from '#connectors/label-fonts'
import { cardDesigns } from '#contract'
import { createPdfRenderer, type PackingDocument } from '#fulfilment/documents'
import { readCard } from '#greetings'
import { readPdf } from '#test/pdf-text'
import type {
  CardFormat,
  PrintedCard,
  PrintedParcel,
} from '../../src/domain/fulfilment/documents/documents.ts'

const render = createPdfRenderer(labelFonts)
const mm = (points: number) => (points * 25.4) / 72

const card: PrintedCard = {
  picture: readCard('birthday'),
  color: '#7a2459',
  headline: 'A gift for you',
  message: 'Dear Ada,\n\nhappy birthday!\nYour team',
  sender_name: 'Grace Hopper',
  photo_id: null,
  greeting: 'A gift from Grace Hopper',
  sent_by: 'Sent by Grace Hopper, Larkfield',
  link: { url: 'https://gifts.example.com/r/AbCdEfGhIjKlMnOpQrStUv', text: 'Scan the code.' },
  direction: 'ltr',
  country: undefined,
}

const toPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7d6e' } })
    .jpeg()
    .toBuffer()

const photos = { wide: await toPhoto(300, 200), tall: await toPhoto(100, 300) }

const toParcel = (number: number, change: Partial<PrintedCard> | null): PrintedParcel => ({
  barcode: `GR-7KQ2M9P4-${number}`,
  url: `https://gifts.example.com/packing?parcel=GR-7KQ2M9P4-${number}`,
  gift_reference: 'GR-7KQ2M9P4',
  number,
  count: 3,
  warehouse: null,
  lines: [{ sku: 'MUG', name: 'Mug', quantity: 1 }],
  address: null,
  card: change && { ...card, ...change },
})

interface PrintOptions {
  kind?: PackingDocument['kind']
  has_marks?: boolean
}

const toPdf = (
  changes: readonly (Partial<PrintedCard> | null)[],
  format: CardFormat,
  { kind = 'greeting_card', has_marks = false }: PrintOptions = {},
) =>
  render({
    kind,
    paper: 'a4',
    card_style: { format, has_marks },
    account_name: 'Larkfield',
    color: null,
    parcels: changes.map((change, index) => toParcel(index + 1, change)),
    photos,
  })

const print = async (
  changes: readonly (Partial<PrintedCard> | null)[],
  format: CardFormat = 'a6',
  options: PrintOptions = {},
) => readPdf(await toPdf(changes, format, options))

/** Removes spaces and the glyphs of composed letters, which the extraction adds by itself. */
const compact = (text: string) => text.normalize('NFKC').replace(/[\s\p{Cc}]/gu, '')
const textOf = (pages: readonly { text: string }[]) =>
  compact(pages.map(({ text }) => text).join(' '))

// biome-ignore format: read down the columns
const formats = [
  ['a6',            105,   148,   1],
  ['dl',            210,   99,    1],
  ['a5_folded',     210,   148,   2],
  ['letter_folded', 279.4, 215.9, 2],
] as const

describe('printed cards', () => {
  for (const [format, width, height, pageCount] of formats)
    it(`print ${format} with ${pageCount} sides, and with a margin for marks`, async () => {
      for (const [has_marks, margin] of [
        [false, 0],
        [true, 10],
      ] as const) {
        const pages = await print([{}], format, { has_marks })
        assert.equal(pages.length, pageCount)
        for (const page of pages) {
          assert.ok(Math.abs(mm(page.width) - width - 2 * margin) < 0.1, String(page.width))
          assert.ok(Math.abs(mm(page.height) - height - 2 * margin) < 0.1, String(page.height))
        }
        assert.match(textOf(pages), /DearAda,happybirthday!YourteamGraceHopper/)
        assert.match(textOf(pages), /SentbyGraceHopper,LarkfieldScanthecode\./)
      }
    })

  it('print every drawing', async () => {
    for (const design of cardDesigns) {
      const pdf = await print([{ picture: readCard(design) }])
      assert.equal(pdf.length, 1)
    }
  })

  it('print who sent the gift if there is no message', async () => {
    for (const [format] of formats) {
      const text = textOf(await print([{ message: ' \n ', picture: null }], format))
      assert.match(text, /AgiftfromGraceHopper/)
      assert.match(text, /SentbyGraceHopper,Larkfield/)
    }
  })

  it('print every word of a message, however long', async () => {
    const words = Array.from(
      { length: 1_500 },
      (_, index) => `w${index}${index % 60 === 0 ? '\n\n' : ''}`,
    )
    const message = words.join(' ')
    for (const [format] of formats) {
      const pages = await print([{ message }], format)
      assert.ok(pages.length % 2 === 0)
      const text = textOf(pages)
      assert.ok(text.includes(compact(message).slice(0, 40)))
      for (const word of ['w0', 'w749', 'w1499'])
        assert.ok(text.includes(word), `${format} ${word}`)
      const found = new Set(pages.flatMap((page) => page.text.match(/w\d+/g) ?? []))
      assert.equal(words.filter((word) => !found.has(word.trim())).length, 0, format)
    }
  })

  it('print a word that is longer than a line, and one that a paragraph consists of', async () => {
    const message = 'x'.repeat(3_000)
    assert.equal((textOf(await print([{ message }])).match(/x/g) ?? []).length, 3_000 + 0)
  })

  // biome-ignore format: one script a line
  const scripts: readonly (readonly [string, Partial<PrintedCard>, RegExp])[] = [
    ['Japanese', { message: '山田様\nご結婚おめでとうございます。', country: 'JP' }, /ご結婚おめでとうございます。/],
    ['Arabic',   { message: 'مبروك', direction: 'rtl' }, /مبروك/],
    ['Hebrew',   { message: 'מזל טוב', direction: 'rtl' }, /מזל|לזמ/],
    ['Thai',     { message: 'สุขสันต์วันเกิด' }, /สุขสันต/],
  ]
  for (const [name, change, expected] of scripts)
    it(`print a message in ${name}`, async () => {
      for (const [format] of formats) assert.match(textOf(await print([change], format)), expected)
    })

  it('print emoji in outline, also those of several characters', async () => {
    const message = 'Well done 🎉 ❤️ 👍🏽 👩‍👩‍👧 🇩🇪 ☕'
    assert.doesNotMatch(textOf(await print([{ message }])), /\ufffd/)
  })

  it('follow their slips in the order of packing', async () => {
    const pages = await print([{}, null, {}], 'a6', { kind: 'slip_and_card' })
    assert.deepEqual(
      pages.map(({ text }) => /GR-7KQ2M9P4-(\d)/.exec(text)?.[1] ?? 'card'),
      ['1', 'card', '2', '3', 'card'],
    )
  })

  it('print the photo of the sender once, with every word of the message and the name', async () => {
    for (const [format] of formats)
      for (const photo_id of ['wide', 'tall', 'deleted'])
        for (const message of ['', 'Dear Ada', 'z '.repeat(2_000), 'line\n'.repeat(12)]) {
          const change = {
            photo_id,
            message,
            sender_name: 'Grace Brewster Murray Hopper '.repeat(4),
          }
          const pdf = await toPdf([change, change], format)
          const images = pdf.toString('latin1').match(/\/Subtype \/Image/g) ?? []
          assert.equal(images.length, photo_id === 'deleted' ? 0 : 1)
          const text = textOf(await readPdf(pdf))
          assert.equal(text.match(/z/g)?.length ?? 0, message.startsWith('z') ? 4_000 : 0)
          if (message !== '') assert.equal(text.match(/Murray/g)?.length, 8)
        }
  })

  it('begin on a new sheet if one of them has two sides', async () => {
    const pages = await print([{}, { message: 'long '.repeat(800) }], 'a6', {
      kind: 'slip_and_card',
    })
    const kinds = pages.map(({ text }) =>
      text.trim() === '' ? 'empty' : (/GR-7KQ2M9P4-(\d)/.exec(text)?.[1] ?? 'card'),
    )
    assert.deepEqual(kinds.slice(0, 6), ['1', 'empty', 'card', 'empty', '2', 'empty'])
    assert.equal(kinds.length % 2, 0)
  })

  it('have no code without a link, and no colour that hides their headline', async () => {
    for (const color of ['#ffffff', '#000000', '#ffd400']) {
      const text = textOf(await print([{ link: null, color, picture: null }], 'a5_folded'))
      assert.match(text, /Agiftforyou/)
      assert.doesNotMatch(text, /Scan/)
    }
  })
})
