import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'This month': 'Dieser Monat',
  'Last month': 'Letzter Monat',
  'Last 3 months': 'Letzte 3 Monate',
  'Last 12 months': 'Letzte 12 Monate',
  'This year': 'Dieses Jahr',
  'Last year': 'Letztes Jahr',
  'What your gifts cost: items when they are redeemed, labels, and donations.':
    'Was Ihre Geschenke kosten: Artikel ab der Einlösung, Versandetiketten und Spenden.',
  Period: 'Zeitraum',
  'Group by': 'Gruppieren nach',
  'Download each cost': 'Alle Einzelkosten herunterladen',
  'Nothing spent in this period': 'Keine Ausgaben in diesem Zeitraum',
  'Open the catalogue': 'Katalog öffnen',
  'Enter what each item costs you. From then on, redeemed gifts count here.':
    'Tragen Sie ein, was jeder Artikel Sie kostet. Ab dann zählen eingelöste Geschenke hier mit.',
  'Spend by {group}': 'Ausgaben nach {group}',
  'Only the 500 largest rows are shown.': 'Nur die 500 größten Zeilen werden angezeigt.',
  'Months are in UTC. Amounts of different currencies are never added.':
    'Monate gelten in UTC. Beträge verschiedener Währungen werden nie addiert.',
  'Month before': 'Vormonat',
  'Period before': 'Zeitraum davor',
  'Without a campaign': 'Ohne Kampagne',
  'A former user': 'Ehemaliges Mitglied',
  'Without a cost centre': 'Ohne Kostenstelle',
  Totals: 'Summen',
  'Nothing in the period before': 'Keine Ausgaben im Zeitraum davor',
  '{percent} compared with {amount}': '{percent} gegenüber {amount}',
  'in {month}': 'im {month}',
  'from {from} to {until}': 'von {from} bis {until}',
  '{count} gifts': { one: '{count} Geschenk', other: '{count} Geschenke' },
} satisfies Catalogue
