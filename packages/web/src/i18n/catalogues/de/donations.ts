import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  '{name}: marked as paid.': '{name}: als bezahlt markiert.',
  '{name}: marked as unpaid.': '{name}: als unbezahlt markiert.',
  'Actions for {name}, {currency}': 'Aktionen für {name}, {currency}',
  'Add a charity': 'Organisation hinzufügen',
  'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.':
    'Fügen Sie dem Katalog eine Organisation hinzu und bieten Sie sie in einer Kampagne an. Empfänger können dann spenden, statt ein Geschenk zu erhalten.',
  'All years': 'Alle Jahre',
  'Change the year or show paid ones, too.':
    'Ändern Sie das Jahr, oder zeigen Sie auch bezahlte an.',
  Charity: 'Organisation',
  'Donations by month': 'Spenden nach Monat',
  'Download totals': 'Summen herunterladen',
  'Everything is paid.': 'Alles ist bezahlt.',
  'Have you sent {amount} to {charity}? Bestow sends no money. Donations that come later in {month} stay unpaid.':
    'Haben Sie {amount} an {charity} überwiesen? Bestow überweist kein Geld. Spätere Spenden im {month} bleiben unbezahlt.',
  'Mark {amount} as paid': '{amount} als bezahlt markieren',
  'Mark as paid': 'Als bezahlt markieren',
  'Mark as paid: {name}, {currency}': 'Als bezahlt markieren: {name}, {currency}',
  'Mark as unpaid': 'Als unbezahlt markieren',
  'Mark as unpaid…': 'Als unbezahlt markieren …',
  'No donations match': 'Keine passenden Spenden',
  'No donations yet': 'Noch keine Spenden',
  'Not paid': 'Nicht bezahlt',
  'Only the newest 1,000 rows are shown. Choose a year, or download the file.':
    'Nur die neuesten 1.000 Zeilen werden angezeigt. Wählen Sie ein Jahr, oder laden Sie die Datei herunter.',
  'Only unpaid': 'Nur unbezahlte',
  'Paid {time}': 'Bezahlt {time}',
  'Partly paid {time}': 'Teilweise bezahlt {time}',
  'The donations of the last payment count as unpaid again. The audit log keeps both.':
    'Die Spenden der letzten Zahlung gelten wieder als unbezahlt. Das Audit-Protokoll behält beides.',
  'To pay': 'Zu zahlen',
  Total: 'Summe',
  'What your gifts give to charities. Bestow keeps count; you pay the charities.':
    'Was Ihre Geschenke an Organisationen spenden. Bestow zählt mit; Sie überweisen die Beträge.',
  Year: 'Jahr',
} satisfies Catalogue
