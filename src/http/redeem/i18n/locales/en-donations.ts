/** English texts about donations. */
// biome-ignore format: one text a line
export const enDonations = {
  'choose.donation': 'Donation of {{amount}}',
  'review.donation': 'Your donation',
  'review.onceDonation': 'You can’t change it afterwards.',
  'review.cookieDonation': 'We use one cookie, so that this browser remembers your confirmation.',
  'review.confirmDonation': 'Donate',
  'track.donated': 'Your gift is now a donation',
  'donation.lead': '{{sender}} donates {{amount}} to {{charity}} for you.',
  'donation.done': 'There’s nothing else for you to do.',
  'donation.registration': 'Registration number: {{number}}',
  'donation.website': 'Website of {{charity}}',
  'donation.problemLead': 'Questions about the donation? Contact {{sender}} (reference {{reference}}).',
  'expired.leadDonated': 'It was here until {{date}}. {{sender}} donates {{amount}} to {{charity}} instead.',
} as const
