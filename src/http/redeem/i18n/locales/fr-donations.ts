/** French texts about donations. */
// biome-ignore format: one text a line
export const frDonations = {
  'choose.donation': 'Don de {{amount}}',
  'review.donation': 'Votre don',
  'review.onceDonation': 'Vous ne pourrez plus changer d’avis ensuite.',
  'review.cookieDonation': 'Nous utilisons un cookie pour que ce navigateur se souvienne de votre confirmation.',
  'review.confirmDonation': 'Faire le don',
  'track.donated': 'Votre cadeau devient un don',
  'donation.lead': '{{sender}} fait pour vous un don de {{amount}} à {{charity}}.',
  'donation.done': 'Vous n’avez rien d’autre à faire.',
  'donation.registration': 'Numéro d’enregistrement : {{number}}',
  'donation.website': 'Site de {{charity}}',
  'donation.problemLead': 'Une question sur le don ? Écrivez à {{sender}} (référence {{reference}}).',
  'expired.leadDonated': 'Il était disponible jusqu’au {{date}}. À la place, {{sender}} fait un don de {{amount}} à {{charity}}.',
} as const
