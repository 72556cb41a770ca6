import type { PackingDocument } from './documents.ts'
import type { Page } from './page.ts'
import { mm } from './paper.ts'

/** The longer edge of the largest photo on a card, in millimetres. */
const maxEdgeMm = 30
const dotsPerInch = 300
const cornerRadius = mm(1.5)

/** The longer edge of a photo in pixels, so that it has 300 dots per inch on the largest card. */
export const photoPixels: number = Math.ceil((maxEdgeMm / 25.4) * dotsPerInch)

/** A decoded photo of a document. A file has it once, however many cards show it. */
export interface CardPhoto {
  /** Its size on the card, in points. */
  width: number
  height: number
  draw: (doc: PDFKit.PDFDocument, x: number, y: number) => void
}

/** Finds a photo by its id, with its longer edge in points. */
export type FindPhoto = (id: string | null, edge: number) => CardPhoto | undefined

/** What the type of pdfkit leaves out: an image that is read once, and drawn several times. */
interface ImageReader {
  openImage(content: Buffer): { width: number; height: number }
}

/** Reads each photo once. */
export function openPhotos({ doc }: Page, photos: PackingDocument['photos']): FindPhoto {
  const reader = doc as unknown as ImageReader
  const images = new Map(
    Object.entries(photos).map(([id, content]) => [id, reader.openImage(Buffer.from(content))]),
  )
  return (id, edge) => {
    const image = images.get(id ?? '')
    if (image === undefined) return undefined
    const scale = Math.min(edge, mm(maxEdgeMm)) / Math.max(image.width, image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    return {
      ...{ width, height },
      draw: (target, x, y) => {
        target.save().roundedRect(x, y, width, height, cornerRadius).clip()
        target.image(image as never, x, y, { width, height })
        target.restore()
      },
    }
  }
}
