import { getDocumentProxy } from 'unpdf'

export interface PdfPage {
  /** The width of the page in points. */
  width: number
  height: number
  /** The text of the page. It has no spaces between parts that are drawn separately. */
  text: string
}

/** Reads the size and the text of each page of a PDF. */
export async function readPdf(pdf: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: PdfPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    pages.push({
      width,
      height,
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
    })
  }
  return pages
}
