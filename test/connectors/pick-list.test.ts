import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { labelFonts } from '#connectors/label-fonts'
import { createPdfRenderer, type PackingDocument } from '#fulfilment/documents'
import { readPdf } from '#test/pdf-text'
import type { PrintedParcel } from '../../src/domain/fulfilment/documents/documents.ts'

const render = createPdfRenderer(labelFonts)

type Items = PrintedParcel['lines']

const toParcel = (number: number, lines: Items, warehouse = 'Shed'): PrintedParcel => ({
  barcode: `GR-7KQ2M9P4-${number}`,
  url: `https://gifts.example.com/packing?parcel=GR-7KQ2M9P4-${number}`,
  gift_reference: 'GR-7KQ2M9P4',
  number,
  count: 60,
  warehouse: { name: warehouse, country: 'DE', address: null },
  lines,
  address: null,
  card: null,
})

const print = async (parcels: PrintedParcel[], paper: PackingDocument['paper'] = 'a4') =>
  readPdf(
    await render({
      kind: 'pick_list',
      paper,
      card_style: { format: 'a6', has_marks: false },
      account_name: 'Larkfield',
      color: '#7c3aed',
      parcels,
      photos: {},
    }),
  )

const textOf = (pages: readonly { text: string }[]) =>
  pages
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
const item = (sku: string, name: string, quantity = 1) => ({ sku, name, quantity })

describe('a pick list', () => {
  it('has each item once, with its total and its parcels, in the order of the SKUs', async () => {
    const text = textOf(
      await print([
        toParcel(1, [item('A10', 'Mug'), item('A2', 'Cap', 2)]),
        toParcel(2, [item('A2', 'Cap'), item('A2', 'Cap, old name')]),
        toParcel(3, [item('A2', 'Cap', 4), item('A2', 'Cap', 1)]),
      ]),
    )
    assert.match(text, /Pick list Parcels: 3 · Units: 10 Shed/)
    assert.match(
      text,
      /8 × A2 Cap GR-7KQ2M9P4-1 \(2\), GR-7KQ2M9P4-2, GR-7KQ2M9P4-3 \(5\) 1 × A2 Cap, old name GR-7KQ2M9P4-2 1 × A10 Mug GR-7KQ2M9P4-1/,
    )
  })

  for (const paper of ['a4', 'letter', '4x6'] as const)
    it(`repeats its head on each page, and loses no item: ${paper}`, async () => {
      const parcels = Array.from({ length: 50 }, (_, index) =>
        toParcel(
          index + 1,
          [item('ALL', 'In every parcel', 3), item(`SKU-${index}`, `Item ${index} of a long name`)],
          `Warehouse ${index}`,
        ),
      )
      const pages = await print(parcels, paper)
      assert.ok(pages.length > 1)
      for (const [index, { text }] of pages.entries()) {
        assert.match(text, /Pick list.*Parcels: 50 · Units: 200.*Warehouses: 50.*Qty.*SKU.*Item/)
        assert.match(text, new RegExp(`Page ${index + 1} of ${pages.length}$`))
      }
      const text = textOf(pages)
      assert.match(text, /150 × ALL/)
      for (const index of parcels.keys()) {
        assert.match(text, new RegExp(`SKU-${index} `))
        assert.match(text, new RegExp(`GR-7KQ2M9P4-${index + 1} `))
        assert.match(text, new RegExp(`GR-7KQ2M9P4-${index + 1} \\(3\\)`))
      }
    })

  it('prints names in any script', async () => {
    const names = ['マグカップ', 'Кружка', 'ถ้วย', '杯子']
    const pages = await print([
      toParcel(
        1,
        names.map((name, index) => item(`S${index}`, name)),
      ),
    ])
    assert.doesNotMatch(textOf(pages), /\ufffd/)
    assert.match(textOf(pages), /Кружка/)
  })
})
