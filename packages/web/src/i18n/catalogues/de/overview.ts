import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'was {value}': 'davor: {value}',
  '{change} from {value}': '{change}, davor: {value}',
  'Compared with the preceding period of the same length, which began on {day}. Each counts only what happened before it ended.':
    'Verglichen mit dem gleich langen Zeitraum ab {day}. Beide zählen, was bis zu ihrem Ende geschah.',
  '{count} sent': '{count} gesendet',
  Day: 'Tag',
  Expire: 'Laufen ab',
  '“{name}” has {count} codes left': {
    one: 'Für „{name}“ ist noch {count} Code übrig',
    other: 'Für „{name}“ sind noch {count} Codes übrig',
  },
  '“{name}” has no codes left': 'Für „{name}“ sind keine Codes mehr übrig',
  '{count} addresses were rejected': {
    one: '{count} Adresse wurde abgelehnt',
    other: '{count} Adressen wurden abgelehnt',
  },
  '{count} cancelled': { one: '{count} storniert', other: '{count} storniert' },
  '{count} days': { one: '{count} Tag', other: '{count} Tage' },
  '{count} delivered': { one: '{count} zugestellt', other: '{count} zugestellt' },
  '{count} deliveries failed after all attempts in the last day.': {
    one: '{count} Zustellung ist in den letzten 24 Stunden nach allen Versuchen gescheitert.',
    other: '{count} Zustellungen sind in den letzten 24 Stunden nach allen Versuchen gescheitert.',
  },
  '{count} delivery attempts failed': {
    one: '{count} Zustellversuch fehlgeschlagen',
    other: '{count} Zustellversuche fehlgeschlagen',
  },
  '{count} digital gifts are low on codes':
    'Bei {count} digitalen Geschenken werden die Codes knapp',
  '{count} digital gifts have no codes left': {
    one: 'Für {count} digitales Geschenk sind keine Codes mehr übrig',
    other: 'Für {count} digitale Geschenke sind keine Codes mehr übrig',
  },
  '{count} dispatched': { one: '{count} versendet', other: '{count} versendet' },
  '{count} expired': { one: '{count} abgelaufen', other: '{count} abgelaufen' },
  '{count} gifts are out of stock': {
    one: '{count} Geschenk ist nicht vorrätig',
    other: '{count} Geschenke sind nicht vorrätig',
  },
  '{count} gifts are overdue': {
    one: '{count} Geschenk ist überfällig',
    other: '{count} Geschenke sind überfällig',
  },
  '{count} gifts did not arrive': '{count} Geschenke sind nicht angekommen',
  '{count} gifts expire within a week': {
    one: '{count} Geschenk läuft binnen einer Woche ab',
    other: '{count} Geschenke laufen binnen einer Woche ab',
  },
  '{count} gifts wait for a code. Import more.': {
    one: '{count} Geschenk wartet auf einen Code. Importieren Sie weitere.',
    other: '{count} Geschenke warten auf einen Code. Importieren Sie weitere.',
  },
  '{count} hours': { one: '{count} Stunde', other: '{count} Stunden' },
  '{count} messages are waiting and will be sent once it works.': {
    one: '{count} Nachricht wartet und wird gesendet, sobald es wieder funktioniert.',
    other: '{count} Nachrichten warten und werden gesendet, sobald es wieder funktioniert.',
  },
  '{count} minutes': { one: '{count} Minute', other: '{count} Minuten' },
  '{count} more': '{count} weitere',
  '{count} new': { one: '{count} neu', other: '{count} neu' },
  '{count} recipients did not get the email': {
    one: '{count} Empfänger hat die E-Mail nicht bekommen',
    other: '{count} Empfänger haben die E-Mail nicht bekommen',
  },
  '{count} redeemed': { one: '{count} eingelöst', other: '{count} eingelöst' },
  '{count} submitted': { one: '{count} erfasst', other: '{count} erfasst' },
  '{count} variants are low in stock': {
    one: 'Bei {count} Variante ist der Bestand gering',
    other: 'Bei {count} Varianten ist der Bestand gering',
  },
  '{count} webhook deliveries failed after five attempts': {
    one: '{count} Webhook-Zustellung nach fünf Versuchen fehlgeschlagen',
    other: '{count} Webhook-Zustellungen nach fünf Versuchen fehlgeschlagen',
  },
  '{count} webhook endpoints are failing': {
    one: '{count} Webhook-Endpunkt ist gestört',
    other: '{count} Webhook-Endpunkte sind gestört',
  },
  '{done} of {total} done': '{done} von {total} erledigt',
  '{failed} of {attempts} recent attempts failed.':
    '{failed} der letzten {attempts} Versuche sind fehlgeschlagen.',
  '{from} to {until} days': '{from} bis {until} Tage',
  '{from}: {sent} sent, {redeemed} redeemed': '{from}: {sent} gesendet, {redeemed} eingelöst',
  '30 days': '30 Tage',
  '90 days': '90 Tage',
  'Add stock before gifts have to wait.':
    'Füllen Sie den Bestand auf, bevor Geschenke warten müssen.',
  'Add stock, or cancel. A waiting gift ships when stock arrives.':
    'Füllen Sie den Bestand auf oder stornieren Sie. Ein wartendes Geschenk wird versandt, sobald Ware eintrifft.',
  'All {count} recent attempts failed.': {
    one: 'Der letzte Versuch ist fehlgeschlagen.',
    other: 'Die letzten {count} Versuche sind alle fehlgeschlagen.',
  },
  'All set': 'Alles eingerichtet',
  'All time': 'Gesamt',
  'Choose the items, the design and the message.': 'Wählen Sie Artikel, Gestaltung und Nachricht.',
  'Completed steps': 'Erledigte Schritte',
  'Create an API key': 'API-Schlüssel erstellen',
  day: 'Tag',
  'Done, in {count} days.': { one: 'Fertig, in {count} Tag.', other: 'Fertig, in {count} Tagen.' },
  'Done, in {count} hours.': {
    one: 'Fertig, in {count} Stunde.',
    other: 'Fertig, in {count} Stunden.',
  },
  'Done, in {count} minutes.': {
    one: 'Fertig, in {count} Minute.',
    other: 'Fertig, in {count} Minuten.',
  },
  'Get notified when a gift changes.':
    'Lassen Sie sich benachrichtigen, wenn sich ein Geschenk ändert.',
  'Get started': 'Erste Schritte',
  'Get started dismissed.': '„Erste Schritte“ ausgeblendet.',
  'Gift {reference}': 'Geschenk {reference}',
  'Gift {reference} did not arrive': 'Geschenk {reference} ist nicht angekommen',
  'Gift activity': 'Geschenke im Überblick',
  Gifting: 'Schenken',
  'Gifts created in this period': 'In diesem Zeitraum erstellte Geschenke',
  'Gifts over time': 'Geschenke im Zeitverlauf',
  'Gifts per day': 'Geschenke pro Tag',
  'Gifts per month': 'Geschenke pro Monat',
  'Gifts per week': 'Geschenke pro Woche',
  'Gifts with a known address': 'Geschenke mit bekannter Adresse',
  'Hello, {name}': 'Hallo, {name}',
  'Here’s what’s happening at {account}.': 'Das tut sich bei {account}.',
  'Import more codes, so that recipients can choose it.':
    'Importieren Sie weitere Codes, damit Empfänger es wählen können.',
  'Invitation to choice': 'Von der Einladung bis zur Auswahl',
  'It expired {time}. Upload a newer one, so that deliveries do not fail.':
    'Abgelaufen: {time}. Laden Sie ein neueres hoch, damit Zustellungen nicht fehlschlagen.',
  'It expires {time}. Upload a newer one, so that deliveries do not fail.':
    'Läuft ab: {time}. Laden Sie ein neueres hoch, damit Zustellungen nicht fehlschlagen.',
  'Its parcel came back.': 'Das Paket kam zurück.',
  'Its parcel was lost.': 'Das Paket ist verloren gegangen.',
  'Last 7 days': 'Letzte 7 Tage',
  'Lets your software send gifts.': 'Damit sendet Ihre Software Geschenke.',
  'Median {median}, 90th percentile {percentile}': 'Median {median}, 90. Perzentil {percentile}',
  month: 'Monat',
  'more than {count} days': { one: 'mehr als {count} Tag', other: 'mehr als {count} Tage' },
  'More than {count} messages are waiting and will be sent once it works.':
    'Mehr als {count} Nachrichten warten und werden gesendet, sobald es wieder funktioniert.',
  'Most popular items': 'Beliebteste Artikel',
  'Next 7 days': 'Nächste 7 Tage',
  'No gifts in this period.': 'Keine Geschenke in diesem Zeitraum.',
  'No gifts yet.': 'Noch keine Geschenke.',
  'No invitation or notification can be sent until an operator configures a mail server.':
    'Es werden keine Einladungen und Benachrichtigungen gesendet, bis ein Betreiber einen Mailserver einrichtet.',
  'No items chosen in this period.': 'Keine Artikel in diesem Zeitraum gewählt.',
  'No known addresses in this period.': 'Keine bekannten Adressen in diesem Zeitraum.',
  'No progress for days. See the tracking, or ask the carrier.':
    'Seit Tagen keine Bewegung. Sehen Sie in die Sendungsverfolgung oder fragen Sie den Paketdienst.',
  'No redemptions in this period.': 'Keine Einlösungen in diesem Zeitraum.',
  'Not redeemed yet. Send a reminder, or extend the expiry.':
    'Noch nicht eingelöst. Senden Sie eine Erinnerung oder verlängern Sie die Frist.',
  'Nothing is scheduled, and nothing expires.': 'Nichts ist geplant, und nichts läuft ab.',
  'Now:': 'Jetzt:',
  'Number of gifts containing the item': 'Anzahl der Geschenke mit dem Artikel',
  'Receive your first webhook': 'Ersten Webhook empfangen',
  'Redemption rate': 'Einlösequote',
  'Scheduled gifts, and gifts that expire unless redeemed':
    'Geplante Geschenke und Geschenke, die ohne Einlösung ablaufen',
  'Sent, and how many of them are redeemed by now':
    'Gesendet und wie viele davon inzwischen eingelöst sind',
  'Set your colour and logo': 'Farbe und Logo festlegen',
  'Share the work with your team.': 'Teilen Sie sich die Arbeit im Team.',
  'Ship the items again, or send the gift again.':
    'Versenden Sie die Artikel erneut oder senden Sie das Geschenk noch einmal.',
  'Show as table': 'Als Tabelle anzeigen',
  'Show steps': 'Schritte zeigen',
  'Something to give, and how many you have.': 'Etwas zum Verschenken und wie viel davon da ist.',
  Statistics: 'Statistik',
  'The carrier creates no label until the address is corrected.':
    'Der Paketdienst erstellt erst nach Korrektur der Adresse ein Versandetikett.',
  'The carrier tries again, or keeps the parcel at a pickup point.':
    'Der Paketdienst versucht es erneut oder hinterlegt das Paket in einer Abholstation.',
  'The certificate authority of “{endpoint}” expires soon':
    'Das CA-Zertifikat von „{endpoint}“ läuft bald ab',
  'The certificate authority of “{endpoint}” has expired':
    'Das CA-Zertifikat von „{endpoint}“ ist abgelaufen',
  'The client certificate of “{endpoint}” expires soon':
    'Das Client-Zertifikat von „{endpoint}“ läuft bald ab',
  'The client certificate of “{endpoint}” has expired':
    'Das Client-Zertifikat von „{endpoint}“ ist abgelaufen',
  'The counts stop at {count} gifts.': 'Es werden höchstens {count} Geschenke gezählt.',
  'The gift for {recipient}': 'Das Geschenk für {recipient}',
  'The gift for {recipient} did not arrive': 'Das Geschenk für {recipient} ist nicht angekommen',
  'Their parcels were lost or came back. Ship the items again, or send the gifts again.':
    'Ihre Pakete sind verloren gegangen oder kamen zurück. Versenden Sie die Artikel erneut oder senden Sie die Geschenke noch einmal.',
  'This period and the one before': 'Dieser Zeitraum und der davor',
  'Time from invitation to choice': 'Zeit von der Einladung bis zur Auswahl',
  'Time range': 'Zeitraum',
  'To do': 'Offen',
  'To send': 'Zu senden',
  'Top gifts': 'Beliebteste Artikel',
  'Used in emails and on recipients’ pages.': 'Für E-Mails und die Seiten der Empfänger.',
  'Webhook endpoint “{endpoint}” is failing': 'Webhook-Endpunkt „{endpoint}“ ist gestört',
  week: 'Woche',
  'Week of {day}': 'Woche ab {day}',
  'within {count} days': { one: 'binnen eines Tages', other: 'binnen {count} Tagen' },
  'Without the email, no one knows about the gift. Correct the address, or share the link.':
    'Ohne die E-Mail weiß niemand von dem Geschenk. Korrigieren Sie die Adresse oder geben Sie den Link weiter.',
  Year: 'Jahr',
  'Your endpoint responds with 2xx.': 'Ihr Endpunkt antwortet mit 2xx.',
  'Nothing is sent until an admin approves it.':
    'Vor der Freigabe durch einen Admin wird nichts verschickt.',
  '{count} sends await your approval': {
    one: '{count} Versandaktion wartet auf Ihre Freigabe',
    other: '{count} Versandaktionen warten auf Ihre Freigabe',
  },
  'No more text messages today': 'Heute keine SMS mehr',
  'The account has sent {count} today, which is its limit. The operator can raise BESTOW_SMS_MAX_PER_DAY.':
    'Das Konto hat heute {count} verschickt, mehr sind am Tag nicht möglich. Der Betreiber kann BESTOW_SMS_MAX_PER_DAY erhöhen.',
} satisfies Catalogue
