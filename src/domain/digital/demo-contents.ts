import type { TxContext } from '#platform/postgres/database'
import { fromText, importCodes } from './codes/import-codes.ts'
import { saveDeliveries, saveSettings } from './contents/contents.ts'

const instructions =
  'Enter the code at the checkout of any bookshop that takes part, or at books.example.'

/** The digital variants of the demo by SKU. BOOKS-50 has only a few codes, which shows the warning. */
const demoCodes = [
  { sku: 'BOOKS-25', prefix: 'LARK25', count: 250, countIfShort: 250 },
  { sku: 'BOOKS-50', prefix: 'LARK50', count: 120, countIfShort: 8 },
] as const

const demoLinks = [
  { sku: 'CLASS-PASTA', link_url: 'https://classes.example/join/pasta-at-home' },
  { sku: 'CLASS-PASTRY', link_url: 'https://classes.example/join/pastry-at-home' },
] as const

/**
 * Creates the contents of the digital products in the demo: codes for book vouchers, and a link for classes.
 */
export async function createDemoContents(
  ctx: TxContext,
  variants: ReadonlyMap<string, string>,
  { hasShortages = true } = {},
): Promise<void> {
  for (const { sku, link_url } of demoLinks) {
    const id = variants.get(sku)
    if (id === undefined) continue
    await saveDeliveries(ctx, 'digital', [{ id, is_new: true, delivery: 'link', link_url }])
  }
  for (const { sku, prefix, count, countIfShort } of demoCodes) {
    const id = variants.get(sku)
    if (id === undefined) continue
    await saveDeliveries(ctx, 'digital', [{ id, is_new: true, delivery: 'code' }])
    await saveSettings(ctx, id, { instructions, low_stock_threshold: 10 })
    const csv = buildCsv(prefix, hasShortages ? countIfShort : count)
    const options = { isDryRun: false, skipDuplicates: false }
    await importCodes(ctx, id, fromText(csv), options)
  }
}

const buildCsv = (prefix: string, count: number): string =>
  [
    'code,pin',
    ...Array.from({ length: count }, (_, index) => {
      const number = String(index + 1).padStart(4, '0')
      return `${prefix}-${toLetters(index * 7_919 + 12_345)}-${number},${4_001 + index * 13}`
    }),
  ].join('\n')

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ'

/** Converts a number to four letters, so that the demo has the same codes everywhere. */
const toLetters = (number: number): string =>
  Array.from({ length: 4 }, (_, index) =>
    letters.charAt(Math.floor(number / letters.length ** index) % letters.length),
  ).join('')
