import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/spend.ts'

export const catalogue: SameTexts<typeof german> = {
  'This month': 'Ce mois-ci',
  'Last month': 'Le mois dernier',
  'Last 3 months': '3 derniers mois',
  'Last 12 months': '12 derniers mois',
  'This year': 'Cette année',
  'Last year': 'L’année dernière',
  'What your gifts cost: items when they are redeemed, labels, and donations.':
    'Ce que coûtent vos cadeaux : les articles dès qu’ils sont choisis, les étiquettes et les dons.',
  Period: 'Période',
  'Group by': 'Regrouper par',
  'Download each cost': 'Télécharger chaque coût',
  'Nothing spent in this period': 'Aucune dépense sur cette période',
  'Open the catalogue': 'Ouvrir le catalogue',
  'Enter what each item costs you. From then on, redeemed gifts count here.':
    'Indiquez ce que vous coûte chaque article. Dès lors, les cadeaux choisis sont comptés ici.',
  'Spend by {group}': 'Dépenses par {group}',
  'Only the 500 largest rows are shown.': 'Seules les 500 lignes les plus élevées sont affichées.',
  'Months are in UTC. Amounts of different currencies are never added.':
    'Les mois sont en UTC. Les montants de devises différentes ne sont jamais additionnés.',
  'Month before': 'Mois précédent',
  'Period before': 'Période précédente',
  'Without a campaign': 'Sans campagne',
  'A former user': 'Un ancien membre',
  'Without a cost centre': 'Sans centre de coûts',
  Totals: 'Totaux',
  'Nothing in the period before': 'Aucune dépense sur la période précédente',
  '{percent} compared with {amount}': '{percent} par rapport à {amount}',
  'in {month}': 'en {month}',
  'from {from} to {until}': '{from} – {until}',
  '{count} gifts': { one: '{count} cadeau', other: '{count} cadeaux' },
}
