import { toastErrorAs } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/gifts.ts'
import { getStateLabels } from './gift-labels.ts'

/*
 * The texts about a gift that the service writes itself. The API has these texts in English only, so the web
 * app translates them. Other texts, such as the messages of a carrier, are not translated.
 */

// biome-ignore format: one text in a line
const serverTexts: Readonly<Record<string, string>> = {
  // Reasons why an action is not possible, from src/domain/fulfilment/gift-actions.ts and
  // src/domain/gifting/commands.
  'It is already cancelled.': t('It is already cancelled.'),
  'It was dispatched and cannot be recalled.': t('It was dispatched and cannot be recalled.'),
  'It has arrived.': t('It has arrived.'),
  'No recipient has claimed it yet.': t('No recipient has claimed it yet.'),
  'No more emails are sent about it.': t('No more emails are sent about it.'),
  'It has no parcel yet; the recipient enters the address.': t('It has no parcel yet; the recipient enters the address.'),
  'It has no parcels left to send.': t('It has no parcels left to send.'),
  'All of its parcels are in transit or delivered.': t('All of its parcels are in transit or delivered.'),
  'It is packed; take it out of the parcel at the packing station.': t('It is packed; take it out of the parcel at the packing station.'),
  'It is being packed; retry in some minutes.': t('It is being packed; retry in some minutes.'),
  'A label is being bought for it; retry in a minute.': t('A label is being bought for it; retry in a minute.'),
  'Its label shows the address; the recipient can change it on the page of the gift.': t('Its label shows the address; the recipient can change it on the page of the gift.'),
  'Direct sends do not expire.': t('Direct sends do not expire.'),
  'It is not claimed yet and expires with its one-link.': t('It is not claimed yet and expires with its one-link.'),
  'It has expired.': t('It has expired.'),
  'It is not sent yet.': t('It is not sent yet.'),
  'It is not claimed yet.': t('It is not claimed yet.'),
  'It is already redeemed or cancelled.': t('It is already redeemed or cancelled.'),
  'Its campaign does not send emails: share the link.': t('Its campaign does not send emails: share the link.'),
  'The recipient has declined.': t('The recipient has declined.'),
  'The recipient has stopped the reminders.': t('The recipient has stopped the reminders.'),
  'Email to its address bounced: correct the address first.': t('Email to its address bounced: correct the address first.'),
  'The last email was sent less than an hour ago.': t('The last email was sent less than an hour ago.'),
  'Only gifts that expired, were declined or did not arrive can be sent again.': t('Only gifts that expired, were declined or did not arrive can be sent again.'),
  'The JSON contains the recipient’s address. An admin can reveal it with a reason.': t('The JSON contains the recipient’s address. An admin can reveal it with a reason.'),
  'Its recipient was erased.': t('Its recipient was erased.'),
  'Its address was deleted.': t('Its address was deleted.'),
  'Nothing was found. Check the path and the id.': t('The gift was not found.'),
  // Reasons why a bulk action does not change a gift, from src/domain/sends/bulk-actions/reasons.ts.
  'It no longer exists.': t('It no longer exists.'),
  'It was sent again before.': t('It was sent again before.'),
  'Its expiry was changed after the extension.': t('Its expiry was changed after the extension.'),
  'An error of the service. Retry it, or ask an operator to look into the log.': t('An error of the service. Retry it, or ask an operator to look into the log.'),
  'The expiry must be in the future.': t('The expiry must be in the future.'),
  'The expiry must be after send_at.': t('The expiry must be after send_at.'),
  'It has neither an email address nor a phone number.': t('It has neither an email address nor a phone number.'),
  'The recipient has opted out of campaign emails.': t('The recipient has opted out of campaign emails.'),
  // Problems of a parcel, from src/domain/fulfilment/parcels/parcel-problems.ts.
  'There is not enough in stock.': t('There is not enough in stock.'),
  'Add stock. Shipping then continues automatically.': t('Add stock. Shipping then continues automatically.'),
  'The carrier did not take the parcel.': t('The carrier did not take the parcel.'),
  'Correct the address, or retry.': t('Correct the address, or retry.'),
  'The recipient was not there to accept the parcel.': t('The recipient was not there to accept the parcel.'),
  'The carrier will try again. Ask the recipient to be there, or to correct the address.': t('The carrier will try again. Ask the recipient to be there, or to correct the address.'),
  'The parcel is on its way back.': t('The parcel is on its way back.'),
  'Ask the recipient for the correct address, and ship the items again.': t('Ask the recipient for the correct address, and ship the items again.'),
  'The carrier has lost the parcel.': t('The carrier has lost the parcel.'),
  'Ship the items again, and claim the loss from the carrier.': t('Ship the items again, and claim the loss from the carrier.'),
  'The parcel was cancelled.': t('The parcel was cancelled.'),
  'Ship the items again if they are still wanted.': t('Ship the items again if they are still wanted.'),
  'The person who packs the parcel could not use the address.': t('The person who packs the parcel could not use the address.'),
  'Correct the address. The parcel then returns to the packing queue.': t('Correct the address. The parcel then returns to the packing queue.'),
  'The carrier cannot find this address.': t('The carrier cannot find this address.'),
  // Texts of scans, from src/domain/fulfilment/carriers/simulator.ts and packing-station/hand-over.ts.
  'Label created': t('Label created'),
  'In transit': t('In transit'),
  'Recipient not at home': t('Recipient not at home'),
  'Out for delivery': t('Out for delivery'),
  'Delivered': t('Delivered'),
  'The address does not exist': t('The address does not exist'),
  'Returning to the sender': t('Returning to the sender'),
  'Lost': t('Lost'),
  'Cancelled by the carrier': t('Cancelled by the carrier'),
  'Handed over to the carrier': t('Handed over to the carrier'),
}

export const translateServerText = (text: string): string => serverTexts[text] ?? text

/**
 * The pattern of the message that `transitionError` creates in src/domain/gifting/lifecycle/transition.ts.
 */
const transitionMessage = /^The gift request is (\w+) and cannot become (\w+)\.$/

/**
 * Translates an error about a gift into the user's language: 'The gift request is ordered: it has expired.'
 * becomes 'It has expired.'
 */
export function translateGiftError(message: string): string {
  const [, from, to] = transitionMessage.exec(message) ?? []
  if (from !== undefined && to !== undefined)
    return t('The gift cannot change from “{from}” to “{to}”.', {
      from: getStateLabels(from).label,
      to: getStateLabels(to).label,
    })
  const reason = message.replace(/^The gift request is \w+[:;] /, '')
  return serverTexts[`${reason.charAt(0).toUpperCase()}${reason.slice(1)}`] ?? message
}

/** Shows the error of an action on a gift. */
export const toastGiftError = (error: Error): void =>
  toastErrorAs(translateGiftError(error.message), error)
