import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Available|gifts': 'Verfügbar',
  'Leave empty to use the name of the campaign.':
    'Leer lassen, um den Namen der Kampagne zu verwenden.',
  'One-link renamed.': 'One-Link umbenannt.',
  Rename: 'Umbenennen',
  'Rename this one-link': 'One-Link umbenennen',
  'Such as “Booth in Hamburg”. Visitors don’t see it.':
    'Zum Beispiel „Messestand Hamburg“. Besucher sehen ihn nicht.',
  '{a} approves, {r} rejects': '{a} gibt frei, {r} lehnt ab',
  '{claimed} of {quantity}': '{claimed} von {quantity}',
  '{count} above the limit per address': '{count} über der Grenze je Adresse',
  '{count} above the limit per device': '{count} über der Grenze je Gerät',
  '{count} above the limit per network': '{count} über der Grenze je Netzwerk',
  '{count} above three emails a day': '{count} über drei E-Mails am Tag',
  '{count} claims approved.': {
    one: '{count} Anforderung freigegeben.',
    other: '{count} Anforderungen freigegeben.',
  },
  '{count} claims rejected.': {
    one: '{count} Anforderung abgelehnt.',
    other: '{count} Anforderungen abgelehnt.',
  },
  '{count} had already ended or been decided.': {
    one: '{count} war bereits beendet oder entschieden.',
    other: '{count} waren bereits beendet oder entschieden.',
  },
  '{count} on the deny list': '{count} auf der Sperrliste',
  '{count} outside the allowed domains': '{count} außerhalb der zugelassenen Domains',
  '{count} selected': { one: '{count} ausgewählt', other: '{count} ausgewählt' },
  '{count} with a disposable address': '{count} mit Wegwerfadresse',
  '{count} without a free place': '{count} ohne freien Platz',
  '{perAddress} per address, {perNetwork} per network, {perDevice} per device':
    '{perAddress} je Adresse, {perNetwork} je Netzwerk, {perDevice} je Gerät',
  '1 gift per mailbox': '1 Geschenk je Postfach',
  'A claim holds a gift for 30 minutes, until the visitor presses the button behind the emailed link. Without it, invented addresses can take all gifts.':
    'Eine Anforderung reserviert ein Geschenk 30 Minuten lang, bis der Besucher auf der Seite des gemailten Links die Schaltfläche drückt. Ohne Bestätigung können erfundene Adressen alle Geschenke belegen.',
  'A closed one-link can’t be reopened.':
    'Ein geschlossener One-Link lässt sich nicht wieder öffnen.',
  'A confirmed claim waits up to 7 days for you to approve or reject it. The visitor gets an email either way.':
    'Eine bestätigte Anforderung wartet bis zu 7 Tage auf Ihre Freigabe oder Ablehnung. Der Besucher bekommt in jedem Fall eine E-Mail.',
  'A one-link needs a campaign that invites by one-link.':
    'Ein One-Link braucht eine Kampagne, die per One-Link einlädt.',
  'Addresses of services that give out throw-away mailboxes cannot claim.':
    'Adressen von Diensten, die Wegwerfpostfächer vergeben, können nichts anfordern.',
  'All {count} gifts': 'Alle {count} Geschenke',
  'All claimed': 'Alle vergeben',
  'All gifts of this link are claimed.': 'Alle Geschenke dieses Links sind vergeben.',
  Allowed: 'Zugelassen',
  'Allowed domains': 'Zugelassene Domains',
  'Allowed email domains (optional)': 'Zugelassene E-Mail-Domains (optional)',
  'Always on with approval and with allowed domains.':
    'Mit Freigabe und mit zugelassenen Domains immer aktiv.',
  Anyone: 'Alle',
  'Anyone with this link can claim one gift until none are left.':
    'Wer diesen Link hat, kann ein Geschenk anfordern, solange welche übrig sind.',
  Approval: 'Freigabe',
  Approve: 'Freigeben',
  'Approve {name}': '{name} freigeben',
  'Approve each claim': 'Jede Anforderung freigeben',
  'Change expiry and domains': 'Ablauf und Domains ändern',
  'Claim rules': 'Regeln für Anforderungen',
  'Claim rules changed.': 'Regeln für Anforderungen geändert.',
  Claimed: 'Angefordert',
  Claims: 'Anforderungen',
  'Claims per hour': 'Anforderungen pro Stunde',
  'Claims that wait for approval': 'Anforderungen, die auf Freigabe warten',
  'Close one-link': 'One-Link schließen',
  'Close this one-link?': 'Diesen One-Link schließen?',
  'Confirmed by email': 'Per E-Mail bestätigt',
  'Create link': 'Link erstellen',
  'Create one': 'Kampagne erstellen',
  CSV: 'CSV',
  Decision: 'Entscheidung',
  'Disposable addresses': 'Wegwerf\u00adadressen',
  'Domains apply to further claims. The number of gifts is fixed: for more gifts, create another link.':
    'Domains gelten für weitere Anforderungen. Die Anzahl der Geschenke ist fest: Erstellen Sie für mehr Geschenke einen weiteren Link.',
  'Each visitor gets an email when you decide. An approved gift can be opened for three days.':
    'Jeder Besucher bekommt eine E-Mail, sobald Sie entscheiden. Ein freigegebenes Geschenk lässt sich drei Tage lang öffnen.',
  Ends: 'Endet',
  'Expiry and domains': 'Ablauf und Domains',
  'For a conference or a newsletter, when you don’t know the recipients yet.':
    'Für eine Konferenz oder einen Newsletter, wenn Sie die Empfänger noch nicht kennen.',
  'For example larkfield.com. Only addresses in these domains can claim. Leave empty to allow any address.':
    'Zum Beispiel larkfield.com. Nur Adressen in diesen Domains können ein Geschenk anfordern. Leer lassen, um jede Adresse zuzulassen.',
  'Has an offer until {time}': 'Angebot läuft ab: {time}',
  'In this order. A gift that becomes free is offered to the next person for 12 hours.':
    'In dieser Reihenfolge. Ein frei werdendes Geschenk wird der nächsten Person 12 Stunden lang angeboten.',
  'Latest claims': 'Neueste Anforderungen',
  'Leave empty to use the campaign’s expiry':
    'Leer lassen, um die Laufzeit der Kampagne zu verwenden',
  'Limit per person': 'Grenze je Person',
  Link: 'Link',
  'Most claims per hour': 'Anforderungen pro Stunde, höchstens',
  'No claims yet. They appear here live.': 'Noch keine Anforderungen. Sie erscheinen hier sofort.',
  'No gifts were claimed.': 'Es wurden keine Geschenke angefordert.',
  'No one-links yet': 'Noch keine One-Links',
  'Number of gifts': 'Anzahl der Geschenke',
  Offered: 'Angeboten',
  'One link or QR code for many people. Anyone with it can claim one gift until none are left.':
    'Ein Link oder QR-Code für viele Menschen. Wer ihn hat, kann ein Geschenk anfordern, solange welche übrig sind.',
  'One-link changed.': 'One-Link geändert.',
  'One-link closed.': 'One-Link geschlossen.',
  'People in one office or at one event often share a network: set that limit above their number. Raise the limit per device for a tablet at a stand.':
    'Personen in einem Büro oder auf einer Veranstaltung teilen sich oft ein Netzwerk: Setzen Sie diese Grenze höher als ihre Zahl. Erhöhen Sie die Grenze je Gerät für ein Tablet am Stand.',
  'Per address': 'Je Adresse',
  'Per device': 'Je Gerät',
  'Per network': 'Je Netzwerk',
  'QR code': 'QR-Code',
  'QR code of {url}': 'QR-Code von {url}',
  'Refuse disposable addresses': 'Wegwerfadressen abweisen',
  Refused: 'Abgewiesen',
  'Refused: {counts}': 'Abgewiesen: {counts}',
  Reject: 'Ablehnen',
  'Reject {name}': '{name} ablehnen',
  Rejected: 'Abgelehnt',
  Select: 'Auswählen',
  'Select all': 'Alle auswählen',
  Since: 'Seit',
  'The {count} claimed gifts continue.': {
    one: 'Das {count} angeforderte Geschenk läuft weiter.',
    other: 'Die {count} angeforderten Geschenke laufen weiter.',
  },
  'The {count} unclaimed gifts are cancelled, and new visitors see that the link is closed.': {
    one: 'Das {count} nicht angeforderte Geschenk wird storniert, und neue Besucher sehen, dass der Link geschlossen ist.',
    other:
      'Die {count} nicht angeforderten Geschenke werden storniert, und neue Besucher sehen, dass der Link geschlossen ist.',
  },
  'The first {shown} of {count}. The CSV file has all of them.':
    'Die ersten {shown} von {count}. Die CSV-Datei enthält alle.',
  'This link has expired. No more gifts can be claimed with it.':
    'Dieser Link ist abgelaufen. Damit lassen sich keine Geschenke mehr anfordern.',
  'This link is closed. No more gifts can be claimed with it.':
    'Dieser Link ist geschlossen. Damit lassen sich keine Geschenke mehr anfordern.',
  Waiting: 'Wartet',
  'Waiting for approval': 'Warten auf Freigabe',
  'Waiting for confirmation': 'Warten auf Bestätigung',
  'Waiting list': 'Warteliste',
  'When all gifts are taken, visitors can leave their address. Each gift that becomes free is offered to the next person for 12 hours.':
    'Sind alle Geschenke vergeben, können Besucher ihre Adresse hinterlassen. Jedes frei werdende Geschenk wird der nächsten Person 12 Stunden lang angeboten.',
  'Your time: {timeZone}. Gifts that were claimed keep the time that their recipients have.':
    'Ihre Zeit: {timeZone}. Bereits angeforderte Geschenke behalten die Frist ihrer Empfänger.',
  'Expires on (optional)': 'Läuft ab am (optional)',
  'Name (optional)': 'Name (optional)',
} satisfies Catalogue
