import type { CardFormat, DocumentKind, Paper } from '#web/admin-api.ts'
import { apiUrl, createUnavailableError, fetchSignedIn, readApiError } from '#web/api.ts'
import { t } from '#web/i18n/packing.ts'

// biome-ignore format: read down the columns
export const paperLabels: Readonly<Record<Paper, string>> = {
  a4:     'A4',
  letter: t('US Letter'),
  '4x6':  '4 × 6 in',
}

// biome-ignore format: read down the columns
export const cardFormatLabels: Readonly<Record<CardFormat, string>> = {
  a6:            t('A6 card'),
  dl:            t('DL card (210 × 99 mm)'),
  a5_folded:     t('A5, folded to A6'),
  letter_folded: t('US Letter, folded'),
}

/** The papers that a warehouse has. */
export interface PrintSettings {
  paper: Paper
  card_style: { format: CardFormat; has_marks: boolean }
}

/** Fetches a document as PDF, and opens the browser's print dialog for it. */
export async function printDocument(
  kind: DocumentKind,
  settings: PrintSettings,
  parcel_ids: readonly string[],
): Promise<void> {
  await print('/packing/documents', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/pdf' },
    body: JSON.stringify({ kind, ...settings, parcel_ids }),
  })
}

/** Fetches the label that a carrier sold, and opens the browser's print dialog for it. */
export const printCarrierLabel = (parcel_id: string): Promise<void> =>
  print(`/packing/parcels/${parcel_id}/carrier-label`, {})

async function print(path: string, options: RequestInit): Promise<void> {
  const request = fetchSignedIn(apiUrl(path), options)
  const response = await request.catch(() => {
    throw createUnavailableError()
  })
  if (!response.ok) throw await readApiError(response)
  openPrintDialog(URL.createObjectURL(await response.blob()))
}

/**
 * Opens the browser's print dialog for a document. The frame with the document stays on the page until the
 * next document, because some browsers print after the call returns.
 */
function openPrintDialog(url: string): void {
  const previous = document.querySelector<HTMLIFrameElement>('iframe[data-print]')
  if (previous !== null) {
    URL.revokeObjectURL(previous.src)
    previous.remove()
  }
  const frame = document.createElement('iframe')
  frame.dataset.print = ''
  frame.title = t('Document to print')
  frame.className = 'print-frame'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.addEventListener('load', () => {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
  })
  frame.src = url
  document.body.append(frame)
}
