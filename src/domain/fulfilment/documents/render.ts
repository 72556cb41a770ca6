import PDFDocument from 'pdfkit'
import { drawAddressLabel } from './address-label.ts'
import type { PackingDocument } from './documents.ts'
import { drawPackingSlip } from './packing-slip.ts'
import type { Page } from './page.ts'
import { paperLayouts } from './paper.ts'
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
      addPage: () => void doc.addPage(),
    }
    for (const [index, parcel] of document.parcels.entries()) {
      const label = labels[index % labels.length]
      if (document.kind === 'packing_slip' || label === undefined) {
        await drawPackingSlip(page, document, parcel)
        continue
      }
      if (index % labels.length === 0) page.addPage()
      await drawAddressLabel(page, document, parcel, label)
    }
    doc.end()
    await finished
    return Buffer.concat(chunks)
  }
}

const toInfo = ({ kind }: PackingDocument) => ({
  Title: kind === 'packing_slip' ? 'Packing slips' : 'Address labels',
  Creator: 'Bestow',
})
