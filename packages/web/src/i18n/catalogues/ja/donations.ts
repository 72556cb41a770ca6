import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/donations.ts'

export const catalogue: SameTexts<typeof german> = {
  '{name}: marked as paid.': '',
  '{name}: marked as unpaid.': '',
  'Actions for {name}, {currency}': '',
  'Add a charity': '',
  'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.':
    '',
  'All years': '',
  'Change the year or show paid ones, too.': '',
  Charity: '',
  'Donations by month': '',
  'Download totals': '',
  'Everything is paid.': '',
  'Have you sent {amount_minor} to {charity_name}? Bestow sends no money. Donations that come later in {month} stay unpaid.':
    '',
  'Mark {amount_minor} as paid': '',
  'Mark as paid': '',
  'Mark as paid: {name}, {currency}': '',
  'Mark as unpaid': '',
  'Mark as unpaid…': '',
  Month: '',
  'More downloads': '',
  'No donations match': '',
  'No donations yet': '',
  'Not paid': '',
  'Only the newest 1,000 rows are shown. Choose a year, or download the file.': '',
  'Only unpaid': '',
  Paid: '',
  'Partly paid': '',
  'The donations of the last payment count as unpaid again. The audit log keeps both.': '',
  'To pay': '',
  Total: '',
  'What your gifts give to charities. Bestow keeps count; you pay the charities.': '',
  Year: '',
}
