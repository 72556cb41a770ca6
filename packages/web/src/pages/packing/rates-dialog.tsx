import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PackingParcel, Rate } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { t } from '#web/i18n/packing.ts'
import { DialogFailure } from './dialogs.tsx'

interface RatesProps {
  parcel: PackingParcel
  isBusy: boolean
  failure: string | undefined
  onClose: () => void
  onSubmit: (rate: Rate) => void
}

/**
 * A dialog that compares the rates of carriers for a parcel, and buys the label at one of them. The cheapest
 * rate is selected at first.
 */
export function RatesDialog({ parcel, isBusy, failure, onClose, onSubmit }: RatesProps) {
  const { data, error } = useQuery({
    queryKey: ['packing', 'rates', parcel.id],
    queryFn: () => api.get(`/packing/parcels/${parcel.id}/rates`),
    // Once: a carrier may give the same rates other ids, and the choice of the packer would be lost.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  })
  const [chosenId, setChosenId] = useState<string>()
  const rates = data?.rates ?? []
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // With this focus, the arrow keys choose another rate, and Enter buys it.
    if (data !== undefined) group.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [data])
  const chosen = rates.find(({ id }) => id === chosenId) ?? rates[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== undefined) onSubmit(chosen)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Choose a rate for {barcode}', { barcode: parcel.barcode })}
      size="md"
    >
      <form onSubmit={submit}>
        <Stack>
          {error !== null && <ErrorState error={error} />}
          {data === undefined && error === null && (
            <BoxSkeleton h={160} label={t('Asking the carriers for their rates')} />
          )}
          {data !== undefined && rates.length === 0 && (
            <Text>{t('The label is bought already.')}</Text>
          )}
          {rates.length > 0 && (
            <Radio.Group
              ref={group}
              value={chosen?.id ?? null}
              onChange={setChosenId}
              aria-label={t('Rate')}
            >
              <Stack gap="sm" pt={4}>
                {rates.map((rate) => (
                  <Radio
                    key={rate.id}
                    size="md"
                    value={rate.id}
                    label={`${formatAmount(rate.amount_minor, rate.currency)} · ${rate.carrier_name} ${rate.service}`}
                    description={describeDays(rate)}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <DialogFailure failure={failure} />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onClose}>
              {t('Go back')}
            </Button>
            <Button type="submit" size="md" loading={isBusy} disabled={chosen === undefined}>
              {t('Buy the label')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const describeDays = ({ delivery_days: days }: Rate): string =>
  days === null ? t('No estimate') : t('{count} days', { count: days })
