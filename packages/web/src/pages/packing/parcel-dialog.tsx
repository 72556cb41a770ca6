import { useEffect, useState } from 'react'
import { HandOverDialog, ProblemDialog } from './dialogs.tsx'
import { RatesDialog } from './rates-dialog.tsx'
import type { Station } from './use-station.ts'

type DialogKind = 'rates' | 'hand_over' | 'out_of_stock' | 'damaged' | 'address'

/**
 * A dialog about one parcel and one of its items. It still shows this parcel and this item when another
 * parcel becomes the current one.
 */
export interface OpenDialog {
  kind: DialogKind
  parcel_id: string
  variant_id: string | undefined
}

interface ParcelDialogProps {
  station: Station
  dialog: OpenDialog
  /** How long a hand-over can be taken back. Undefined while the page loads. */
  undoMinutes: number | undefined
  close: () => void
}

/**
 * Creates a random id for a report. The code does not use `crypto.randomUUID`, because it exists only in
 * secure contexts. A station in a local network may use HTTP.
 */
function createReportId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * The open dialog about a parcel. If the user has lost the parcel in the meantime, the dialog closes and
 * renders nothing.
 */
export function ParcelDialog({ station, dialog, undoMinutes, close }: ParcelDialogProps) {
  const { kind, parcel_id, variant_id } = dialog
  const [hasFailed, setFailed] = useState(false)
  const [reportId] = useState(createReportId)
  const parcel = station.parcels.find(({ id }) => id === parcel_id)
  const isGone = parcel === undefined
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])
  if (parcel === undefined) return null
  /**
   * Closes the dialog after a successful action. After a failure the dialog stays open, so that no input is
   * lost.
   */
  const run = (action: Promise<boolean>) =>
    void action.then((succeeded) => (succeeded ? close() : setFailed(true)))
  const { isBusy, message } = station
  const failure = hasFailed && !isBusy && message?.tone === 'error' ? message.text : undefined
  const shared = { parcel, isBusy, failure, onClose: close }
  if (kind === 'rates')
    return <RatesDialog {...shared} onSubmit={(rate) => run(station.buyLabel(parcel, rate))} />
  if (kind === 'hand_over')
    return (
      <HandOverDialog
        {...shared}
        undoMinutes={undoMinutes}
        onSubmit={(values) => run(station.handOver(parcel, values))}
      />
    )
  return (
    <ProblemDialog
      {...shared}
      problem={kind}
      line={parcel.lines.find((line) => line.variant_id === variant_id)}
      onConfirm={() =>
        run(
          kind === 'address'
            ? station.reportAddress(parcel)
            : station.reportItem(parcel, kind, {
                variant_id: variant_id ?? '',
                report_id: reportId,
              }),
        )
      }
    />
  )
}
