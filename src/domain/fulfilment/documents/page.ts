import type { Typesetter } from './text/typesetter.ts'

/** The page in progress. */
export interface Page {
  doc: PDFKit.PDFDocument
  typesetter: Typesetter
  size: readonly [width: number, height: number]
  /** Adds a page; without a size, one of the paper. */
  addPage(size?: readonly [width: number, height: number]): void
}
