import JsBarcode from 'jsbarcode'
import qrcode from 'qrcode'
import type { Box } from './paper.ts'

/** The blank modules that scanners need on each side of a Code 128. */
const code128QuietZone = 10
const qrQuietZone = 2

/** The narrowest bar that common scanners read on paper: 0.19 mm. */
const minModule = 0.54
/** Wider bars need more space and are no easier to read: 0.5 mm. */
const maxModule = 1.42

/** Draws a Code 128 at the left of the box, in its full height. Returns its width with the quiet zones. */
export function drawCode128(doc: PDFKit.PDFDocument, text: string, box: Box): number {
  const modules = encodeCode128(text)
  const count = modules.length + 2 * code128QuietZone
  const module = Math.max(minModule, Math.min(maxModule, box.width / count))
  const left = box.x + code128QuietZone * module
  for (const { index, 0: bar } of modules.matchAll(/1+/g))
    doc.rect(left + index * module, box.y, bar.length * module, box.height)
  doc.fill('black')
  return count * module
}

/** Returns one character for each module: 1 for a bar, 0 for a space. */
function encodeCode128(text: string): string {
  const target: { encodings?: { data: string }[] } = {}
  JsBarcode(target, text, { format: 'CODE128' })
  const [encoding] = target.encodings ?? []
  if (encoding === undefined) throw new Error('the barcode has no encoding')
  return encoding.data
}

/** Draws a QR code that fills the square box, with its quiet zone. */
export function drawQrCode(doc: PDFKit.PDFDocument, text: string, { x, y, width }: Box): void {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const module = width / (modules.size + 2 * qrQuietZone)
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column) === 1)
        doc.rect(
          x + (column + qrQuietZone) * module,
          y + (row + qrQuietZone) * module,
          module,
          module,
        )
  doc.fill('black')
}
