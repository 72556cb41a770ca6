import { Button, Checkbox, Group, Kbd, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { PackingLine, PackingParcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n/packing.ts'
import { cleanScan } from './scanned-code.ts'
import { altKey, shortcuts } from './shortcuts.ts'
import type { ItemProblem } from './use-station.ts'

interface HandOverProps {
  parcel: PackingParcel
  isBusy: boolean
  /** The reason why the last try failed. */
  failure: string | undefined
  /** How long the hand-over can be taken back. */
  undoMinutes: number | undefined
  onClose: () => void
  onSubmit: (values: { carrier_name: string; tracking_code: string }) => void
}

/**
 * A dialog that asks for the tracking number, which the packer can scan. If the label was bought, the number
 * is already known.
 */
export function HandOverDialog({
  parcel,
  isBusy,
  failure,
  undoMinutes,
  onClose,
  onSubmit,
}: HandOverProps) {
  const [tracking_code, setTrackingCode] = useState('')
  const [carrier_name, setCarrierName] = useState('')
  const [isUntracked, setUntracked] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const hasLabel = parcel.carrier_id !== 'manual'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!hasLabel && !isUntracked && tracking_code.trim() === '') return setIncomplete(true)
    // After a failure, the next scan then replaces the number.
    if (document.activeElement === codeField.current) codeField.current?.select()
    onSubmit({
      tracking_code: isUntracked ? '' : cleanScan(tracking_code),
      carrier_name: carrier_name.trim(),
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Hand over {barcode}', { barcode: parcel.barcode })}
      size="md"
    >
      <form onSubmit={submit}>
        <Stack>
          {hasLabel ? (
            <Text>
              {parcel.carrier} ·{' '}
              <span className="mono">{parcel.tracking_code ?? t('no number')}</span>
            </Text>
          ) : (
            <>
              <TextInput
                ref={codeField}
                readOnly={isBusy}
                size="lg"
                label={t('Tracking number')}
                description={t('Scan or type it.')}
                error={
                  isIncomplete &&
                  !isUntracked &&
                  tracking_code.trim() === '' &&
                  t('Scan the number, or choose “Mail without tracking”.')
                }
                disabled={isUntracked}
                value={isUntracked ? '' : tracking_code}
                onChange={(event) => setTrackingCode(event.currentTarget.value)}
                maxLength={64}
                autoComplete="off"
                data-autofocus
              />
              <Checkbox
                label={t('Mail without tracking')}
                checked={isUntracked}
                onChange={(event) => setUntracked(event.currentTarget.checked)}
              />
              <CarrierField
                code={isUntracked ? '' : cleanScan(tracking_code)}
                value={carrier_name}
                onChange={setCarrierName}
              />
            </>
          )}
          <Text size="sm" c="dimmed">
            {undoMinutes !== undefined &&
              t(
                'You can take the parcel back for {minutes} minutes. Then the gift counts as dispatched, and the recipient is informed.',
                { minutes: undoMinutes },
              )}
          </Text>
          <DialogFailure failure={failure} />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onClose}>
              {t('Go back')}
            </Button>
            <Button
              type="submit"
              size="md"
              loading={isBusy}
              {...(hasLabel && { 'data-autofocus': true })}
            >
              {t('Hand over')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface CarrierFieldProps {
  code: string
  value: string
  onChange: (name: string) => void
}

/**
 * A field for the carrier. It shows the carrier of the tracking number before the packer hands over the
 * parcel.
 */
function CarrierField({ code, value, onChange }: CarrierFieldProps) {
  const [tracking_code] = useDebouncedValue(code, 150)
  const { data } = useQuery({
    queryKey: ['packing', 'carrier', tracking_code],
    queryFn: () => api.get('/packing/carrier', { tracking_code }),
    enabled: tracking_code !== '',
    staleTime: 'static',
    retry: false,
  })
  const guess = code === '' || code !== tracking_code ? undefined : data?.carrier_name
  return (
    <TextInput
      size="lg"
      label={t('Carrier')}
      description={
        <span role="status">
          {guess === undefined &&
            t('Leave it empty if the tracking number identifies the carrier.')}
          {guess === null && t('The number does not show its carrier. Enter the name.')}
          {typeof guess === 'string' &&
            t('{guess}, by the number. Enter another one if it is wrong.', { guess })}
        </span>
      }
      value={value}
      placeholder={guess ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={60}
      autoComplete="off"
    />
  )
}

/** The reason why the last try failed, inside the dialog. */
export const DialogFailure = ({ failure }: { failure: string | undefined }) => (
  <div role="alert">
    {failure !== undefined && (
      <Text fw={600} className="packing-failure">
        {failure}
      </Text>
    )}
  </div>
)

interface ProblemProps {
  problem: ItemProblem | 'address'
  parcel: PackingParcel
  line: PackingLine | undefined
  isBusy: boolean
  failure: string | undefined
  onClose: () => void
  onConfirm: () => void
}

/** A dialog that says what a problem leads to before the packer reports the problem. */
export function ProblemDialog(props: ProblemProps) {
  const { problem, parcel, line, isBusy, failure, onClose, onConfirm } = props
  const { title, item, text, confirmLabel } = describeProblem(problem, parcel, line)
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <Stack>
        {item !== undefined && <Text fw={600}>{item}</Text>}
        <Text>{text}</Text>
        <DialogFailure failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('Go back')}
          </Button>
          <Button color="red.8" size="md" loading={isBusy} onClick={onConfirm} data-autofocus>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function describeProblem(
  problem: ProblemProps['problem'],
  parcel: PackingParcel,
  line: PackingLine | undefined,
) {
  const item = line === undefined ? t('The item') : `${line.name} (${line.sku})`
  const warehouse = parcel.warehouse?.name ?? t('this warehouse')
  if (problem === 'out_of_stock')
    return {
      title: t('Report the item as out of stock?'),
      item,
      text: t(
        'Its stock in {warehouse} is set to 0. The gift ships from another warehouse, or waits until the item is in stock. Put the other items back into stock.',
        { warehouse },
      ),
      confirmLabel: t('Set the stock to 0'),
    }
  if (problem === 'damaged')
    return {
      title: t('Report the item as damaged?'),
      item,
      text: t(
        'One unit is written off in {warehouse}. If another one is in stock, take it. Otherwise the gift ships from another warehouse, or waits.',
        { warehouse },
      ),
      confirmLabel: t('Write one off'),
    }
  return {
    title: t('Report the address as unusable?'),
    item: undefined,
    text: t(
      'The gift goes back to its sender, who corrects the address. The parcel then returns to the queue. Keep the box, or put the items back.',
    ),
    confirmLabel: t('Return the parcel'),
  }
}

/** A dialog with all keys of the packing station. */
export const HelpDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('Keys of the packing station')} size="md">
    <Stack gap="xs">
      <KeyRow keys={[t('Enter|key')]} description={t('The next step: take, packed, hand over')} />
      <KeyRow keys={[t('Space|key')]} description={t('Tick one unit of the selected item')} />
      <KeyRow keys={['↑', '↓']} description={t('Select an item')} />
      {shortcuts.map(({ action, key, description }) => (
        <KeyRow key={action} keys={[altKey, key]} description={description} />
      ))}
      <Text size="sm" c="dimmed">
        {t('Enter, Space and the arrows work while the scan field is empty.')}
      </Text>
    </Stack>
  </Modal>
)

const KeyRow = ({ keys, description }: { keys: readonly string[]; description: string }) => (
  <Group justify="space-between" wrap="nowrap">
    <Text>{description}</Text>
    <Group gap={4} wrap="nowrap">
      {keys.map((key) => (
        <Kbd key={key} size="md">
          {key}
        </Kbd>
      ))}
    </Group>
  </Group>
)
