import type { Typesetter } from './text/typesetter.ts'

/** The page in progress. */
export interface Page {
  doc: PDFKit.PDFDocument
  typesetter: Typesetter
  size: readonly [width: number, height: number]
  addPage(): void
}
