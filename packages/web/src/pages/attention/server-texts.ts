import { t } from '#web/i18n/attention.ts'

/**
 * The translations of the messages and actions of the API (src/domain/attention/describe.ts). The API has
 * only English texts.
 */
// biome-ignore format: one text in a line
const serverTexts: Readonly<Record<string, string>> = {
  'An item is out of stock. The gift ships when stock arrives.': t('An item is out of stock. The gift ships when stock arrives.'),
  'The carrier rejected the address or the label.': t('The carrier rejected the address or the label.'),
  'The carrier found no one to accept the parcel.': t('The carrier found no one to accept the parcel.'),
  'The order is more than five days old, and no carrier has the parcel.': t('The order is more than five days old, and no carrier has the parcel.'),
  'The parcel has been on its way for more than ten days.': t('The parcel has been on its way for more than ten days.'),
  'The address of the recipient rejects email. The recipient has not redeemed the gift.': t('The address of the recipient rejects email. The recipient has not redeemed the gift.'),
  'The gift expires within seven days. The recipient has not redeemed it.': t('The gift expires within seven days. The recipient has not redeemed it.'),
  'Few units are left in stock.': t('Few units are left in stock.'),
  'No units are left in stock.': t('No units are left in stock.'),
  'Few codes are left.': t('Few codes are left.'),
  'No codes are left.': t('No codes are left.'),
  'Most recent attempts to reach the endpoint failed.': t('Most recent attempts to reach the endpoint failed.'),
  'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.': t('Requests to the endpoint cannot be signed. The operator has to restore the encryption key.'),
  'The endpoint missed events in the last day. All five attempts failed.': t('The endpoint missed events in the last day. All five attempts failed.'),
  'The carrier lost the parcel.': t('The carrier lost the parcel.'),
  'The parcel came back.': t('The parcel came back.'),
  'The carrier lost the parcel, and there is no replacement.': t('The carrier lost the parcel, and there is no replacement.'),
  'The parcel came back, and there is no replacement.': t('The parcel came back, and there is no replacement.'),
  'The last requests of this connection failed.': t('The last requests of this connection failed.'),
  'An order of this supplier cost more than its ceiling. Nothing more is bought of it until the suppliers of the product are saved again.': t('An order of this supplier cost more than its ceiling. Nothing more is bought of it until the suppliers of the product are saved again.'),
  'This supplier sent a code that is invalid or was bought before. Nothing more is bought of it until the suppliers of the product are saved again.': t('This supplier sent a code that is invalid or was bought before. Nothing more is bought of it until the suppliers of the product are saved again.'),
  'The balance at this supplier is low. Without money there, gifts wait for their codes.': t('The balance at this supplier is low. Without money there, gifts wait for their codes.'),
  'The orders that this supplier lists differ from the purchases here. The connection shows each difference.': t('The orders that this supplier lists differ from the purchases here. The connection shows each difference.'),
  'The DNS no longer points the host of recipients’ pages to this installation. New links use the host of the installation.': t('The DNS no longer points the host of recipients’ pages to this installation. New links use the host of the installation.'),
  'The DNS no longer has the record that proves the domain. The proof ends after three days.': t('The DNS no longer has the record that proves the domain. The proof ends after three days.'),
  'Add stock': t('Add stock'),
  'Import codes': t('Import codes'),
  'Cancel the gift': t('Cancel the gift'),
  'Correct the address': t('Correct the address'),
  'See the tracking': t('See the tracking'),
  'Correct the email address': t('Correct the email address'),
  'Remind the recipient': t('Remind the recipient'),
  'Extend the gift': t('Extend the gift'),
  'Ship the items again': t('Ship the items again'),
  'Send the gift again': t('Send the gift again'),
  'Send a test event': t('Send a test event'),
  'Change the endpoint': t('Change the endpoint'),
  'Send the missed events again': t('Send the missed events again'),
  'Change the suppliers': t('Change the suppliers'),
  'Check the connection': t('Check the connection'),
  'Restore the DNS record': t('Restore the DNS record'),
}

export const translateServerText = (text: string): string => serverTexts[text] ?? text
