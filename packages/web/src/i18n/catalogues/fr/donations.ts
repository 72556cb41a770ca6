import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/donations.ts'

export const catalogue: SameTexts<typeof german> = {
  '{name}: marked as paid.': '{name} : marqué comme payé.',
  '{name}: marked as unpaid.': '{name} : marqué comme non payé.',
  'Actions for {name}, {currency}': 'Actions pour {name}, {currency}',
  'Add a charity': 'Ajouter une association',
  'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.':
    'Ajoutez une association au catalogue et proposez-la dans une campagne. Les destinataires pourront alors faire un don plutôt que de recevoir un cadeau.',
  'All years': 'Toutes les années',
  'Change the year or show paid ones, too.': 'Changez d’année, ou affichez aussi les dons payés.',
  Charity: 'Association',
  'Donations by month': 'Dons par mois',
  'Download totals': 'Télécharger les totaux',
  'Everything is paid.': 'Tout est payé.',
  'Have you sent {amount} to {charity}? Bestow sends no money. Donations that come later in {month} stay unpaid.':
    'Avez-vous versé {amount} à {charity} ? Bestow n’envoie pas d’argent. Les dons qui arrivent ensuite en {month} restent non payés.',
  'Mark {amount} as paid': 'Marquer {amount} comme payé',
  'Mark as paid': 'Marquer comme payé',
  'Mark as paid: {name}, {currency}': 'Marquer comme payé : {name}, {currency}',
  'Mark as unpaid': 'Marquer comme non payé',
  'Mark as unpaid…': 'Marquer comme non payé…',
  'No donations match': 'Aucun don ne correspond',
  'No donations yet': 'Pas encore de dons',
  'Not paid': 'Non payé',
  'Only the newest 1,000 rows are shown. Choose a year, or download the file.':
    'Seules les 1 000 lignes les plus récentes sont affichées. Choisissez une année, ou téléchargez le fichier.',
  'Only unpaid': 'Non payés seulement',
  'Paid {time}': 'Payé {time}',
  'Partly paid {time}': 'Payé en partie {time}',
  'The donations of the last payment count as unpaid again. The audit log keeps both.':
    'Les dons du dernier paiement redeviennent non payés. Le journal d’audit garde les deux.',
  'To pay': 'À payer',
  Total: 'Total',
  'What your gifts give to charities. Bestow keeps count; you pay the charities.':
    'Ce que vos cadeaux donnent aux associations. Bestow tient les comptes ; vous payez les associations.',
  Year: 'Année',
}
