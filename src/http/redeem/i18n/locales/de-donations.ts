/** German texts about donations. */
// biome-ignore format: one text a line
export const deDonations = {
  'choose.donation': 'Spende von {{amount}}',
  'review.donation': 'Ihre Spende',
  'review.onceDonation': 'Danach lässt sich die Auswahl nicht mehr ändern.',
  'review.cookieDonation': 'Wir verwenden ein Cookie, damit sich dieser Browser Ihre Bestätigung merkt.',
  'review.confirmDonation': 'Spenden',
  'track.donated': 'Ihr Geschenk wird zur Spende',
  'donation.lead': '{{sender}} spendet für Sie {{amount}} an {{charity}}.',
  'donation.done': 'Sie müssen nichts weiter tun.',
  'donation.registration': 'Registernummer: {{number}}',
  'donation.website': 'Website von {{charity}}',
  'donation.problemLead': 'Fragen zur Spende? Schreiben Sie an {{sender}} und nennen Sie die Referenz {{reference}}.',
  'expired.leadDonated': 'Es war bis zum {{date}} für Sie da. Stattdessen spendet {{sender}} {{amount}} an {{charity}}.',
} as const
