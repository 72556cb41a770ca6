import PDFDocument from 'pdfkit'
import { drawAddressLabel } from './address-label.ts'
import { openPhotos } from './card-photo.ts'
import type { PackingDocument } from './documents.ts'
import { drawCard, type PreparedCard, prepareCard } from './greeting-card.ts'
import { drawPackingSlip } from './packing-slip.ts'
import type { Page } from './page.ts'
import { type Box, paperLayouts } from './paper.ts'
import { drawPickList } from './pick-list.ts'
import { createFontLibrary } from './text/font-library.ts'
import type { FontFamilies } from './text/font-slices.ts'

export type { PackingDocument } from './documents.ts'
export type { FontFamilies } from './text/font-slices.ts'

import { createTypesetter } from './text/typesetter.ts'

/** Returns a function that renders documents as PDF. It caches fonts between calls. */
export function createPdfRenderer(families: FontFamilies) {
  const library = createFontLibrary(families)
  return async (document: PackingDocument): Promise<Buffer> => {
    const { size, labels } = paperLayouts[document.paper]
    const doc = new PDFDocument({
      size: [...size],
      margin: 0,
      autoFirstPage: false,
      info: toInfo(document),
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const finished = new Promise<void>((resolve, reject) =>
      doc.on('end', resolve).on('error', reject),
    )
    const page: Page = {
      doc,
      size,
      typesetter: createTypesetter(doc, library),
      addPage: (pageSize = size) => void doc.addPage({ size: [...pageSize], margin: 0 }),
    }
    if (document.kind === 'address_label') await drawLabels(page, document, labels)
    else if (document.kind === 'pick_list') await drawPickList(page, document)
    else await drawSheets(page, document)
    doc.end()
    await finished
    return Buffer.concat(chunks)
  }
}

async function drawLabels(
  page: Page,
  document: PackingDocument,
  boxes: readonly Box[],
): Promise<void> {
  for (const [index, parcel] of document.parcels.entries()) {
    const box = boxes[index % boxes.length]
    if (box === undefined) throw new Error('the paper has no label')
    if (index % boxes.length === 0) page.addPage()
    await drawAddressLabel(page, document, parcel, box)
  }
}

/**
 * Draws the slips, the cards, or each slip with its card. If one card has a second side, all have one, so that a printer
 * for both sides begins each slip and each card on a new sheet.
 */
async function drawSheets(page: Page, document: PackingDocument): Promise<void> {
  const { kind, parcels, card_style } = document
  const findPhoto = openPhotos(page, document.photos)
  const prepared: (PreparedCard | undefined)[] = []
  for (const { card } of parcels)
    prepared.push(card === null ? undefined : await prepareCard(page, card, card_style, findPhoto))
  const hasTwoSides = prepared.some((card) => (card?.sideCount ?? 1) > 1)
  const toSides = (count: number) => (hasTwoSides ? count + (count % 2) : count)
  for (const [index, parcel] of parcels.entries()) {
    const card = prepared[index]
    if (kind !== 'greeting_card') {
      const count = await drawPackingSlip(page, document, parcel)
      if (kind === 'slip_and_card' && toSides(count) > count) page.addPage()
    }
    if (card !== undefined) await drawCard(page, card, toSides(card.sideCount))
  }
}

// biome-ignore format: read down the columns
const titles: Readonly<Record<PackingDocument['kind'], string>> = {
  packing_slip:  'Packing slips',
  address_label: 'Address labels',
  greeting_card: 'Cards',
  slip_and_card: 'Packing slips and cards',
  pick_list:     'Pick list',
}

const toInfo = ({ kind }: PackingDocument) => ({ Title: titles[kind], Creator: 'Bestow' })
