import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  '{count} events are sent again.': {
    one: '{count} Event wird erneut gesendet.',
    other: '{count} Events werden erneut gesendet.',
  },
  'Add stock': 'Bestand auffüllen',
  'Address rejected': 'Adresse abgelehnt',
  'An item is out of stock. The gift ships when stock arrives.':
    'Ein Artikel ist nicht vorrätig. Das Geschenk wird versendet, sobald er eintrifft.',
  'Bounced emails': 'Unzustellbare E-Mails',
  'Cancel the gift': 'Geschenk stornieren',
  'Change the endpoint': 'Endpunkt ändern',
  'Correct the address': 'Adresse korrigieren',
  'Correct the email address': 'E-Mail-Adresse korrigieren',
  Ended: 'Beendet',
  'Endpoint failing': 'Endpunkt gestört',
  'Endpoints that missed events': 'Endpunkte mit verpassten Events',
  'Extend the gift': 'Geschenk verlängern',
  'Failed delivery attempts': 'Fehlgeschlagene Zustellversuche',
  'Failing webhook endpoints': 'Gestörte Webhook-Endpunkte',
  'Few codes are left.': 'Es sind nur noch wenige Codes übrig.',
  'Few units are left in stock.': 'Der Bestand ist fast aufgebraucht.',
  'Gifts out of stock': 'Geschenke nicht vorrätig',
  'Gifts that expire soon': 'Bald ablaufende Geschenke',
  'Import codes': 'Codes importieren',
  'Lost and returned parcels': 'Verlorene Pakete und Rückläufer',
  'Missed events': 'Verpasste Events',
  'Most recent attempts to reach the endpoint failed.':
    'Die meisten der letzten Versuche, den Endpunkt zu erreichen, sind fehlgeschlagen.',
  'No codes are left.': 'Es sind keine Codes mehr übrig.',
  'No units are left in stock.': 'Der Bestand ist aufgebraucht.',
  'Nothing needs attention.': 'Es gibt keinen Handlungsbedarf.',
  'Open|state': 'Offen',
  Overdue: 'Überfällig',
  'Overdue gifts': 'Überfällige Geschenke',
  'Parcel lost or returned': 'Paket verloren oder zurückgekommen',
  'Problems that someone needs to solve. Each disappears once its cause is resolved.':
    'Probleme, um die sich jemand kümmern muss. Ein Eintrag ist beendet, sobald seine Ursache behoben ist.',
  'Rejected addresses': 'Abgelehnte Adressen',
  'Remind the recipient': 'Empfänger erinnern',
  'Reminder sent.': 'Erinnerung gesendet.',
  'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.':
    'Anfragen an den Endpunkt lassen sich nicht signieren. Der Betreiber muss den Schlüssel für die Verschlüsselung wiederherstellen.',
  'See the tracking': 'Sendung verfolgen',
  'Send a test event': 'Test-Event senden',
  'Send the gift again': 'Geschenk erneut senden',
  'Send the missed events again': 'Verpasste Events erneut senden',
  'Ship the items again': 'Artikel erneut versenden',
  'Started {start}': 'Beginn: {start}',
  'Started {start}, ended {end}': 'Beginn: {start}, Ende: {end}',
  'Test event sent.': 'Test-Event gesendet.',
  'The address of the recipient rejects email. The recipient has not redeemed the gift.':
    'Die E-Mail-Adresse des Empfängers weist E-Mails ab. Das Geschenk ist noch nicht eingelöst.',
  'The carrier found no one to accept the parcel.': 'Der Paketdienst hat niemanden angetroffen.',
  'The carrier lost the parcel, and there is no replacement.':
    'Der Paketdienst hat das Paket verloren, und es gibt kein Ersatzpaket.',
  'The carrier lost the parcel.': 'Der Paketdienst hat das Paket verloren.',
  'The carrier rejected the address or the label.':
    'Der Paketdienst hat die Adresse oder das Etikett abgelehnt.',
  'The endpoint missed events in the last day. All five attempts failed.':
    'Dem Endpunkt sind in den letzten 24 Stunden Events entgangen. Alle fünf Versuche sind fehlgeschlagen.',
  'The gift expires within seven days. The recipient has not redeemed it.':
    'Das Geschenk läuft in den nächsten sieben Tagen ab. Der Empfänger hat es noch nicht eingelöst.',
  'The order is more than five days old, and no carrier has the parcel.':
    'Die Bestellung ist mehr als fünf Tage alt, und das Paket ist noch bei keinem Paketdienst.',
  'The parcel came back, and there is no replacement.':
    'Das Paket ist zurückgekommen, und es gibt kein Ersatzpaket.',
  'The parcel came back.': 'Das Paket ist zurückgekommen.',
  'The parcel has been on its way for more than ten days.':
    'Das Paket ist seit mehr als zehn Tagen unterwegs.',
  'What needs attention': 'Was zu tun ist',
  'You’re all caught up': 'Alles erledigt',
} satisfies Catalogue
