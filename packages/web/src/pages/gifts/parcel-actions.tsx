import { Checkbox, Menu, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ManualState, Parcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import type { Gift } from './gift.ts'

interface StateEntry {
  /** The label of the menu item. */
  label: string
  submit: string
  title: string
  /** A text about the consequence, which the user reads before confirming. */
  consequence: string
  done: string
}

// biome-ignore format: read down the columns
const entries: Readonly<Record<ManualState, StateEntry>> = {
  in_transit:              { label: t('In transit'), submit: t('Mark as in transit'),               title: t('Mark the parcel as in transit?'),       done: t('Parcel is in transit.'),        consequence: t('The gift becomes dispatched. When it leaves for the first time, the recipient gets an email with the tracking link.') },
  out_for_delivery:        { label: t('Out for delivery'), submit: t('Mark as out for delivery'),         title: t('Mark the parcel as out for delivery?'), done: t('Parcel is out for delivery.'),  consequence: t('If the parcel had not left yet, the gift becomes dispatched first, and the recipient gets an email.') },
  delivery_attempt_failed: { label: t('Delivery attempt failed'), submit: t('Record failed delivery'),  title: t('Record a failed delivery?'),            done: t('Failed delivery recorded.'),    consequence: t('The recipient gets an email that the carrier could not hand over the parcel.') },
  delivered:               { label: t('Delivered'), submit: t('Mark as delivered'),                title: t('Mark the parcel as delivered?'),        done: t('Parcel delivered.'),            consequence: t('When all parcels of the gift have arrived, the gift is delivered, and the recipient gets an email.') },
  returned:                { label: t('Returned'), submit: t('Mark as returned'),                 title: t('Mark the parcel as returned?'),         done: t('Return recorded.'),             consequence: t('The recipient gets an email that the parcel came back. If no other parcel of the gift can arrive, the gift is cancelled, and its items need a new gift.') },
  lost:                    { label: t('Lost'), submit: t('Mark as lost'),                     title: t('Mark the parcel as lost?'),             done: t('Loss recorded.'),               consequence: t('The recipient gets an email that the parcel was lost. If no other parcel of the gift can arrive, the gift is cancelled, and its items need a new gift.') },
}

/**
 * A menu for a parcel that is shipped by hand. A person enters the progress of the parcel with it. The menu
 * renders nothing for other parcels.
 */
export function ParcelMenu({ gift, parcel }: { gift: Gift; parcel: Parcel }) {
  const [dialog, setDialog] = useState<ManualState | 'tracking'>()
  const canChange = usePermission('gift_requests:write')
  const { next_states, can_edit_tracking, can_restock } = parcel
  if (!canChange) return null
  if (next_states.length === 0 && !can_edit_tracking && !can_restock) return null
  const path = `/gift-requests/${gift.id}/parcels/${parcel.id}` as const
  const run = async (request: () => Promise<unknown>, message: string) => {
    await request()
    toast(message)
  }
  const close = () => setDialog(undefined)
  const title = dialog === 'tracking' ? t('Tracking number') : dialog && entries[dialog].title
  return (
    <>
      <MoreMenu label={t('Progress of parcel {number}', { number: parcel.number })}>
        {next_states.length > 0 && <Menu.Label>{t('Record progress')}</Menu.Label>}
        {next_states.map((state) => (
          <Menu.Item key={state} onClick={() => setDialog(state)}>
            {entries[state].label}…
          </Menu.Item>
        ))}
        {next_states.length > 0 && <Menu.Divider />}
        {can_edit_tracking && (
          <Menu.Item onClick={() => setDialog('tracking')}>
            {parcel.tracking_code === null ? t('Add tracking number…') : t('Edit tracking number…')}
          </Menu.Item>
        )}
        {can_restock && (
          <Menu.Item onClick={() => confirmRestock({ parcel, path, run })}>
            {t('Put items back into stock…')}
          </Menu.Item>
        )}
      </MoreMenu>
      <Modal opened={dialog !== undefined} onClose={close} title={title}>
        {dialog === 'tracking' && (
          <TrackingForm parcel={parcel} path={path} run={run} close={close} />
        )}
        {dialog !== undefined && dialog !== 'tracking' && (
          <StateForm state={dialog} parcel={parcel} path={path} run={run} close={close} />
        )}
      </Modal>
    </>
  )
}

interface ActionProps {
  parcel: Parcel
  path: `/gift-requests/${string}/parcels/${string}`
  run: (request: () => Promise<unknown>, message: string) => Promise<void>
}

interface DialogProps extends ActionProps {
  close: () => void
}

const noUndo = t('You cannot undo this.')

/**
 * A form that changes the state of a parcel. If the parcel leaves without a tracking number, the form asks
 * for a number, so that the email has the link.
 */
function StateForm({ state, parcel, path, run, close }: DialogProps & { state: ManualState }) {
  const isAdmin = usePermission('catalogue:write')
  const { consequence, submit, done } = entries[state]
  const asksTracking = parcel.state === 'ordered'
  const save = ({ restock, ...tracking }: TrackingValues & { restock: boolean }) =>
    run(
      () =>
        api.post(`${path}/progress`, {
          state,
          ...(asksTracking && tracking.tracking_code.trim() !== '' && toBody(parcel, tracking)),
          ...(restock && { restock }),
        }),
      restock ? t('Return recorded. The items are back in stock.') : done,
    )
  return (
    <Form
      initial={{ ...toTrackingValues(parcel), restock: false }}
      onSubmit={save}
      onDone={close}
      submitLabel={submit}
      onCancel={close}
    >
      {(form) => (
        <>
          <Text size="sm">
            {consequence} {noUndo}
          </Text>
          {asksTracking && <TrackingFields getInputProps={form.getInputProps} />}
          {state === 'returned' && isAdmin && (
            <Checkbox
              label={t('Put {count} items back into stock now', { count: countItems(parcel) })}
              description={t(
                'Only if the parcel is here and its items can be sent again. You can also do this later.',
              )}
              {...form.getInputProps('restock', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </Form>
  )
}

function TrackingForm({ parcel, path, run, close }: DialogProps) {
  return (
    <Form
      initial={toTrackingValues(parcel)}
      onSubmit={(values) =>
        run(() => api.put(`${path}/tracking`, toBody(parcel, values)), t('Tracking number saved.'))
      }
      onDone={close}
      submitLabel={t('Save')}
      onCancel={close}
    >
      {(form) => <TrackingFields getInputProps={form.getInputProps} />}
    </Form>
  )
}

function confirmRestock({ parcel, path, run }: ActionProps): void {
  confirm({
    title: t('Put the items back into stock?'),
    children: t('{count} items can be sent again from the same warehouse. You cannot undo this.', {
      count: countItems(parcel),
    }),
    confirmLabel: t('Put back'),
    isSafe: true,
    onConfirm: () => run(() => api.post(`${path}/restock`), t('The items are back in stock.')),
  })
}

type TrackingValues = { tracking_code: string; carrier_name: string; tracking_url: string }

const toTrackingValues = ({ tracking_code, tracking_url, carrier }: Parcel): TrackingValues => ({
  tracking_code: tracking_code ?? '',
  carrier_name: tracking_code === null ? '' : (carrier ?? ''),
  tracking_url: tracking_url ?? '',
})

/**
 * Builds the body of a request. It omits the carrier and the link of the old tracking number, so that the
 * service finds both from the new number.
 */
function toBody(parcel: Parcel, { tracking_code, carrier_name, tracking_url }: TrackingValues) {
  const before = toTrackingValues(parcel)
  const isNewCode = tracking_code.trim() !== before.tracking_code
  const keeps = (value: string, previous: string) =>
    value.trim() !== '' && !(isNewCode && value === previous)
  return {
    tracking_code,
    ...(keeps(carrier_name, before.carrier_name) && { carrier_name }),
    ...(keeps(tracking_url, before.tracking_url) && { tracking_url }),
  }
}

function TrackingFields({ getInputProps }: { getInputProps: (name: string) => object }) {
  return (
    <>
      <TextInput
        label={t('Tracking number')}
        placeholder="1Z5R89390357567127"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...getInputProps('tracking_code')}
      />
      <TextInput
        label={t('Carrier')}
        placeholder={t('Detected from the number')}
        description={t('Leave it empty to detect it from the number.')}
        autoComplete="off"
        maxLength={100}
        {...getInputProps('carrier_name')}
      />
      <TextInput
        label={t('Tracking link')}
        placeholder="https://"
        description={t('Leave it empty to use the carrier’s page.')}
        autoComplete="off"
        type="url"
        {...getInputProps('tracking_url')}
      />
    </>
  )
}

const countItems = ({ line_items }: Parcel): number =>
  line_items.reduce((sum, { quantity }) => sum + quantity, 0)
