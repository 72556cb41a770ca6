import { useSessionStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { PackingParcel, Rate } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { t } from '#web/i18n/packing.ts'
import { completeText, isComplete, type Ticks } from './packing.ts'
import { findBarcode, findItem } from './scanned-code.ts'
import { type Tone, useTones } from './tones.ts'
import { StationError, type StationMessage, useHandOver } from './use-hand-over.ts'
import { type EndedLease, leasesKey, useLeases } from './use-leases.ts'

export type ItemProblem = 'out_of_stock' | 'damaged'

const noTicks: Ticks = {}

/** Provides the state of the packing station and all actions of a packer. */
export function useStation(warehouse_id: string | undefined) {
  const client = useQueryClient()
  const sound = useTones()
  const [message, setMessage] = useState<StationMessage>()
  const [ended, setEnded] = useState<EndedLease[]>([])
  const [currentId, setCurrentId] = useState<string>()
  const [selectedId, setSelectedId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [allTicks, setTicks] = useSessionStorage<Record<string, Ticks>>({
    key: 'bestow.packing.ticks',
    defaultValue: {},
  })
  const say = (tone: StationMessage['tone'], text: string, sign: Tone = tone, canUndo = false) => {
    setMessage({ tone, text, canUndo })
    sound.play(sign)
  }
  const leases = useLeases((lease) => {
    setEnded((before) => [...before.filter(({ id }) => id !== lease.id), lease])
    setMessage(undefined)
    sound.play('error')
  })
  const { parcels } = leases
  const current = parcels.find(({ id }) => id === currentId) ?? parcels[0]
  const ticks = (current && allTicks[current.id]) ?? noTicks
  const selected =
    current?.lines.find(({ variant_id }) => variant_id === selectedId) ??
    current?.lines.find(({ variant_id, quantity }) => (ticks[variant_id] ?? 0) < quantity)

  const reload = () => client.invalidateQueries({ queryKey: ['packing'] })
  /**
   * Runs an action, but only one at a time. After a failure, it shows the error and loads the lists again.
   * Returns whether the action succeeded.
   */
  const act = async (run: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    try {
      await run()
      return true
    } catch (error) {
      say('error', toMessage(error))
      return false
    } finally {
      setBusy(false)
      void reload()
    }
  }
  const open = (id: string) => {
    setCurrentId(id)
    setSelectedId(undefined)
  }
  const setCurrentTicks = (parcel: PackingParcel, next: Ticks) =>
    setTicks((before) => ({ ...before, [parcel.id]: next }))
  const close = (parcel: PackingParcel) => {
    leases.forget(parcel.id)
    setTicks(({ [parcel.id]: _closed, ...others }) => others)
    client.removeQueries({ queryKey: ['packing', 'address', parcel.id] })
  }

  const handOvers = useHandOver({ act, say, close })

  const takeNext = (count: number) =>
    act(async () => {
      const body = { count, ...(warehouse_id === undefined ? {} : { warehouse_id }) }
      const { ids } = await api.post('/packing/leases/next', body)
      await client.refetchQueries({ queryKey: leasesKey })
      if (ids[0] === undefined) return say('ok', t('No parcel is waiting.'))
      open(ids[0])
      say(
        'ok',
        ids.length === 1
          ? t('Here is your next parcel. Space ticks an item, Enter packs.')
          : t('You have {count} more parcels.', { count: ids.length }),
      )
    })

  const take = async (idOrBarcode: string) => {
    if (isBusy) return say('error', t('One moment. Then scan the parcel again.'))
    await act(async () => {
      const parcel = await api.post('/packing/leases', { parcel: idOrBarcode })
      setEnded((before) => before.filter(({ id }) => id !== parcel.id))
      await client.refetchQueries({ queryKey: leasesKey })
      open(parcel.id)
      say('ok', t('Parcel {barcode} is open.', { barcode: parcel.barcode }))
    })
  }

  /** Ticks one unit of an item, or says why that is not possible. */
  const tick = (parcel: PackingParcel, variant_id: string) => {
    const line = parcel.lines.find((each) => each.variant_id === variant_id)
    if (line === undefined) return
    const before = allTicks[parcel.id] ?? noTicks
    const count = before[variant_id] ?? 0
    setSelectedId(variant_id)
    if (parcel.packed_at !== null)
      return say(
        'error',
        t('This parcel is packed. To change it, choose “Mark as not packed” under “More actions”.'),
      )
    if (count >= line.quantity)
      return say(
        'error',
        t('One too many: the parcel gets {quantity} × {name}.', {
          quantity: line.quantity,
          name: line.name,
        }),
      )
    const next = { ...before, [variant_id]: count + 1 }
    setCurrentTicks(parcel, next)
    if (count + 1 === line.quantity) setSelectedId(undefined)
    if (isComplete(parcel, next)) return say('ok', completeText, 'done')
    say(
      'ok',
      t('{name}: {done} of {quantity}', {
        name: line.name,
        done: count + 1,
        quantity: line.quantity,
      }),
    )
  }
  const untick = (parcel: PackingParcel, variant_id: string) =>
    setCurrentTicks(parcel, { ...(allTicks[parcel.id] ?? noTicks), [variant_id]: 0 })

  /**
   * Handles a code that was scanned or typed: the barcode of a parcel, or the SKU of an item in the open
   * parcel.
   */
  const scan = (code: string) => {
    const barcode = findBarcode(code)
    if (barcode !== undefined) {
      if (barcode === current?.barcode)
        return say('ok', t('Parcel {barcode} is open.', { barcode }))
      return void take(barcode)
    }
    if (current === undefined)
      return say(
        'error',
        t('No parcel is open, so {code} cannot be checked. Take a parcel first.', { code }),
      )
    const line = findItem(current.lines, code)
    if (line === undefined)
      return say('error', t('Wrong item: {code} is not in this parcel.', { code }))
    tick(current, line.variant_id)
  }

  const pack = (parcel: PackingParcel) =>
    act(async () => {
      const checked = isComplete(parcel, ticks) ? 'scanned' : 'by_hand'
      await api.post(`/packing/parcels/${parcel.id}/pack`, { checked })
      await client.refetchQueries({ queryKey: leasesKey })
      say('ok', t('Packed. Press Enter for the next parcel.'), 'done')
    })
  const unpack = (parcel: PackingParcel) =>
    act(async () => {
      await api.post(`/packing/parcels/${parcel.id}/unpack`)
      await client.refetchQueries({ queryKey: leasesKey })
      say('ok', t('Not packed.'))
    })
  const buyLabel = (parcel: PackingParcel, rate: Rate) =>
    act(async () => {
      await api.post(`/packing/parcels/${parcel.id}/rate`, { rate_id: rate.id })
      await client.refetchQueries({ queryKey: leasesKey })
      say(
        'ok',
        t('The label of {carrier} is bought. Print it now.', { carrier: rate.carrier_name }),
        'done',
      )
    })
  const release = (parcel: PackingParcel) =>
    act(async () => {
      leases.forget(parcel.id)
      await api.delete(`/packing/leases/${parcel.id}`)
      close(parcel)
      await client.refetchQueries({ queryKey: leasesKey })
      say('ok', t('Parcel {barcode} is free again.', { barcode: parcel.barcode }))
    })
  /**
   * Reports a problem with an item. A retry sends the same report id, so that the server does not write off
   * the item twice after a lost response.
   */
  const reportItem = (
    parcel: PackingParcel,
    problem: ItemProblem,
    body: { variant_id: string; report_id: string },
  ) =>
    act(async () => {
      const path = problem === 'damaged' ? 'damaged' : 'out-of-stock'
      leases.forget(parcel.id)
      const { outcome } = await api.post(`/packing/parcels/${parcel.id}/${path}`, body)
      await client.refetchQueries({ queryKey: leasesKey })
      if (outcome === 'unchanged') {
        untick(parcel, body.variant_id)
        return say('ok', t('Written off. Take another one from stock and scan it.'))
      }
      close(parcel)
      say(
        'ok',
        t(
          'Put the other items back. The gift ships from another warehouse, or when the item is in stock.',
        ),
      )
    })
  const reportAddress = (parcel: PackingParcel) =>
    act(async () => {
      leases.forget(parcel.id)
      await api.post(`/packing/parcels/${parcel.id}/address-unusable`)
      close(parcel)
      await client.refetchQueries({ queryKey: leasesKey })
      say('ok', t('Returned. The parcel comes back with a corrected address.'))
    })

  return {
    sound,
    message,
    say,
    leases,
    parcels,
    current,
    ticks,
    selected,
    isBusy,
    ended,
    dismissEnded: (id: string) => setEnded((before) => before.filter((each) => each.id !== id)),
    open,
    select: setSelectedId,
    takeNext,
    take,
    tick,
    untick,
    scan,
    pack,
    unpack,
    buyLabel,
    ...handOvers,
    release,
    reportItem,
    reportAddress,
    checkAll: useCallback(
      (parcel: PackingParcel) =>
        setTicks((before) => ({
          ...before,
          [parcel.id]: Object.fromEntries(
            parcel.lines.map(({ variant_id, quantity }) => [variant_id, quantity]),
          ),
        })),
      [setTicks],
    ),
  }
}

function toMessage(error: unknown): string {
  if (error instanceof StationError) return error.message
  if (!(error instanceof ApiError)) return t('Something went wrong. Try again.')
  return error.status === 0 ? t('No connection. Try again in a moment.') : error.message
}

export type Station = ReturnType<typeof useStation>
