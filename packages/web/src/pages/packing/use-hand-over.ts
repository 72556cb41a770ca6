import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PackingParcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n/packing.ts'
import { findMistake } from './packing.ts'
import type { Tone } from './tones.ts'
import { leasesKey } from './use-leases.ts'

/** An error for a mistake of the packer that the station finds without the service. */
export class StationError extends Error {}

/** The message about the last action or scan. */
export interface StationMessage {
  tone: 'ok' | 'error'
  text: string
  /** Whether the message is about a hand-over that can be taken back. */
  canUndo?: boolean
}

interface StationTools {
  act: (run: () => Promise<void>) => Promise<boolean>
  say: (tone: StationMessage['tone'], text: string, sign?: Tone, canUndo?: boolean) => void
  /** Forgets a parcel that the packer no longer has. */
  close: (parcel: PackingParcel) => void
}

/** Provides the hand-over of a parcel, and its undo. */
export function useHandOver({ act, say, close }: StationTools) {
  const client = useQueryClient()
  const [last, setLast] = useState<Pick<PackingParcel, 'id' | 'barcode'>>()
  const handOver = (
    parcel: PackingParcel,
    values: { carrier_name: string; tracking_code: string },
  ) =>
    act(async () => {
      const mistake = findMistake(parcel, values.tracking_code)
      if (mistake !== undefined) throw new StationError(mistake)
      const { id, barcode, carrier } = await api.post(
        `/packing/parcels/${parcel.id}/hand-over`,
        values,
      )
      close(parcel)
      setLast({ id, barcode })
      await client.refetchQueries({ queryKey: leasesKey })
      const text =
        carrier === null
          ? t('Parcel {barcode} is handed over.', { barcode })
          : t('Parcel {barcode} is handed over to {carrier}.', { barcode, carrier })
      say('ok', text, 'done', true)
    })
  const undoHandOver = ({ id, barcode }: Pick<PackingParcel, 'id' | 'barcode'>) =>
    act(async () => {
      const { ended } = await api.post(`/packing/parcels/${id}/undo-hand-over`)
      setLast(undefined)
      say(
        'ok',
        ended === 'cancelled'
          ? t('Parcel {barcode} is taken back. Its gift was cancelled: put its items back.', {
              barcode,
            })
          : t('Parcel {barcode} is taken back. It waits under “Packed”.', { barcode }),
      )
    })
  const undoLast = () => {
    if (last !== undefined) return void undoHandOver(last)
    say('error', t('Choose the parcel to take back under “Handed over”.'))
  }
  return { handOver, undoHandOver, undoLast }
}
