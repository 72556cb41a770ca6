/** Spanish texts about donations. */
// biome-ignore format: one text a line
export const esDonations = {
  'choose.donation': 'Donativo de {{amount}}',
  'review.donation': 'Tu donativo',
  'review.onceDonation': 'Después ya no podrás cambiarlo.',
  'review.cookieDonation': 'Usamos una cookie para que este navegador recuerde tu confirmación.',
  'review.confirmDonation': 'Donar',
  'track.donated': 'Tu regalo se convierte en un donativo',
  'donation.lead': '{{sender}} dona {{amount}} a {{charity}} por ti.',
  'donation.done': 'No tienes que hacer nada más.',
  'donation.registration': 'Número de registro: {{number}}',
  'donation.website': 'Web de {{charity}}',
  'donation.problemLead': '¿Tienes preguntas sobre el donativo? Escribe a {{sender}} (referencia {{reference}}).',
  'expired.leadDonated': 'Estuvo disponible hasta el {{date}}. En su lugar, {{sender}} dona {{amount}} a {{charity}}.',
} as const
