import { t } from '../../i18n/gifts.ts'

/**
 * The labels of causes in the history of the API. These causes contain names of fields, so the labels use the
 * words of the web app.
 */
const causeLabels: Readonly<Record<string, string>> = {
  'its link was made': t('Link created'),
  'direct-send: its link was made': t('Link created'),
  'send_at was reached': t('Send date reached'),
  'expires_at was reached': t('Expiry date reached'),
  'its claim was not finished in time': t('The claim was not completed in time'),
  'its claim was not finished, and its one-link is closed': t(
    'The claim was not completed, and the one-link is closed',
  ),
  'its one-link was closed': t('One-link closed'),
  'its recipient was erased': t('Personal data erased'),
  'created over the API': t('Created through the API'),
  'claimed by a visitor': t('Claimed by a visitor'),
  'redeemed by the recipient': t('Redeemed by the recipient'),
  'advanced by a test helper': t('Advanced by a test helper'),
  'not enough stock': t('Not enough stock'),
}

/** Describes why a gift changed its state. */
export const describeCause = (cause: string): string =>
  causeLabels[cause] ??
  describeUserAction(cause) ??
  describeParcel(cause) ??
  cause.charAt(0).toUpperCase() + cause.slice(1)

/** Describes a cause that contains the name of a user. */
function describeUserAction(cause: string): string | undefined {
  const [, action, name = ''] = /^([a-z ]+?) by (.+) in the web app$/.exec(cause) ?? []
  switch (action) {
    case 'sent':
      return t('Sent by {name} in the web app', { name })
    case 'sent again':
      return t('Sent again by {name} in the web app', { name })
    case 'replaced':
      return t('Replaced by {name} in the web app', { name })
    case 'cancelled':
      return t('Cancelled by {name} in the web app', { name })
    default:
      return undefined
  }
}

/** Describes a cause with a sentence from src/domain/fulfilment/parcels/describe-parcel.ts. */
function describeParcel(cause: string): string | undefined {
  const [, number = '', rest = ''] = /^parcel (\d+):? (.+)$/.exec(cause) ?? []
  if (rest === 'waits to be packed') return t('Parcel {number} waits to be packed', { number })
  const [, marked] = /^was marked as ([a-z ]+)$/.exec(rest) ?? []
  if (marked !== undefined)
    return t('Parcel {number} was marked as {state}', { number, state: nameState(marked) })
  const [, name = '', message = ''] =
    /^(.+) (accepted the parcel|rejected the label|reports [a-z ]+)$/.exec(rest) ?? []
  const carrier = carrierNames[name] ?? name
  if (message === '') return undefined
  if (message === 'accepted the parcel')
    return t('Parcel {number}: {carrier} accepted the parcel', { number, carrier })
  if (message === 'rejected the label')
    return t('Parcel {number}: {carrier} rejected the label', { number, carrier })
  const state = nameState(message.replace('reports ', ''))
  return t('Parcel {number}: {carrier} reports {state}', { number, carrier, state })
}

const carrierNames: Readonly<Record<string, string>> = {
  'the carrier': t('the carrier'),
  'the warehouse': t('the warehouse'), // in the history of gifts from before 0.2.0
  'the simulator': t('the simulator'),
}

const nameState = (state: string): string => reportedStates[state] ?? state

// biome-ignore format: read down the columns
const reportedStates: Readonly<Record<string, string>> = {
  'in transit':              t('in transit'),
  'out for delivery':        t('out for delivery'),
  'delivery attempt failed': t('delivery attempt failed'),
  'delivered':               t('delivered'),
  'returned':                t('returned'),
  'lost':                    t('lost'),
  'cancelled':               t('cancelled'),
}
